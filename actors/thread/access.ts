import { type Caller, startedBy } from '../../src/rules/caller.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { barredHere } from '../../src/rules/here.ts'
import { type Action, type Asked, denied } from '../../src/rules/rights.ts'
import { isKeeper, readsPart } from '../../src/rules/readable.ts'
import { readerFor } from '../../src/rules/reader.ts'
import type { Standing } from '../../sql/facts/seats.ts'
import { notPaused, type Place, type Scope, standingAt } from '../moderation/place.ts'
import { isFolded, isHidden, type Thread } from './state.ts'

const scopeOf = ({ id, hub_id }: Thread): Scope => ({ type: 'thread', id, hub_id })

/** A caller's standing in a thread, as a fact a message needs. */
export const standingIn = (thread: Thread, by: Caller) => standingAt(scopeOf(thread), by)

/** Who sits in this one thread. Its maker may more than a member. */
export const place: Place<Thread> = {
  scope: scopeOf,
  access(thread, { by, public_on }, standing) {
    readableBy(thread, by, standing, public_on)
    const seat = standing.hub_seat ?? standing.scope_seat
    return { standing, asked: { by, seat, mode: standing.hub.mode, maker: startedBy(thread, by) } }
  },
  seated(thread, more) {
    if (more === 0) return {}
    // whoever left may have been the one it was shared with
    const { shared_at, ...rest } = thread
    const shared = more > 0 && shared_at !== undefined ? { shared_at } : {}
    return { state: { ...rest, ...shared, seats: thread.seats + more } }
  },
}

/** Throws what a missing thread throws, where the caller cannot read this one; `what`: what of it was named. */
export function readableBy(
  thread: Thread,
  by: Caller,
  standing: Standing | undefined,
  publicOn: boolean,
  what = 'thread',
): asserts standing is Standing {
  const place = { id: thread.id, audience: standing?.hub.audience ?? 'private', hidden: isHidden(thread) }
  if (!standing || !readsPart(place, standing, readerFor(by, publicOn))) throw unreadable(what)
}

/** Anybody with an identity may post here. */
export const takesGuests = (thread: Thread, { hub }: Standing, publicOn: boolean): boolean =>
  publicOn && thread.accepts_guests && hub.accepts_guests && hub.audience === 'public'

/** What a caller's rights in a thread hang on. */
export const askedIn = (thread: Thread, by: Caller, standing: Standing, publicOn: boolean): Asked => ({
  by,
  seat: standing.hub_seat ?? standing.scope_seat,
  mode: standing.hub.mode,
  guests: takesGuests(thread, standing, publicOn) && !standing.removed,
})

/** Here without a seat that somebody gave. */
export const isGuest = ({ hub_seat, scope_seat, guest }: Standing): boolean =>
  guest === true || (hub_seat === undefined && scope_seat === undefined)

/** Throws why the caller may not act in a thread: seat, rule, guests, lock, pause, in this order. */
export function mayAct(
  action: Action,
  thread: Thread,
  by: Caller,
  standing: Standing,
  publicOn: boolean,
  more: Partial<Asked> = {},
): void {
  const asked: Asked = { ...askedIn(thread, by, standing, publicOn), ...more }
  const barred = barredHere(action, asked, {
    removed: standing.removed,
    guest: isGuest(standing),
    keeper: isKeeper(standing),
    folded: isFolded(thread),
    locked: thread.locked,
    hub_guests: standing.hub.accepts_guests,
  })
  if (barred) throw denied(barred.reason, barred.closed ? { ...asked, closed: true } : asked, barred.message)
  notPaused(by, standing)
}
