import type { DmStatus } from '../closed_lists.ts'

/** What decides how a DM stands for each of its two sides. */
interface DmStands {
  readonly status: DmStatus
  readonly asked_by: string
  readonly answered_at?: unknown
  /** who blocked first */
  readonly blocked_by?: string | null
  readonly blocked_both?: boolean | null
  readonly was_open: boolean
}

export const hasBlocked = ({ status, blocked_by, blocked_both }: DmStands, side: string): boolean =>
  status === 'blocked' && (blocked_by === side || blocked_both === true)

export const isBlockedFor = ({ status, blocked_by, blocked_both }: DmStands, side: string): boolean =>
  status === 'blocked' && (blocked_by !== side || blocked_both === true)

/** Of a DM shown as declined: it was open, or its request was taken back, so none was turned down. */
export const hasEnded = ({ was_open, answered_at }: Pick<DmStands, 'was_open' | 'answered_at'>): boolean =>
  was_open || (answered_at ?? undefined) === undefined

/**
 * The status as this side is told it. A side that was blocked must not learn of it: its request goes on waiting, and
 * anything else has ended as if it had been declined.
 */
export function statusSeen(dm: DmStands, side: string): DmStatus {
  if (dm.status !== 'blocked' || hasBlocked(dm, side)) return dm.status
  const waits = !dm.was_open && dm.asked_by === side && (dm.answered_at ?? undefined) === undefined
  return waits ? 'requested' : 'declined'
}
