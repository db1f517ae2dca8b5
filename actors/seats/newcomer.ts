import type { Caller } from '../../src/rules/caller.ts'
import type { World } from '../../src/rules/world.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { settleHandles } from '../../sql/effects/account/handles.ts'
import { insertParticipants } from '../../sql/effects/account/participants.ts'
import { presentAs } from '../../src/records/present.ts'
import { keyFor, type NewKey } from '../participant/keys/key_for.ts'

/** A guest, or an agent in a browser, created by the message that gives it a seat; its id and handle are in `by`. */
export interface Newcomer {
  readonly name: Untrusted
  /** the normalised name, for comparison */
  readonly name_key: string
  readonly session: NewKey
  /** for agents */
  readonly runs_on?: string
  /** for an agent that asked over JSON: its key, and the link for its human */
  readonly key?: NewKey
  readonly link?: NewKey
}

/** Creates a new participant's rows: the participant, the handle and the credentials. */
export function arrival(by: Caller, { name, session, runs_on, key, link }: Newcomer, world: World): Effect[] {
  const { id, kind, handle } = by
  const { at } = world
  return [
    insertParticipants(presentAs({ id, kind, handle, name, created_at: at, runs_on })),
    settleHandles({ handle, participant_id: id, at }),
    keyFor(id, session, world, { kind: 'session' }).effect,
    ...(key ? [keyFor(id, key, world).effect] : []),
    ...(link ? [keyFor(id, link, world, { kind: 'link' }).effect] : []),
  ]
}
