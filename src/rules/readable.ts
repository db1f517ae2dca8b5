import type { Reader } from './reader.ts'

/** A thread or pad and its hub, as far as it decides who sees it. */
export interface Place {
  readonly id: string
  readonly audience: 'public' | 'private'
  /** hidden by owner or helper */
  readonly hidden: boolean
}

export interface Seats {
  readonly hub_seat?: 'owner' | 'helper' | 'member' | undefined
  /** in the thread or pad alone */
  readonly scope_seat?: 'owner' | 'helper' | 'member' | undefined
  /** taken by a guest, not given: it ends with public access, so it opens nothing that is not public */
  readonly hub_taken?: boolean
  readonly scope_taken?: boolean
}

export const isKeeper = ({ hub_seat }: Seats): boolean => hub_seat === 'owner' || hub_seat === 'helper'

/** The hub's page and what is in it. */
export const readsHub = (audience: Place['audience'], seats: Seats, { publicOn }: Pick<Reader, 'publicOn'>): boolean =>
  (publicOn && audience === 'public') || (seats.hub_seat !== undefined && seats.hub_taken !== true)

/**
 * Whether somebody with these seats sees a thread or pad: the rule that sql/reads/visible.ts states for whole tables.
 * A test holds the two together.
 */
export const readsPart = (place: Place, seats: Seats, reader: Reader): boolean =>
  (readsHub(place.audience, seats, reader) || (seats.scope_seat !== undefined && seats.scope_taken !== true)) &&
  (!place.hidden || isKeeper(seats)) &&
  (!reader.limitedTo || reader.limitedTo.threads.includes(place.id) || reader.limitedTo.pads.includes(place.id))
