import type { Seat } from '../../src/rules/lists.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import { denied } from '../../src/rules/rights.ts'
import { insertSeats } from '../../sql/effects/hub/seats.ts'
import { seatsGiven } from '../../sql/facts/hub/hubs.ts'
import { arrival, type Newcomer } from '../moderation/newcomer.ts'
import { holdName, nameIn } from '../moderation/guest_name.ts'
import { checkRoom } from '../moderation/members_full.ts'
import { type By, message, type Outcome } from '../runtime/actor.ts'
import { readableBy, standingIn } from './access.ts'
import type { Hub } from './state.ts'

interface JoinAsGuest extends By {
  /** a guest who arrives for the first time; absent for a caller with a session */
  readonly newcomer?: Newcomer
}

const placeOf = ({ id }: Hub) => ({ id, hub_id: id })

/** Gives a seat in a public hub that accepts guests, to a newcomer created with it or to an existing participant. */
export const joinAsGuest = message({
  afresh: true,
  needs: (hub: Hub, { by, newcomer }: JoinAsGuest) => ({
    standing: standingIn(hub, by),
    given: seatsGiven.of(hub.id),
    names: nameIn(placeOf(hub), by, newcomer),
  }),
  decide: (
    hub: Hub,
    { by, newcomer }: JoinAsGuest,
    { standing: found, given = 0, names },
    { now, at, public_on },
  ): Outcome<Hub, { readonly seat: Seat; readonly already?: true }> => {
    const { asked, standing } = readableBy(hub, by, found, public_on)
    if (standing.hub_seat) return { reply: { seat: standing.hub_seat, already: true } }
    if (standing.removed) throw denied('removed', asked)
    if (!hub.accepts_guests) throw denied('guests_off', asked)
    checkRoom(given)
    const participant_id = holderOf(by)
    return {
      reply: { seat: 'member' },
      effects: [
        ...(newcomer ? arrival(by, newcomer, now) : []),
        ...holdName(placeOf(hub), by, names, at),
        insertSeats({ scope_id: hub.id, participant_id, role: 'member', given_by: participant_id, at }),
      ],
    }
  },
})
