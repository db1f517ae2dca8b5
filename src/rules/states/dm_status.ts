import type { DmStatus } from '../closed_lists.ts'

export type DmCall = 'accept' | 'decline' | 'block' | 'unblock' | 'report'

export interface DmNow {
  readonly status: DmStatus
  /** the caller is the one who was asked */
  readonly asked: boolean
  /** the caller is the one who blocked */
  readonly blockedByMe?: boolean
  /** it was accepted, or opened without a request, before it was blocked */
  readonly wasOpen?: boolean
}

const calls: readonly DmCall[] = ['accept', 'decline', 'block', 'unblock', 'report']

/** The calls that would change something, for this side. */
export const dmMovesFrom = (dm: DmNow): readonly DmCall[] => calls.filter((call) => moveDm(dm, call)?.already === false)

/** Returns the status after a call (`already` when unchanged); undefined when the caller may not make that move. */
export function moveDm(dm: DmNow, call: DmCall): { to: DmStatus; already: boolean } | undefined {
  switch (call) {
    case 'accept':
    case 'decline': {
      const to = call === 'accept' ? 'open' : 'declined'
      if (dm.status === to) return { to, already: true }
      return dm.asked && dm.status === 'requested' ? { to, already: false } : undefined
    }
    case 'block':
      return { to: 'blocked', already: dm.status === 'blocked' && dm.blockedByMe === true }
    case 'unblock':
      if (dm.status !== 'blocked') return { to: dm.status, already: true }
      return dm.blockedByMe ? { to: dm.wasOpen ? 'open' : 'declined', already: false } : undefined
    case 'report':
      return { to: dm.status, already: false }
  }
}

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
