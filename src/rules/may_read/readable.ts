import { thingOf } from '../ids.ts'
import type { Audience } from '../hub_audience.ts'
import type { Seat } from '../closed_lists.ts'
import type { Reader } from '../caller.ts'
import { isPublic } from './public.ts'

/** The parts of a thread or pad and its hub that determine who can read it. */
export interface ReadablePart {
  readonly id: string
  readonly audience: Audience
  /** by the owner or a helper */
  readonly hidden: boolean
}

export interface Seats {
  readonly hub_seat?: Seat | undefined
  /** in this thread or pad only */
  readonly scope_seat?: Seat | undefined
  /** the seat was taken by a guest and not given: it ends with public access, so it opens nothing private */
  readonly hub_taken?: boolean
  readonly scope_taken?: boolean
}

/** The seat that counts in a thread or pad: the hub's, else the one there alone. */
export const seatIn = ({ hub_seat, scope_seat }: Seats): Seat | undefined => hub_seat ?? scope_seat

/** Whether the seat that counts was taken by who holds it, as a guest does, and not given. */
export const tookSeat = ({ hub_seat, hub_taken, scope_taken }: Seats): boolean =>
  (hub_seat === undefined ? scope_taken : hub_taken) === true

/** Whether nobody gave them a seat: in a thread they write as guests do. */
export const isUnseated = (seats: Seats): boolean => seatIn(seats) === undefined || tookSeat(seats)

/** Whether the only seat is one in the hub that a guest person took. */
export const isHubGuest = ({ hub_taken, scope_seat }: Seats): boolean => hub_taken === true && scope_seat === undefined

/** A seat as it is kept. */
export interface SeatKept {
  readonly participant_id: string
  readonly role: Seat
  /** taken, not given */
  readonly taken: boolean
}

export const seatsOf = (hub: SeatKept | undefined, scope: SeatKept | undefined): Seats => ({
  hub_seat: hub?.role,
  scope_seat: scope?.role,
  hub_taken: hub?.taken === true && thingOf(hub.participant_id) === 'guest',
  scope_taken: scope?.taken === true,
})

export const isKeeperSeat = (seat: Seat | null | undefined): boolean => seat === 'owner' || seat === 'helper'

export const isKeeper = ({ hub_seat }: Seats): boolean => isKeeperSeat(hub_seat)

/** Covers the hub's page and everything in the hub. */
export const readsHub = (
  audience: ReadablePart['audience'],
  seats: Seats,
  { publicOn }: Pick<Reader, 'publicOn'>,
): boolean => isPublic(audience, publicOn) || (seats.hub_seat !== undefined && seats.hub_taken !== true)

/**
 * Whether a reader with these seats can read a thread or pad: the rule that sql/reads/may_read/readable_rows.ts
 * states in SQL. A test keeps the two the same.
 */
export const readsPart = (place: ReadablePart, seats: Seats, reader: Reader): boolean =>
  (readsHub(place.audience, seats, reader) || (seats.scope_seat !== undefined && seats.scope_taken !== true)) &&
  (!place.hidden || isKeeper(seats)) &&
  (!reader.limitedTo || reader.limitedTo.threads.includes(place.id) || reader.limitedTo.pads.includes(place.id))
