import type { Caller } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { readsHub } from '../../src/rules/readability/readable.ts'
import type { Standing } from '../../sql/facts/hub/seats.ts'
import { type Access, type Place, type Scope, standingAt } from '../moderation/place.ts'
import type { Hub } from './state.ts'

const scopeOf = ({ id }: Hub): Scope => ({ type: 'hub', id, hub_id: id })

/** The fact about a caller's standing in a hub. */
export const standingIn = (hub: Hub, by: Caller) => standingAt(scopeOf(hub), by)

/** Returns what the caller's rights depend on. Throws what a missing hub throws if the caller cannot read this one. */
export function readableBy(hub: Hub, by: Caller, standing: Standing | undefined, publicOn: boolean): Access {
  if (!standing || by.limited_to || !readsHub(hub.audience, standing, { publicOn })) throw unreadable('hub')
  return { standing, asked: { by, seat: standing.hub_seat, mode: hub.mode } }
}

/** The hub as a place with seats. */
export const place: Place<Hub> = {
  scope: scopeOf,
  access: readableBy,
  seated: ({ version }) => ({ wake: { version } }),
}
