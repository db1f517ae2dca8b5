import { forbidden } from '../../src/rules/errors.ts'
import { joinLimits } from '../../src/rules/limits.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import { denied } from '../../src/rules/rights.ts'
import { deleteJoinRequests } from '../../sql/effects/hub/join_requests.ts'
import { insertSeats } from '../../sql/effects/hub/seats.ts'
import { keepersOf, requestWaits, seatsGiven } from '../../sql/facts/hub/hubs.ts'
import { standing } from '../../sql/facts/hub/seats.ts'
import { presentAs } from '../../src/records/present.ts'
import { requestSeat, type Join, type Joined } from '../moderation/request_seat.ts'
import { holdName, nameIn } from '../moderation/guest_name.ts'
import { checkRoom } from '../moderation/members_full.ts'
import { message, type Outcome } from '../runtime/actor.ts'
import type { Hub } from './state.ts'

/** Gives a seat in a public hub at once; for a private one asks its owner and helpers. */
export const join = message({
  // a second request of the same caller must see the first
  afresh: true,
  needs: (hub: Hub, { by }: Join) => ({
    standing: standing.of({ participant_id: holderOf(by), hub_id: hub.id }),
    keepers: keepersOf.of(hub.id),
    given: seatsGiven.of(hub.id),
    names: nameIn({ id: hub.id, hub_id: hub.id }, by),
    waits: requestWaits.of({ scope_id: hub.id, participant_id: holderOf(by) }),
  }),
  decide: (
    hub: Hub,
    { by, note }: Join,
    { standing, keepers = [], given = 0, waits, names },
    { at, public_on },
  ): Outcome<Hub, Joined> => {
    if (standing?.hub_seat)
      return { reply: { joined: true, already: true, seat: standing.hub_seat }, already: joinLimits }
    if (standing?.removed) {
      throw forbidden('removed', 'You were removed from this hub. Only its owner or a helper can let you in again.')
    }
    if (hub.audience === 'public' && public_on) {
      checkRoom(given)
      const seat = { scope_id: hub.id, participant_id: by.id, role: 'member' as const, given_by: by.id, at }
      if (by.kind === 'guest' && !hub.accepts_guests) throw denied('guests_off', { by })
      const place = { id: hub.id, hub_id: hub.id }
      return {
        reply: { joined: true, seat: 'member' },
        effects: [
          ...holdName(place, by, names, at),
          insertSeats(seat),
          // a request from when the hub was private needs no answer any more
          ...(waits ? [deleteJoinRequests({ scope_id: hub.id, participant_id: by.id })] : []),
        ],
      }
    }
    if (waits) return { reply: { requested: true, already: true }, already: joinLimits }
    const whom = keepers.map(({ id }) => id)
    return requestSeat(presentAs({ by, note }), { scope_id: hub.id, about: { hub_id: hub.id }, whom, at })
  },
})
