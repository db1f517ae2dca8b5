import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { pipelined } from '../../rules/limits.ts'

/**
 * Answers the requests of one connection one by one, where its client does not await the answers (pipelining). Node would
 * begin all of them at once, a thousand of one packet before anybody else's, and tell none but the first when their client
 * leaves. A connection with more than `pipelined` behind the first ends: its client may send over another one what was not
 * answered (RFC 9112, 9.3.2).
 */
export function oneByOne(answer: RequestListener): RequestListener {
  const waiting = new WeakMap<Socket, number>()

  function inTurn(request: IncomingMessage, response: ServerResponse): void {
    const { socket } = request
    const before = waiting.get(socket) ?? 0
    if (before >= pipelined) return void socket.destroy()
    waiting.set(socket, before + 1)
    response.once('socket', () => {
      waiting.set(socket, (waiting.get(socket) ?? 1) - 1)
      setImmediate(answer, request, response)
    })
  }

  return (request, response) => {
    // a response has its socket once those before it are sent
    if (response.socket !== null) answer(request, response)
    else inTurn(request, response)
  }
}
