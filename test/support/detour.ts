import { once } from 'node:events'
import { type AddressInfo, connect, createServer, type Socket } from 'node:net'

/** An address in front of a server that listens on a socket's path: it may become slow, or lead to another server. */
export interface Detour {
  /** host:port */
  readonly address: string
  /** each way takes so many milliseconds longer from now on */
  delay(milliseconds: number): void
  /** What is open ends; new connections lead to the server at this path. */
  leadTo(path: string): void
  close(): void
}

export async function openDetour(path: string): Promise<Detour> {
  const open = new Set<Socket>()
  let goal = path
  let late = 0

  function carry(from: Socket, to: Socket): void {
    const underWay: Buffer[] = []
    open.add(from)
    from.on('data', (chunk: Buffer) => {
      underWay.push(chunk)
      // the oldest arrives first, also where the delay has just become shorter
      setTimeout(() => to.write(underWay.shift() as Buffer), late)
    })
    from.on('error', () => undefined)
    from.once('close', () => {
      open.delete(from)
      to.destroy()
    })
  }
  const cut = (): void => {
    for (const end of open) end.destroy()
  }

  const server = createServer({ noDelay: true }, (near) => {
    const far = connect(goal)
    carry(near, far)
    carry(far, near)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `127.0.0.1:${(server.address() as AddressInfo).port}`,
    delay(milliseconds) {
      late = milliseconds
    },
    leadTo(next) {
      goal = next
      cut()
    },
    close() {
      server.close()
      cut()
    },
  }
}
