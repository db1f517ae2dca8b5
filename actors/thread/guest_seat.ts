import { type Caller, holderOf } from '../../src/rules/caller.ts'
import type { World } from '../../src/rules/world.ts'
import type { Effect } from '../../sql/effect.ts'
import type { GuestName } from '../../sql/facts/account/guest_names.ts'
import type { Standing } from '../../sql/facts/hub/standing.ts'
import { seatTaken } from '../seats/joining.ts'
import { checkRoom } from '../seats/members_full.ts'
import type { Thread } from './state.ts'

type Place = Pick<Thread, 'id' | 'hub_id' | 'came'>

/** Participants who got a seat in the batch being decided: all its messages have one time. */
const cameAt = ({ came }: Place, now: number): readonly string[] => (came?.at === now ? came.who : [])

export const withNewcomer = (place: Place, who: string, now: number): Required<Pick<Thread, 'came'>> => ({
  came: { at: now, who: [...cameAt(place, now), who] },
})

/** A participant who leaves has no seat any more, even in the batch in which they got it. */
export const withoutLeaver = ({ came }: Place, who: string): Pick<Thread, 'came'> =>
  came ? { came: { ...came, who: came.who.filter((id) => id !== who) } } : {}

/** Whether the caller has a seat here; one from an earlier message of the batch counts. */
export const isSeated = (place: Place, by: Caller, { hub_seat, scope_seat }: Standing, now: number): boolean =>
  hub_seat !== undefined || scope_seat !== undefined || cameAt(place, now).includes(holderOf(by))

/**
 * The seat that a caller without one takes with a post, in a thread that accepts guests. `name` is what the message
 * loaded by nameIn, `given` the number of seats.
 */
export function guestSeat(
  place: Place,
  by: Caller,
  { name, given = 0 }: { readonly name: GuestName | undefined; readonly given?: number | undefined },
  { now, at }: World,
): Required<Pick<Thread, 'came'>> & { readonly effects: readonly Effect[] } {
  checkRoom(given + cameAt(place, now).length)
  return { ...withNewcomer(place, holderOf(by), now), effects: seatTaken(place, by, name, at) }
}
