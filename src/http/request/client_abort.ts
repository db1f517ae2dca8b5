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

/** A call that is answered over `res`. Its signal is created on first use, since most calls never wait. */
export function callOver(res: ServerResponse, caller: CallContext['caller'], door: CallContext['door']): CallContext {
  let signal: AbortSignal | undefined
  return {
    caller,
    door,
    get signal() {
      return (signal ??= abortOnDisconnect(res))
    },
  }
}
