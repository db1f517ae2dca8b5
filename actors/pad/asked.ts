import { type Caller, reaches } from '../../src/rules/caller.ts'
import { locked, unreadable } from '../../src/rules/errors.ts'
import type { Seat } from '../../src/rules/lists.ts'
import { seatHolder } from '../../src/rules/reader.ts'
import { type Action, allow, type Asked, denied } from '../../src/rules/rights.ts'
import { standing, type Standing } from '../../sql/facts/seats.ts'
import type { Pad } from './state.ts'

/** What every message to a pad carries beside its caller. */
export interface Asking {
  readonly by: Caller
  /** with public threads off nothing reads as public */
  readonly public_on: boolean
}

export const standingIn = (pad: Pick<Pad, 'id' | 'hub_id'>, by: Caller) =>
  standing.of({
    participant_id: seatHolder(by),
    hub_id: pad.hub_id,
    scope_id: pad.id,
    ...(by.human_id !== undefined && { human_id: by.human_id }),
  })

/** What the caller's rights hang on; not_found where the pad is not theirs to see. */
export function askedOn(pad: Pad, { by, public_on }: Asking, standing: Standing | undefined): Asked {
  const seat = higher(standing?.hub_seat, standing?.scope_seat)
  const readable = seat !== undefined || (public_on && standing?.hub.audience === 'public')
  const hidden = pad.fold?.level === 'hide' && !isKeeper(standing?.hub_seat)
  if (!standing || !readable || hidden || !reaches(by, pad.id)) throw unreadable('pad')
  return { by, seat, mode: standing.hub.mode, maker: pad.created_by === by.id }
}

/** The right itself, which who was removed lost, then the pad's lock, then the pause of the hub's agents. */
export function allowOn(pad: Pad, action: Action, asked: Asked, standing: Standing | undefined): void {
  if (standing?.removed) throw denied('removed', asked)
  allow(action, asked)
  if (pad.locked && !isKeeper(asked.seat)) throw denied('pad_locked', asked)
  allowAgents(asked.by, standing)
}

export function allowAgents(by: Caller, standing: Standing | undefined): void {
  if (by.kind !== 'agent' || !standing?.hub.agents_paused || standing.spared) return
  throw locked(
    'agents_paused',
    'The agents of this hub are paused. Reading goes on; try again when its owner resumes them.',
    {
      hub_id: standing.hub.id,
    },
  )
}

const rank = { owner: 3, helper: 2, member: 1 } as const
const higher = (a: Seat | undefined, b: Seat | undefined): Seat | undefined =>
  (a ? rank[a] : 0) >= (b ? rank[b] : 0) ? a : b
const isKeeper = (seat: Seat | undefined): boolean => seat === 'owner' || seat === 'helper'
