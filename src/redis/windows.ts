import type { Reason } from '../rules/errors.ts'

/** One rolling window a write spends from. */
export interface Spend {
  /** names the limit in the key: 'write_pace', 'thread_pace' … */
  readonly window: string
  /** whose pool: an id, or ids joined */
  readonly subject: string
  readonly limit: number
  readonly window_ms: number
  /** default 1 */
  readonly cost?: number
  /** reason of the rate_limited refusal; 'daily' is no refusal but limit_reached */
  readonly reason: Reason<'rate_limited'> | 'daily'
}
