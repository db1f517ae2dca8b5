import type { ServerResponse } from 'node:http'
import type { Leaving } from '../../../actors/runtime/front/hold.ts'
import type { CallContext } from '../../tools/call/call_context.ts'

/** Returns a signal that aborts when the client disconnects before its answer is complete, so that waits for it end. */
export function abortOnDisconnect(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (hasLeft(res)) gone.abort()
  whenLeft(res, () => gone.abort())
  return gone.signal
}

const hasLeft = (res: ServerResponse): boolean => res.destroyed && !res.writableFinished

const whenLeft = (res: ServerResponse, leaves: () => void): void =>
  void res.once('close', () => {
    if (!res.writableFinished) leaves()
  })

/**
 * A call that is answered over a response. Its signal is created on first use: few calls need one, and a wait does with the
 * call itself. A class: by a getter of its own each call would have a shape of its own, kept as long as it waits.
 */
class CallOver implements CallContext, Leaving {
  #signal: AbortSignal | undefined
  readonly #res: ServerResponse
  readonly caller: CallContext['caller']
  readonly door: CallContext['door']
  readonly request: CallContext['request']

  constructor(
    res: ServerResponse,
    caller: CallContext['caller'],
    door: CallContext['door'],
    request?: CallContext['request'],
  ) {
    this.#res = res
    this.caller = caller
    this.door = door
    this.request = request
  }

  get signal(): AbortSignal {
    return (this.#signal ??= abortOnDisconnect(this.#res))
  }

  get leaving(): Leaving {
    return this
  }

  get aborted(): boolean {
    return hasLeft(this.#res)
  }

  addEventListener(_: 'abort', listener: () => void): void {
    whenLeft(this.#res, listener)
  }
}

export const callOver = (...call: ConstructorParameters<typeof CallOver>): CallContext => new CallOver(...call)
