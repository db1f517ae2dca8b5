import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Env } from '../../src/config.ts'

/** Other processes of one service, which take their turns with this one behind one address. */
export interface Beside {
  /** where requests come in */
  readonly url: string
  /** Starts them on these stores; `port` is where this process serves. */
  start(port: number, env: Env): Promise<void>
  /** Resolves when the clocks of all of them are so far ahead. */
  ahead(milliseconds: number): Promise<void>
  stop(): Promise<void>
}

export async function openBeside(others: number): Promise<Beside> {
  const ports: number[] = []
  const children: ChildProcess[] = []
  let turn = 0
  // connections are neither closed while they idle nor used again behind: on a busy machine either end would find the
  // other one just closed
  const server = createServer({ keepAliveTimeout: 120_000 }, (asked, answer) => {
    const { method, headers, url: path } = asked
    const port = ports[turn++ % ports.length]
    const on = request({ port, host: '127.0.0.1', method, headers, path, agent: false }, (came) => {
      answer.writeHead(came.statusCode ?? 502, came.rawHeaders)
      came.pipe(answer)
    })
    on.once('error', () => answer.destroy())
    // whoever waits there hears that its client has gone
    answer.once('close', () => on.destroy())
    asked.pipe(on)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')

  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    async start(port, env) {
      const entry = new URL('./beside_process.js', import.meta.url)
      children.push(...Array.from({ length: others }, () => fork(entry, { env: { ...process.env, ...env } })))
      const came = await Promise.all(children.map((child) => once(child, 'message')))
      ports.push(port, ...came.map(([at]) => at as number))
    },
    async ahead(milliseconds) {
      await Promise.all(
        children.map(async (child) => {
          const heard = once(child, 'message')
          child.send(milliseconds)
          await heard
        }),
      )
    },
    async stop() {
      server.close()
      server.closeAllConnections()
      await Promise.all(
        children.map(async (child) => {
          const gone = once(child, 'exit')
          child.disconnect()
          await gone
        }),
      )
    },
  }
}
