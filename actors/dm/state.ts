import type { Caller, ParticipantKind } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { thingOf } from '../../src/rules/ids.ts'
import type { DmStatus } from '../../src/rules/closed_lists.ts'
import { statusSeen } from '../../src/rules/states/dm_status.ts'
import type { Effect } from '../../sql/effect.ts'
import { advanceDms } from '../../sql/effects/dms.ts'
import type { DmState } from '../../sql/reads/dm/dm_states.ts'
import { presentAs } from '../../src/records/present.ts'
import { stored } from '../../sql/stored.ts'
import type { Outcome } from '../runtime/actor.ts'
import { iso } from '../../src/rules/units.ts'

export { type DmState as Dm, dmStates as loadDms } from '../../sql/reads/dm/dm_states.ts'
type Dm = DmState

const isSide = (dm: Dm, id: string): boolean => id === dm.a_id || id === dm.b_id

export const otherThan = ({ a_id, b_id }: Dm, id: string): string => (id === a_id ? b_id : a_id)

/** Throws the refusal of a missing DM to all but its sides. */
export function checkVisible(dm: Dm, by: Caller, what = 'dm'): void {
  if (!isSide(dm, by.id) || by.limited_to) throw unreadable(what)
}

/** A change of the DM; without `at` its time stays, so that the sides do not see it as news. */
export const advanced = (dm: Dm, changes: Partial<Dm>, at: number = dm.updated_at): Dm => ({
  ...dm,
  ...changes,
  version: dm.version + 1,
  updated_at: at,
})

/** The effect that stores a DM's changeable columns. */
export const advance = (dm: Dm): Effect => advanceDms(stored(dm))

export const wakeOf = ({ version, last_seq }: Dm): { version: number; last_seq: number } => ({ version, last_seq })

/** The outcome of a change: it stores the DM's new row and wakes its waits. */
export const storing = <Reply>(
  state: Dm,
  { effects = [], ...rest }: Omit<Outcome<Dm, Reply>, 'state' | 'wake'>,
): Outcome<Dm, Reply> => ({ ...rest, state, effects: [...effects, advance(state)], wake: wakeOf(state) })

/** A DM as told to one of its sides. */
export interface DmReply {
  readonly dm_id: string
  readonly with_id: string
  readonly with_kind: ParticipantKind
  readonly status: DmStatus
  readonly direction: 'in' | 'out'
  readonly requested_at?: string
  readonly answered_at?: string
  readonly last_seq: number
  readonly unread: number
  readonly updated: string
}

export function dmReply(dm: Dm, to: string, unread: number): DmReply {
  const with_id = otherThan(dm, to)
  return presentAs({
    dm_id: dm.id,
    with_id,
    with_kind: kindOf(with_id),
    status: statusSeen(dm, to),
    direction: dm.asked_by === to ? 'out' : 'in',
    requested_at: iso(dm.requested_at),
    answered_at: iso(dm.answered_at),
    last_seq: dm.last_seq,
    unread,
    updated: iso(dm.updated_at),
  })
}

/** The kind is part of the id and never changes. */
function kindOf(id: string): ParticipantKind {
  const thing = thingOf(id)
  return thing === 'human' || thing === 'guest' ? thing : 'agent'
}
