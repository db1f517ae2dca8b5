import type { ServerResponse } from 'node:http'
import type { Asked } from '../tools/call/asked.ts'

/** Aborts when the client goes away before it was answered: a wait on its behalf ends. */
export function untilGone(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  if (res.destroyed && !res.writableFinished) gone.abort()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return gone.signal
}

/** A call that is answered over `res`. Its signal is made when somebody asks for it: most calls wait for nothing by it. */
export function callOver(res: ServerResponse, caller: Asked['caller'], door: Asked['door']): Asked {
  let signal: AbortSignal | undefined
  return {
    caller,
    door,
    get signal() {
      return (signal ??= untilGone(res))
    },
  }
}
