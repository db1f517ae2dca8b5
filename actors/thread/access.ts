import { type Caller, readerFor } from '../../src/rules/caller.ts'
import { startedBy, starterNow } from '../../src/rules/one_human.ts'
import { unreadable } from '../../src/rules/errors.ts'
import { reasonAgainst } from '../../src/rules/thread_acts.ts'
import { type Action, type Asked, denied } from '../../src/rules/rights.ts'
import { isHubGuest, isKeeper, isUnseated, readsPart, seatIn } from '../../src/rules/may_read/readable.ts'
import type { Keeper } from '../../sql/facts/hub/seats.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { checkNotPaused } from '../moderation/agents_paused.ts'
import { type Access, type Place, type Scope, standingAt } from '../seats/place.ts'
import { withNewcomer, withoutLeaver } from './guest_seat.ts'
import { isFolded, isHidden, type Thread } from './state.ts'
import { effectiveAudience } from '../../src/rules/may_read/public.ts'
import { threadTakesGuests } from '../../src/rules/taking_guests.ts'

const scopeOf = ({ id, hub_id }: Thread): Scope => ({ type: 'thread', id, hub_id })

export const standingIn = (thread: Thread, by: Caller) => standingAt(scopeOf(thread), by)

/** The seats of a thread. Its maker has more rights there than a member. */
export const place: Place<Thread> = {
  scope: scopeOf,
  access: readableBy,
  seated(thread, { more, who }, now) {
    if (more === 0) return {}
    if (more > 0) return { state: { ...thread, ...withNewcomer(thread, who, now) } }
    // the thread may be shared with no one else any more: look again
    const { shared_at: _, ...rest } = thread
    return { state: { ...rest, ...withoutLeaver(thread, who) } }
  },
}

/**
 * Returns what the caller's rights depend on. Throws what a missing thread throws if the caller cannot read this one; `what`
 * is the kind of thing that the call names in it.
 */
export function readableBy(
  thread: Thread,
  by: Caller,
  standing: Standing | undefined,
  publicOn: boolean,
  what = 'thread',
): Access {
  if (!standing || !reads(thread, by, standing, publicOn)) throw unreadable(what)
  return accessTo(thread, by, standing, publicOn)
}

/** Whether the caller may read the thread. */
export function reads(thread: Thread, by: Caller, standing: Standing, publicOn: boolean): boolean {
  const place = { id: thread.id, audience: standing.hub.audience, hidden: isHidden(thread) }
  return readsPart(place, standing, readerFor(by, publicOn))
}

/** The thread as a place where participants take seats themselves. */
export const openPlace = {
  ...place,
  asksFor: (thread: Thread, by: Caller, standing: Standing | undefined, publicOn: boolean) =>
    readableBy(thread, by, standing, publicOn).standing,
  takesIn: (thread: Thread, _: Caller, standing: Standing, publicOn: boolean) =>
    takesGuests(thread, standing, publicOn),
  opensTo(thread: Thread, by: Caller, found: Standing | undefined, publicOn: boolean) {
    const { standing, asked } = readableBy(thread, by, found, publicOn)
    return { standing, asked, guests: takesGuests(thread, standing, publicOn) && !isFolded(thread) }
  },
  askees: (thread: Thread, keepers: readonly Keeper[]) => new Set([...keepers.map(({ id }) => id), starterNow(thread)]),
}

/** Whether any caller with an identity may post here. */
const takesGuests = (thread: Thread, { hub }: Standing, publicOn: boolean): boolean =>
  threadTakesGuests(thread, {
    audience: effectiveAudience(hub.audience, publicOn),
    accepts_guests: hub.accepts_guests,
  })

/** What a caller's rights in a thread depend on, whether they can read it or not. */
export const accessTo = (thread: Thread, by: Caller, standing: Standing, publicOn: boolean): Access => ({
  standing,
  asked: {
    by,
    seat: seatIn(standing),
    hub_guest: isHubGuest(standing),
    mode: standing.hub.mode,
    guests: takesGuests(thread, standing, publicOn) && !standing.removed,
    maker: startedBy(thread, by),
  },
})

/** Throws the reason why the caller may not act in a thread, checked in this order: seat, rule, guests, lock, pause. */
export function mayAct(action: Action, thread: Thread, access: Access, more: Partial<Asked> = {}): void {
  const { standing } = access
  const asked: Asked = { ...access.asked, ...more }
  const barred = reasonAgainst(action, asked, {
    removed: standing.removed,
    guest: isUnseated(standing),
    keeper: isKeeper(standing),
    folded: isFolded(thread),
    locked: thread.locked,
    hub_takes_guests: standing.hub.accepts_guests,
  })
  if (barred) throw denied(barred.reason, barred.closed ? { ...asked, closed: true } : asked, barred.message)
  checkNotPaused(asked.by, standing)
}
