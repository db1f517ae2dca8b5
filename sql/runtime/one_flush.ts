import type { Socket } from 'node:net'

/** postgres.js sends what it has gathered at this length, and the rest at the end of the turn */
const sentAtOnce = 1_024

/**
 * Makes one system call of all that postgres.js sends in one turn of the event loop: the server then reads a whole
 * transaction at once. The socket never reports that its buffer is full: postgres.js would send each further statement of
 * the transaction only after the answer to the one before.
 */
export function inOneFlush(socket: Socket): void {
  const write = socket.write.bind(socket) as (...args: unknown[]) => boolean
  let corked = false
  const flush = (): void => {
    corked = false
    socket.uncork()
  }
  socket.write = ((data: Buffer | string, ...rest: unknown[]) => {
    if (!corked && data.length >= sentAtOnce) {
      corked = true
      socket.cork()
      // postgres.js sends the rest in an immediate, which by the next tick is set: this one comes after it
      process.nextTick(() => setImmediate(flush))
    }
    write(data, ...rest)
    return true
  }) as typeof socket.write
}
