import type { Caller } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { isPublic } from '../../src/rules/may_read/public.ts'
import { readsHub } from '../../src/rules/may_read/readable.ts'
import { denied } from '../../src/rules/rights.ts'
import type { Keeper } from '../../sql/facts/hub/seats.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { type Access, type Place, type Scope, standingAt } from '../seats/place.ts'
import type { Hub } from './state.ts'

const scopeOf = ({ id }: Hub): Scope => ({ type: 'hub', id, hub_id: id })

/** The fact about a caller's standing in a hub. */
export const standingIn = (hub: Hub, by: Caller) => standingAt(scopeOf(hub), by)

/** Returns what the caller's rights depend on. Throws what a missing hub throws if the caller cannot read this one. */
export function readableBy(hub: Hub, by: Caller, standing: Standing | undefined, publicOn: boolean): Access {
  if (!standing || by.limited_to || !readsHub(hub.audience, standing, { publicOn })) throw unreadable('hub')
  return { standing, asked: { by, seat: standing.hub_seat, mode: hub.mode } }
}

export const place: Place<Hub> = {
  scope: scopeOf,
  access: readableBy,
  seated: ({ version }) => ({ wake: { version } }),
}

/** The hub as a place where participants take seats themselves. One may ask for a seat in a private hub without reading it. */
export const openPlace = {
  ...place,
  asksFor(_: Hub, __: Caller, standing: Standing | undefined) {
    if (!standing) throw unreadable('hub')
    return standing
  },
  takesIn(hub: Hub, by: Caller, _: Standing, publicOn: boolean) {
    const isOpen = isPublic(hub.audience, publicOn)
    if (isOpen && by.kind === 'guest' && !hub.accepts_guests) throw denied('guests_off', { by })
    return isOpen
  },
  opensTo: (hub: Hub, by: Caller, standing: Standing | undefined, publicOn: boolean) => ({
    ...readableBy(hub, by, standing, publicOn),
    guests: hub.accepts_guests,
  }),
  askees: (_: Hub, keepers: readonly Keeper[]) => keepers.map(({ id }) => id),
}
