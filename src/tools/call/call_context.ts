import type { Leaving } from '../../../actors/runtime/front/hold.ts'
import type { Caller } from '../../rules/caller.ts'

export interface CallContext {
  readonly caller: Caller
  readonly door: 'rest' | 'mcp' | 'web'
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
  /** the same for a wait, where the door has something lighter */
  readonly leaving?: Leaving
  /** the door's own words of this call; they stand before the arguments that the tool does not take */
  readonly said?: string
}
