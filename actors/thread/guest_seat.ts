import type { Caller } from '../../src/rules/caller.ts'
import { rateLimited } from '../../src/rules/errors.ts'
import { registration, retrySeconds } from '../../src/rules/limits.ts'
import { seatHolder } from '../../src/rules/reader.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertSeats } from '../../sql/effects/seats.ts'

/** The seat that a caller without one takes in a thread that accepts guests: given by nobody but themselves. */
export function guestSeat({ id, seats }: { id: string; seats: number }, by: Caller, at: string): Effect {
  if (seats >= registration.membersPerPlace) {
    throw rateLimited('members_full', 'This thread takes no more members. Ask the owner of its hub to make room.', {
      retry_after_seconds: retrySeconds.waitingDoesNotHelp,
    })
  }
  const participant_id = seatHolder(by)
  return insertSeats({ scope_id: id, participant_id, role: 'member', given_by: participant_id, at })
}
