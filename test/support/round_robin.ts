import { once } from 'node:events'
import { Agent, createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'

/** One address in front of several processes, as a load balancer is one. */
export interface RoundRobin {
  readonly url: string
  close(): void
}

/**
 * Requests go to each port in turn, over connections that are kept; to the next port only where nothing was sent,
 * because nobody listens. Whatever ends otherwise may have been carried out: its client is told 502.
 */
export async function openRoundRobin(ports: readonly number[]): Promise<RoundRobin> {
  let turn = 0
  const agent = new Agent({ keepAlive: true })
  const server = createServer({ keepAliveTimeout: 120_000 }, (asked, answer) => {
    const { method, headers, url: path } = asked
    const parts: Buffer[] = []
    const first = turn++
    asked.on('data', (part: Buffer) => parts.push(part))
    asked.once('end', () => send(0))
    function send(tried: number): void {
      const port = ports[(first + tried) % ports.length]
      const on = request({ port, host: '127.0.0.1', method, headers, path, agent }, (came) => {
        answer.writeHead(came.statusCode ?? 502, came.headers)
        came.pipe(answer)
      })
      on.once('error', (error: NodeJS.ErrnoException) => {
        if (error.code === 'ECONNREFUSED' && tried + 1 < ports.length) return send(tried + 1)
        if (answer.headersSent) answer.destroy()
        else
          answer
            .writeHead(502)
            .end(JSON.stringify({ message: `${on.reusedSocket ? 'a kept' : 'a new'} connection: ${error.code}` }))
      })
      on.end(Buffer.concat(parts))
    }
  })
  server.listen(0)
  await once(server, 'listening')
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    close() {
      server.close()
      server.closeAllConnections()
      agent.destroy()
    },
  }
}
