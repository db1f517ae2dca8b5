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
