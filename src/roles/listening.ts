import { createServer, type RequestListener, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Config } from '../config.ts'
import { answerMalformed } from '../http/security_headers.ts'
import { limitConnections, mostBehind, type OpenConnections } from '../http/open_connections.ts'
import { seconds } from '../rules/units.ts'
import { StartError } from '../embedded/start_error.ts'

export interface Listening {
  readonly port: number
  readonly connections: OpenConnections['counts']
  /** From now on requests are answered. */
  serve(answer: RequestListener): void
  /** Accepts no new connection from now on, and closes open ones after their next response. */
  refuseNew(): void
  /** Resolves when every request is answered; connections still open after `within` milliseconds are cut. */
  close(within: number): Promise<void>
}

/** Binds the port first, so that with port 0 the real port can be written into the origin before any answer. */
export async function listen(
  { port, trustProxy }: Pick<Config, 'port' | 'trustProxy'>,
  named = 'PORT',
): Promise<Listening> {
  const server = createServer({
    requestTimeout: seconds(60),
    headersTimeout: seconds(30),
    keepAliveTimeout: seconds(65),
  })
  answerMalformed(server)
  const { counts } = limitConnections(server, mostBehind(trustProxy))
  await taken(server, port, named)
  let serving = false
  let closed: Promise<void> | undefined
  // as if the port were closed: the client retries
  server.on('connection', (socket) => {
    if (!serving) socket.destroy()
  })
  const refuseNew = (): void => {
    closed ??= new Promise((resolve) => server.close(() => resolve()))
    server.closeIdleConnections()
  }

  return {
    port: (server.address() as AddressInfo).port,
    connections: counts,
    serve(answer) {
      serving = true
      server.on('request', (request, response) => {
        // with keep-alive the client would send its next request to a draining server
        if (closed) response.shouldKeepAlive = false
        answer(request, response)
      })
    },
    refuseNew,
    async close(within) {
      refuseNew()
      const cut = setTimeout(() => server.closeAllConnections(), within)
      const sweep = setInterval(() => server.closeIdleConnections(), 50)
      await closed
      clearTimeout(cut)
      clearInterval(sweep)
    },
  }
}

function taken(server: Server, port: number, named: string): Promise<void> {
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
