import { connect, Socket } from 'node:net'
import type { Encryption } from '../address.ts'
import { encrypted } from './encrypted.ts'
import { inOneFlush } from './one_flush.ts'

interface Where {
  readonly host: readonly string[]
  readonly port: readonly number[]
  /** of a unix socket */
  readonly path?: string | false
}

/**
 * Socket factory for postgres.js that detects half-open connections: the peer died, or a router in between dropped the
 * connection. The system would retransmit for a quarter of an hour. A connection that does not answer for `silentFor`
 * milliseconds is destroyed, and every query on it fails. It is encrypted here and not by postgres.js, since all that is
 * watched and gathered is what was sent before encryption.
 */
export const watchedSocket = (
  silentFor: number,
  encryption: Encryption = false,
): ((where: Where) => Socket | Promise<Socket>) => {
  let n = 0
  return ({ host: hosts, port: ports, path }) => {
    const own = n
    const [host, port] = [hosts[own % hosts.length], ports[own % ports.length]]
    // connections that end together all move on to the same host
    const ended = (): void => void (n = own + 1)
    const watched = (socket: Socket): Socket => {
      closeWithoutError(socket, ended)
      inOneFlush(socket)
      watch(socket, silentFor, path || `${host}:${port}`)
      return socket
    }
    const socket = path ? connect(path) : connect(port ?? 5432, host)
    if (!encryption) return watched(socket)
    return encrypted(socket, encryption, host).then(watched, (error: Error) => neverOpened(error).once('close', ended))
  }
}

/** postgres.js tries again after a socket that closes, and never after one that it did not get. It writes at once. */
function neverOpened(error: Error): Socket {
  const socket = Object.assign(new Socket(), { write: () => true })
  setImmediate(() => socket.destroy(error))
  return socket
}

/**
 * postgres.js never settles a query sent between a socket's error and its close, unless the close is reported as one
 * without an error.
 */
function closeWithoutError(socket: Socket, ended: () => void): void {
  const emit = socket.emit.bind(socket) as (event: string | symbol, ...args: unknown[]) => boolean
  let wasOpen = !socket.connecting
  socket.once('connect', () => (wasOpen = true))
  socket.emit = ((event: string | symbol, ...args: unknown[]) => {
    if (event !== 'close') return emit(event, ...args)
    ended()
    return wasOpen ? emit('close', false) : emit('close', ...args)
  }) as typeof socket.emit
}

/**
 * The connections of this thread by the server that they were opened to, and what ends one that nobody asked anything. A
 * server that stood still may be another one's predecessor when it goes on: it would answer what stood a while ago.
 */
const standing = new Map<string, Map<Socket, () => void>>()

function endWithIdle(server: string, silent: Socket): void {
  silent.destroy()
  for (const endIdle of standing.get(server)?.values() ?? []) endIdle()
}

function watch(socket: Socket, silentFor: number, server: string): void {
  let read = 0
  let sentThen = 0
  let answered = true
  let end: Buffer = Buffer.alloc(0)
  let since = performance.now()
  let looked = since
  const heard = (): void => {
    read = socket.bytesRead
    sentThen = socket.bytesWritten
    since = performance.now()
  }
  socket.on('data', (chunk) => {
    heard()
    // the network may part an answer anywhere, within its last message too
    end = chunk.length < readyForQuery.length ? Buffer.concat([end, chunk]).subarray(-readyForQuery.length) : chunk
    answered = isAnswered(end)
  })
  const isIdle = (): boolean => answered && socket.bytesWritten === sentThen
  const beside = standing.get(server) ?? new Map<Socket, () => void>()
  standing.set(
    server,
    beside.set(socket, () => isIdle() && socket.destroy()),
  )
  socket.once('close', () => beside.delete(socket))
  const isSilent = (): boolean => {
    if (socket.bytesRead !== read || isIdle()) heard()
    const now = performance.now()
    // a long turn of this process, or a suspended machine, says nothing about the peer
    if (now - looked > silentFor / 2) since = now
    looked = now
    return now - since > silentFor
  }
  const timer = setInterval(() => {
    if (socket.destroyed) clearInterval(timer)
    // after a long turn of this process the answer may have arrived unread
    else if (isSilent()) setImmediate(() => isSilent() && endWithIdle(server, socket))
  }, silentFor / 8)
  timer.unref()
}

/**
 * After ReadyForQuery outside a transaction the server sends nothing by itself. Inside one, answers are on their way or
 * this process goes on, which it never delays for so long.
 */
const isAnswered = (end: Buffer): boolean => end.subarray(-readyForQuery.length).equals(readyForQuery)
const readyForQuery = Buffer.from([0x5a, 0, 0, 0, 5, 0x49])
