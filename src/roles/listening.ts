import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import { answerMalformed } from '../http/answer/security_headers.ts'
import { limitConnections, limitsBehind, type OpenConnections } from '../http/request/open_connections.ts'
import { oneByOne } from '../http/request/one_by_one.ts'
import { seconds } from '../rules/units.ts'
import { StartError } from '../own_stores/start_error.ts'

export interface Listening {
  readonly port: number
  readonly connections: OpenConnections['counts']
  /** Answers requests from now on, first those that already wait. */
  serve(answer: RequestListener): void
  /** Accepts no new connection from now on, and closes open ones after their next response. */
  refuseNew(): void
  /**
   * Resolves when every request is answered; connections still open after `within` milliseconds are cut, those without a
   * request after `idle` milliseconds.
   */
  close(within: number, idle?: number): Promise<void>
}

/**
 * Binds the port. Requests wait until the process serves: a connection that was accepted and then reset looks to a proxy
 * like a request that may have been carried out, which it cannot send to another process.
 */
export async function listen(
  { port, trustProxy }: Pick<Config, 'port' | 'trustProxy'>,
  named = 'PORT',
): Promise<Listening> {
  const server = createServer({
    requestTimeout: seconds(60),
    headersTimeout: seconds(30),
    keepAliveTimeout: seconds(65),
    // the app refuses a request without a Host: Node's own answer lacks the headers of every response
    requireHostHeader: false,
  })
  // Node's own 417 lacks these headers too: an unknown expectation is ignored, as HTTP allows
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
  answerMalformed(server)
  const { counts } = limitConnections(server, limitsBehind(trustProxy))
  await bind(server, port, named)
  let closed: Promise<void> | undefined
  let answer: RequestListener | undefined
  const early: Parameters<RequestListener>[] = []
  server.on(
    'request',
    oneByOne((request, response) => {
      // with keep-alive the client would send its next request to a draining server
      if (closed) response.shouldKeepAlive = false
      if (answer) answer(request, response)
      else early.push([request, response])
    }),
  )
  // Node closes idle connections together with the port. A request may be on its way over one of them, and its client
  // could not know whether it was carried out. So they stay open a little longer
  const closeIdle = server.closeIdleConnections.bind(server)
  server.closeIdleConnections = () => undefined
  const refuseNew = (): void => {
    closed ??= new Promise((resolve) => server.close(() => resolve()))
  }

  return {
    port: (server.address() as AddressInfo).port,
    connections: counts,
    serve(given) {
      answer = given
      for (const [request, response] of early.splice(0)) if (!response.destroyed) given(request, response)
    },
    refuseNew,
    async close(within, idle = 0) {
      refuseNew()
      if (idle === 0) closeIdle()
      await closing(closed, { within, idle }, { all: () => server.closeAllConnections(), idle: closeIdle })
    },
  }
}

/** Closes connections as their time is over, until `closed`. */
async function closing(
  closed: Promise<void> | undefined,
  after: { readonly within: number; readonly idle: number },
  close: { all(): void; idle(): void },
): Promise<void> {
  const began = performance.now()
  const sweep = setInterval(() => {
    const since = performance.now() - began
    if (since >= after.within) close.all()
    else if (since >= after.idle) close.idle()
  }, 50)
  await closed
  clearInterval(sweep)
}

function bind(server: Server, port: number, named: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Stop what listens there, or start with another: ${named}=${port + 1} npm start`
          : `Port ${port} cannot be opened: ${error.message}`
      reject(new StartError(why, error))
    })
    server.listen(port, () => resolve())
  })
}
