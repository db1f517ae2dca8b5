import type { Allowance } from './allowance.ts'
import type { Trust } from './tool.ts'

/** A call's answer, the same for every door. */
export interface Called {
  readonly text: string
  readonly data: Record<string, unknown>
  readonly trust: Trust
  readonly view?: unknown
  /** on counted writes: what REST says in its RateLimit headers */
  readonly allowance?: Allowance
  /** the older name that was called */
  readonly old_name?: string
}
