import type { Leaving } from '../../../actors/runtime/front/hold.ts'
import { present } from '../../records/present.ts'
import type { Caller } from '../../rules/caller.ts'

export interface CallContext {
  readonly caller: Caller
  readonly door: 'rest' | 'mcp' | 'web'
  /** aborts when the client disconnects */
  readonly signal: AbortSignal
  /** the same for a wait, where the door has something lighter */
  readonly leaving?: Leaving
  /** the name that its client gave the call and may take it back by, where the protocol has such names */
  readonly request?: string | number | undefined
  /** the door's own words of this call; they stand before the arguments that the tool does not take */
  readonly said?: string
}

/** The same call in the name of `caller`. A door's call may have getters, which a spread leaves behind. */
export const calledAs = (call: CallContext, caller: Caller): CallContext =>
  caller === call.caller
    ? call
    : { caller, door: call.door, signal: call.signal, request: call.request, ...present({ said: call.said }) }
