import type { Caller } from '../../src/rules/caller.ts'
import { holderOf } from '../../src/rules/one_human.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertSeats } from '../../sql/effects/hub/seats.ts'
import type { GuestName } from '../../sql/facts/account/guest_names.ts'
import { holdName } from '../moderation/guest_name.ts'
import { checkRoom } from '../moderation/members_full.ts'

interface Place {
  readonly id: string
  readonly hub_id: string
  /** number of seats in this thread alone */
  readonly seats: number
}

/**
 * The seat that a caller without one takes in a thread that accepts guests, recorded as given by themselves. From then
 * on a guest holds their name there; `names` is what the message loaded by nameIn.
 */
export function guestSeat(place: Place, by: Caller, names: ReadonlyMap<string, GuestName>, at: string): Effect[] {
  checkRoom(place.seats)
  const participant_id = holderOf(by)
  return [
    ...holdName(place, by, names, at),
    insertSeats({ scope_id: place.id, participant_id, role: 'member', given_by: participant_id, at }),
  ]
}
