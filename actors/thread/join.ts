import { joinLimits } from '../../src/rules/limits.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import { denied } from '../../src/rules/rights.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { keepersOf, requestWaits } from '../../sql/facts/hub/hubs.ts'
import { presentAs } from '../../src/records/present.ts'
import { requestSeat, type Join, type Joined } from '../moderation/request_seat.ts'
import { nameIn } from '../moderation/guest_name.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import { guestSeat } from './guest_seat.ts'
import { readableBy, standingIn, takesGuests } from './access.ts'
import type { Thread } from './state.ts'

/** A seat in this thread: taken at once when it accepts guests, else its maker, the owner and helpers are asked. */
export const join = message({
  // a second request of the same caller must see the first
  afresh: true,
  needs: (thread: Thread, { by }: Join) => ({
    standing: standingIn(thread, by),
    keepers: keepersOf.of(thread.hub_id),
    names: nameIn(thread, by),
    waits: requestWaits.of({ scope_id: thread.id, participant_id: holderOf(by) }),
  }),
  decide: (
    thread: Thread,
    { by, note }: Join,
    { standing, keepers = [], waits, names },
    world,
  ): Outcome<Thread, Joined> => {
    const { at, public_on } = world
    readableBy(thread, by, standing, public_on)
    const seat = standing.hub_seat ?? standing.scope_seat
    if (seat) return { reply: { joined: true, already: true, seat }, already: joinLimits }
    if (standing.removed) throw denied('removed', { by })
    if (takesGuests(thread, standing, public_on)) {
      const { came, effects } = guestSeat(thread, by, { names, given: standing.given }, world)
      return {
        state: { ...thread, came },
        reply: { joined: true, seat: 'member' },
        effects: [
          ...effects,
          ...(waits ? [deleteJoinRequests({ scope_id: thread.id, participant_id: holderOf(by) })] : []),
        ],
      }
    }
    if (waits) return { reply: { requested: true, already: true }, already: joinLimits }
    const whom = new Set([...keepers.map(({ id }) => id), thread.starter_id])
    return requestSeat(presentAs({ by, note }), { scope_id: thread.id, about: { thread_id: thread.id }, whom, at })
  },
})
