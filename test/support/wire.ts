import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Wire {
  /** host:port */
  readonly address: string
  /** What is open carries nothing any more, and nobody is told; new connections work. */
  fallSilent(): void
  close(): void
}

/** TCP in front of a server that listens on a socket's path. */
export async function openWire(path: string): Promise<Wire> {
  const open = new Set<readonly [Socket, Socket]>()
  const server: Server = createServer((near) => {
    const far = connect(path)
    for (const end of [near, far]) end.on('error', () => undefined)
    near.pipe(far).pipe(near)
    open.add([near, far])
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent() {
      for (const [near, far] of open) {
        near.unpipe(far)
        far.unpipe(near)
        near.resume()
        far.resume()
      }
    },
    close() {
      server.close()
      for (const pair of open) for (const end of pair) end.destroy()
    },
  }
}
