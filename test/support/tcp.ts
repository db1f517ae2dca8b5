import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net'

export interface Wire {
  /** host:port */
  readonly address: string
  /** What is open carries nothing any more, and nobody is told; new connections work. */
  fallSilent(): void
  /** Nothing is carried, over new connections neither, until it goes on: then what was sent arrives. */
  standStill(): void
  goOn(): void
  /** Connections end as these words are sent over them, so often; resolves when it was. */
  cutAt(words: string, times: number): Promise<void>
  /** What is open ends. */
  cut(): void
  close(): void
}

/** TCP in front of a server that listens on a socket's path. */
export async function openWire(path: string): Promise<Wire> {
  const open = new Set<readonly [Socket, Socket]>()
  const silent = new WeakSet<readonly [Socket, Socket]>()
  let standing = false
  const hold = ([near, far]: readonly [Socket, Socket]): void => {
    near.unpipe(far)
    far.unpipe(near)
    near.pause()
    far.pause()
  }
  const carry = ([near, far]: readonly [Socket, Socket]): void => void near.pipe(far).pipe(near)
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
    const pair = [near, far] as const
    if (standing) hold(pair)
    else carry(pair)
    open.add(pair)
    near.once('close', () => {
      // the server is told nothing over one that fell silent
      if (!silent.has(pair) && open.delete(pair)) far.destroy()
    })
    far.once('close', () => near.destroy())
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    fallSilent() {
      for (const pair of open) {
        silent.add(pair)
        const [near, far] = pair
        near.unpipe(far)
        far.unpipe(near)
        near.resume()
        far.resume()
      }
    },
    standStill() {
      standing = true
      for (const pair of open) hold(pair)
    },
    goOn() {
      if (!standing) return
      standing = false
      for (const pair of open) if (!silent.has(pair)) carry(pair)
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
