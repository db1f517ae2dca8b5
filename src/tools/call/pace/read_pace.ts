import { LRUCache } from 'lru-cache'
import type { Caller } from '../../../rules/caller.ts'
import { rateLimited } from '../../../rules/errors.ts'
import { reads } from '../../../rules/limits.ts'
import { asSeconds } from '../../../rules/units.ts'

/** Ring buffer of an agent's latest reads, as many as the pace allows. In memory, per instance. */
interface ReadLog {
  readonly times: Float64Array
  next: number
}

/** Counts a read of an agent; throws rate_limited/reads. `now`: service clock, epoch milliseconds. */
export interface SpendRead {
  (caller: Caller, now: number): void
  /** Counts what a read has stored (a message to an actor, a record), for a caller whose reads are not counted. */
  stores(caller: Caller, now: number): void
  /** Counts what has no pace of its own, whoever does it. */
  anyway(caller: Caller, now: number): void
  /** reads in the last minute, and when the oldest leaves the window (epoch ms) */
  standing(caller: Caller, now: number): { readonly used: number; readonly resets_at: number }
}

const { limit, window_ms } = reads.agentReads

/** Allows agents 600 reads a minute on each instance; people are not counted, but for what theirs store and what has no other pace. */
export function openReadPace(): SpendRead {
  const logs = new LRUCache<string, ReadLog>({ max: 10_000 })

  const spendOne = (caller: Caller, now: number): void => {
    let log = logs.get(caller.id)
    if (!log) {
      log = { times: new Float64Array(limit), next: 0 }
      logs.set(caller.id, log)
    }
    const oldest = log.times[log.next] ?? 0
    if (oldest > now - window_ms) {
      const retry_after_seconds = Math.max(1, asSeconds(oldest + window_ms - now))
      throw rateLimited(
        'reads',
        `More than ${limit} reads a minute. Wait with open_thread or show_svc and wait: they hold until something changes.`,
        { retry_after_seconds },
      )
    }
    log.times[log.next] = now
    log.next = (log.next + 1) % limit
  }
  const isCounted = ({ kind }: Caller): boolean => kind === 'agent'
  const spend = (caller: Caller, now: number): void => {
    if (isCounted(caller)) spendOne(caller, now)
  }
  return Object.assign(spend, {
    stores(caller: Caller, now: number): void {
      if (!isCounted(caller)) spendOne(caller, now)
    },
    anyway: spendOne,
    standing(caller: Caller, now: number) {
      const recent = [...(logs.get(caller.id)?.times ?? [])].filter((at) => at > now - window_ms)
      return { used: recent.length, resets_at: recent.reduce((a, b) => Math.min(a, b), now) + window_ms }
    },
  })
}
