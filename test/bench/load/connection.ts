import { connect } from 'node:net'

export interface Heard {
  readonly status: number
  /** head and body as they came */
  readonly bytes: Buffer
}

/** One kept-alive HTTP/1.1 connection with one request under way at a time. */
export interface Connection {
  /** `request` is the whole message in ASCII. Rejects when the connection ends first. */
  send(request: string): Promise<Heard>
  /** the other side ends what has been idle for long */
  readonly closed: boolean
  close(): void
}

/**
 * Straight on the socket: a client of Node's own costs more of the shared cores than the servers it is to measure.
 * It reads what the servers here send: a Content-Length, or a status without a body.
 */
export function connectTo(port: number): Promise<Connection> {
  const socket = connect({ host: '127.0.0.1', port, noDelay: true })
  let kept: Buffer | undefined
  let waiting: { heard(answer: Heard): void; failed(reason: Error): void } | undefined

  const fail = (reason: Error): void => {
    const failing = waiting
    waiting = undefined
    failing?.failed(reason)
  }
  socket.on('data', (chunk) => {
    const bytes = kept === undefined ? chunk : Buffer.concat([kept, chunk])
    const status = wholeAnswer(bytes)
    kept = status === undefined ? bytes : undefined
    if (status === undefined) return
    const answered = waiting
    waiting = undefined
    answered?.heard({ status, bytes })
  })
  socket.on('error', fail)
  socket.on('close', () => fail(new Error('the connection was closed')))

  const connection: Connection = {
    send: (request) =>
      new Promise((heard, failed) => {
        if (socket.destroyed) return failed(new Error('the connection was closed'))
        waiting = { heard, failed }
        socket.write(request, 'latin1')
      }),
    get closed() {
      return socket.destroyed
    },
    close: () => socket.destroy(),
  }
  return new Promise((opened, failed) => {
    socket.once('connect', () => opened(connection))
    socket.once('error', failed)
  })
}

const headEnd = Buffer.from('\r\n\r\n')

/** The status of an answer that is all there. */
function wholeAnswer(bytes: Buffer): number | undefined {
  const end = bytes.indexOf(headEnd)
  if (end === -1) return undefined
  const head = bytes.toString('latin1', 0, end)
  const status = Number(head.slice(9, 12))
  if (status === 304 || status === 204) return status
  const length = /\r\ncontent-length: *(\d+)/i.exec(head)?.[1]
  if (length === undefined) throw new Error(`an answer without Content-Length:\n${head}`)
  return bytes.length >= end + headEnd.length + Number(length) ? status : undefined
}

export const bodyOf = ({ bytes }: Heard): string => bytes.toString('utf8', bytes.indexOf(headEnd) + headEnd.length)
