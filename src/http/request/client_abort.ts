import type { ServerResponse } from 'node:http'
import type { CallContext } from '../../tools/call/call_context.ts'

/** Returns a signal that aborts when the client disconnects before its answer is complete, so that waits for it end. */
export function abortOnDisconnect(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (res.destroyed && !res.writableFinished) gone.abort()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return gone.signal
}

/**
 * A call that is answered over a response. Its signal is created on first use, since most calls never wait. A class: by a
 * getter of its own each call would have a shape of its own, kept as long as it waits.
 */
class CallOver implements CallContext {
  #signal: AbortSignal | undefined
  readonly #res: ServerResponse
  readonly caller: CallContext['caller']
  readonly door: CallContext['door']

  constructor(res: ServerResponse, caller: CallContext['caller'], door: CallContext['door']) {
    this.#res = res
    this.caller = caller
    this.door = door
  }

  get signal(): AbortSignal {
    return (this.#signal ??= abortOnDisconnect(this.#res))
  }
}

export const callOver = (...call: ConstructorParameters<typeof CallOver>): CallContext => new CallOver(...call)
