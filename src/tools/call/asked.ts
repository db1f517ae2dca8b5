import type { Caller } from '../../rules/caller.ts'

/** Who calls, and how they came. */
export interface Asked {
  readonly caller: Caller
  readonly door: 'rest' | 'mcp' | 'web'
  /** ends when the client goes away */
  readonly signal: AbortSignal
}
