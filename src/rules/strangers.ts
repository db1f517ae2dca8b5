import { strangers } from './limits.ts'
import type { DmStatus } from './closed_lists.ts'

/** The relation of two ids. */
export interface Acquaintance {
  /** ids of one human, or of one confirmed address */
  readonly linked: boolean
  /** both have a seat in the same private hub */
  readonly share_private_hub: boolean
  /** when each had mentioned or answered the other: the earlier of the two times, epoch ms; absent without both */
  readonly exchanged_at?: number
}

/** Whether writing takes a request first. `dm`: their DM, if any; after a decline or block they are strangers again. */
export function areStrangers(
  { linked, share_private_hub, exchanged_at }: Acquaintance,
  dm: { readonly status: DmStatus } | undefined,
  now: number,
): boolean {
  if (dm) return dm.status !== 'open'
  const met = exchanged_at !== undefined && now - exchanged_at <= strangers.exchangeWithin
  return !linked && !share_private_hub && !met
}

/** From when a request that was declined then may be made anew: epoch milliseconds. */
export const asksAgainFrom = (declined = 0): number => declined + strangers.asksAgain
