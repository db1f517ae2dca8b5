import type { Caller } from '../../rules/caller.ts'

export interface CallContext {
  readonly caller: Caller
  readonly door: 'rest' | 'mcp' | 'web'
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
}
