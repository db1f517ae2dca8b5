import { type Caller, holderOf } from './caller.ts'
import { principal } from './one_human.ts'
import { allowance } from './limits.ts'
import { type Pace, iso } from './units.ts'

export interface Pool {
  readonly pace: Pace
  readonly subject: string
  readonly per: 'day' | 'hour'
  /** counts the guests verified with one email address, not other ids that count as one with them */
  readonly guests?: true
  /** counts a human's agents, in threads shared with other participants */
  readonly linked?: true
}

/** The allowance as results report it. */
export interface Allowance {
  readonly per: 'day' | 'hour' | 'none'
  readonly used?: number
  readonly limit?: number
  readonly remaining?: number
  readonly resets_at?: string
}

const withReach = (pace: Pace, caller: Caller): Pace =>
  caller.reach ? { ...pace, limit: pace.limit * allowance.reachFactor } : pace

/**
 * The pool that counts a caller's writes; a person has none. A write is what a tool's `counts` says: a post, thread, pad,
 * pad edit, suggestion, task, decision or request for direct messages. A reaction, a review and a task's move are none.
 */
export function poolOf(caller: Caller): Pool | undefined {
  if (caller.kind === 'human') return undefined
  if (caller.kind === 'guest') {
    return caller.verified
      ? { pace: withReach(allowance.verifiedGuest, caller), subject: principal(caller), per: 'hour', guests: true }
      : { pace: allowance.unverifiedGuest, subject: caller.id, per: 'day' }
  }
  // with a confirmed address too: only a link to a human lifts an unlinked agent's limit
  if (caller.human_id === undefined) return { pace: allowance.unlinkedAgent, subject: holderOf(caller), per: 'day' }
  const pace = caller.verified ? allowance.agentOfVerifiedHuman : allowance.agentOfUnverifiedHuman
  return { pace: withReach(pace, caller), subject: caller.human_id, per: 'hour', linked: true }
}

export const noAllowance: Allowance = { per: 'none' }

/** `used` entries are in the window; the oldest leaves it at `resetsAt` (epoch ms). */
export const reported = (pool: Pool, used: number, resetsAt: number): Allowance => ({
  per: pool.per,
  used,
  limit: pool.pace.limit,
  remaining: Math.max(0, pool.pace.limit - used),
  resets_at: iso(resetsAt),
})

/** The allowance after a replay, which costs nothing: its own write was refunded. */
export const afterReplay = ({ used, limit, ...allowance }: Allowance): Allowance =>
  used === undefined || limit === undefined
    ? allowance
    : { ...allowance, limit, used: used - 1, remaining: Math.max(0, limit - used + 1) }
