import type { Audience } from './hub_audience.ts'

interface Hub {
  /** as it counts now: `effectiveAudience` */
  readonly audience: Audience
  readonly accepts_guests: boolean
}

/** Whether a hub takes guests: anyone can read it, and its owner lets them in. */
export const hubTakesGuests = ({ audience, accepts_guests }: Hub): boolean => accepts_guests && audience === 'public'

/**
 * Whether guests may post in a thread of that hub: its starter lets them, too. sql/reads/takes_guests.ts states the same in
 * SQL. That a folded or locked thread takes none is among what stands against a single act (thread_acts.ts).
 */
export const threadTakesGuests = ({ accepts_guests }: Pick<Hub, 'accepts_guests'>, hub: Hub): boolean =>
  accepts_guests && hubTakesGuests(hub)
