import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Wire {
  /** host:port */
  readonly address: string
  /** What is open carries nothing any more, and nobody is told; new connections work. */
  fallSilent(): void
  /** Connections end as these words are sent over them, so often; resolves when it was. */
  cutAt(words: string, times: number): Promise<void>
  /** What is open ends. */
  cut(): void
  close(): void
}

/** TCP in front of a server that listens on a socket's path. */
export async function openWire(path: string): Promise<Wire> {
  const open = new Set<readonly [Socket, Socket]>()
  let cutting: { words: string; left: number; done: () => void } | undefined
  const cut = (): void => {
    for (const pair of open) for (const end of pair) end.destroy()
  }
  const isCut = (chunk: Buffer): boolean => {
    if (!cutting?.left || !chunk.includes(cutting.words)) return false
    if (--cutting.left === 0) cutting.done()
    return true
  }
  const server: Server = createServer((near) => {
    const far = connect(path)
    for (const end of [near, far]) end.on('error', () => undefined)
    near.on('data', (chunk: Buffer) => isCut(chunk) && near.resetAndDestroy())
    near.pipe(far).pipe(near)
    const pair = [near, far] as const
    open.add(pair)
    near.once('close', () => {
      open.delete(pair)
      far.destroy()
    })
    far.once('close', () => near.destroy())
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
    cutAt: (words, times) =>
      new Promise((done) => {
        cutting = { words, left: times, done }
      }),
    cut,
    close() {
      server.close()
      cut()
    },
  }
}
