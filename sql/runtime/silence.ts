import { connect, type Socket } from 'node:net'

interface Where {
  readonly host: readonly string[]
  readonly port: readonly number[]
  /** of a socket on this machine */
  readonly path?: string | false
}

/**
 * What postgres.js opens its connections with. A connection may die without a word: its other end is gone, or a router in
 * between forgot it; the system would repeat what was sent on it for a quarter of an hour. So one that was asked and says
 * nothing for `silentFor` milliseconds is given up, with everything that waits for it.
 */
export const watchedSocket = (silentFor: number): ((where: Where) => Socket) => {
  let n = 0
  return ({ host: hosts, port: ports, path }) => {
    const own = n
    const [host, port] = [hosts[own % hosts.length], ports[own % ports.length]]
    const socket = path ? connect(path) : connect(port ?? 5432, host)
    // postgres.js looks here for the name that a certificate has to hold
    Object.assign(socket, { host, port })
    // several that end together go on to the same host
    closePlainly(socket, () => (n = own + 1))
    watch(socket, silentFor)
    return socket
  }
}

/**
 * What postgres.js is asked between a socket's error and its end it never answers, unless that end is told as one
 * without an error.
 */
function closePlainly(socket: Socket, ended: () => void): void {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean
  let wasOpen = false
  socket.once('connect', () => (wasOpen = true))
  socket.emit = ((event: string | symbol, ...args: unknown[]) => {
    if (event !== 'close') return emit(event, ...args)
    ended()
    return wasOpen ? emit('close', false) : emit('close', ...args)
  }) as typeof socket.emit
}

function watch(socket: Socket, silentFor: number): void {
  let read = 0
  let sentThen = 0
  let answered = true
  let since = performance.now()
  let looked = since
  const heard = (): void => {
    read = socket.bytesRead
    sentThen = socket.bytesWritten
    since = performance.now()
  }
  socket.on('data', (chunk) => {
    heard()
    answered = isAnswered(chunk)
  })
  const isSilent = (): boolean => {
    // what is encrypted comes in past the listener
    if (socket.bytesRead !== read || (answered && socket.bytesWritten === sentThen)) heard()
    const now = performance.now()
    // our own turn was long, or the machine stood still: that says nothing of the other end
    if (now - looked > silentFor / 2) since = now
    looked = now
    return now - since > silentFor
  }
  // told by the socket itself: postgres.js takes all listeners off one that it upgrades
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer)
    // after a long turn of our own the answer may lie there and be read only now
    else if (isSilent()) setImmediate(() => isSilent() && socket.destroy())
  }, silentFor / 8)
  timer.unref()
}

/**
 * Nothing more comes by itself after ReadyForQuery outside a transaction. Within one as much again is on its way, or it is
 * ours to go on; nobody of ours rests there for so long. One byte alone says whether the server encrypts.
 */
const isAnswered = (chunk: Buffer): boolean => chunk.length === 1 || chunk.subarray(-6).equals(readyForQuery)
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
