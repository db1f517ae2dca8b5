import type { View } from '../../render/view.ts'
import type { Allowance } from './allowance.ts'
import type { Trust } from '../tool.ts'

/** A call's answer, the same for every door. */
export interface Called {
  readonly text: string
  readonly data: Record<string, unknown>
  readonly trust: Trust
  readonly view?: () => Promise<View | undefined>
  /** what MCP sends in `_meta` beside its usual, by key: for the view, never for a model or an agent's key */
  readonly meta?: Readonly<Record<string, unknown>>
  /** on counted writes: what REST says in its RateLimit headers */
  readonly allowance?: Allowance
  /** an older name was used, of the tool or of an argument: REST says in its headers how long it still works */
  readonly outdated?: true
}
