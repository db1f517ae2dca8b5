import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { App } from '../app.ts'
import type { Config } from '../config.ts'
import { answerMalformed } from '../http/headers.ts'
import { limitConnections, mostBehind, type OpenConnections } from '../http/open_connections.ts'
import { seconds } from '../rules/units.ts'
import { StartError } from '../embedded/start_error.ts'

export interface Listening {
  readonly port: number
  readonly connections: OpenConnections['counts']
  /** From here on requests are answered by the app. */
  serve(app: App): void
  /** Takes no new connection from now on, and says so to those that stay open. */
  refuseNew(): void
  /** Resolves when every request is answered; what is still open after `within` milliseconds is cut. */
  close(within: number): Promise<void>
}

/** Takes the port first, so that port 0 can be written into the origin before anything answers. */
export async function listen({ port, trustProxy }: Pick<Config, 'port' | 'trustProxy'>): Promise<Listening> {
  const server = createServer({
    requestTimeout: seconds(60),
    headersTimeout: seconds(30),
    keepAliveTimeout: seconds(65),
  })
  answerMalformed(server)
  const { counts } = limitConnections(server, mostBehind(trustProxy))
  await taken(server, port)
  let serving = false
  let closed: Promise<void> | undefined
  // as if nobody listened yet: a client tries again
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
    serve(app) {
      serving = true
      const answer = app.koa.callback()
      server.on('request', (request, response) => {
        // a kept-open connection would bring its next request to a server that drains
        if (closed) response.shouldKeepAlive = false
        void answer(request, response)
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

function taken(server: Server, port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const why =
        error.code === 'EADDRINUSE'
          ? `Port ${port} is in use. Stop what listens there, or start with another: PORT=${port + 1} npm start`
          : `Port ${port} cannot be opened: ${error.message}`
      reject(new StartError(why, error))
    })
    server.listen(port, () => resolve())
  })
}
