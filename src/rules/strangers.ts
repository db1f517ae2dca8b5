import { strangers } from './limits.ts'
import type { DmStatus } from './lists.ts'

/** What two ids are to each other. */
export interface Acquaintance {
  /** ids of one human, or of one confirmed address */
  readonly linked: boolean
  /** both have a seat in one private hub */
  readonly share_private_hub: boolean
  /** when the one of them who did it longer ago answered or named the other in a thread (epoch ms); missing: not both did */
  readonly exchanged_at?: number
}

/** Whether somebody has to ask before they write. `dm`: how theirs stands; a decline or a block makes strangers again. */
export function areStrangers(
  { linked, share_private_hub, exchanged_at }: Acquaintance,
  dm: { readonly status: DmStatus } | undefined,
  now: number,
): boolean {
  if (dm) return dm.status !== 'open'
  const met = exchanged_at !== undefined && now - exchanged_at <= strangers.exchangeWithin
  return !linked && !share_private_hub && !met
}
