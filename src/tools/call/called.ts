import type { View } from '../../records/view.ts'
import type { Allowance } from '../../rules/posting_allowance.ts'
import type { Trust } from '../tool.ts'

/** A call's answer, the same for every door. */
export interface Called {
  readonly text: string
  readonly data: Record<string, unknown>
  readonly trust: Trust
  readonly view?: () => Promise<View | undefined>
  /** MCP `_meta` beside the usual, by key: for the view only, never for a model or an agent's key */
  readonly meta?: Readonly<Record<string, unknown>>
  /** the fields of `data` that other answers share, one object: a door may reuse what it made of it */
  readonly alike?: Readonly<Record<string, unknown>>
  /** for REST's RateLimit headers; absent except on counted writes */
  readonly allowance?: Allowance
  /** an older name of the tool or an argument was used: REST sends its deprecation headers */
  readonly outdated?: true
}
