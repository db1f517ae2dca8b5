import type { ServerResponse } from 'node:http'

/** Aborts when the client goes away before it was answered: a wait on its behalf ends. */
export function untilGone(res: ServerResponse): AbortSignal {
  const gone = new AbortController()
  res.once('close', () => {
    if (!res.writableFinished) gone.abort()
  })
  return gone.signal
}
