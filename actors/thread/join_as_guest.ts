import type { Seat } from '../../src/rules/lists.ts'
import { denied } from '../../src/rules/rights.ts'
import { arrival, type Newcomer } from '../moderation/newcomer.ts'
import { nameIn } from '../moderation/guest_name.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { guestSeat } from './guest_seat.ts'
import { askedIn, readableBy, standingIn, takesGuests } from './access.ts'
import { isFolded, type Thread } from './state.ts'

export interface JoinAsGuest extends By {
  /** data of a guest who comes for the first time; absent when the caller has a session */
  readonly newcomer?: Newcomer
}

export interface JoinedAsGuest {
  readonly seat: Seat
  readonly already?: true
}

/** Takes a guest's seat in a public thread that accepts guests, for a guest created with it or an existing one. */
export const joinAsGuest = message({
  // the next guest with the same name must see this one
  afresh: true,
  needs: (thread: Thread, { by, newcomer }: JoinAsGuest) => ({
    standing: standingIn(thread, by),
    names: nameIn(thread, by, newcomer),
  }),
  decide: (
    thread: Thread,
    { by, newcomer }: JoinAsGuest,
    { standing, names },
    world,
  ): Outcome<Thread, JoinedAsGuest> => {
    const { now, public_on } = world
    readableBy(thread, by, standing, public_on)
    const seat = standing.hub_seat ?? standing.scope_seat
    if (seat) return { reply: { seat, already: true } }
    const asked = askedIn(thread, by, standing, public_on)
    if (standing.removed) throw denied('removed', asked)
    if (!takesGuests(thread, standing, public_on) || isFolded(thread)) throw denied('guests_off', asked)
    const { came, effects } = guestSeat(thread, by, { names, given: standing.given }, world)
    return {
      state: { ...thread, came },
      reply: { seat: 'member' },
      effects: [...(newcomer ? arrival(by, newcomer, now) : []), ...effects],
    }
  },
})
