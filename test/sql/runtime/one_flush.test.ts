import type { Socket } from 'node:net'
import { Writable } from 'node:stream'
import { expect } from 'chai'
import { inOneFlush } from '../../../sql/runtime/one_flush.ts'

/** A socket that keeps what each of its system calls would send. */
function recorded(): { socket: Socket; calls: string[] } {
  const calls: string[] = []
  const socket = new Writable({
    write(chunk: Buffer, _encoding, done) {
      calls.push(chunk.toString())
      done()
    },
    writev(chunks, done) {
      calls.push(chunks.map(({ chunk }) => String(chunk)).join(''))
      done()
    },
  })
  return { socket: socket as Socket, calls }
}

describe('what postgres.js sends in one turn', () => {
  const long = 'l'.repeat(20_000)

  it('goes to the server at once and in order, its end from an immediate included', async () => {
    const { socket, calls } = recorded()
    inOneFlush(socket)
    await Promise.resolve()
    // a full buffer would make postgres.js wait for an answer after each statement
    expect(socket.write(`1${long}`)).to.equal(true)
    expect(socket.write(`2${long}`)).to.equal(true)
    await new Promise<void>((sent) => setImmediate(() => sent(void socket.write('3'))))
    await new Promise(setImmediate)
    expect(calls).to.deep.equal([`1${long}2${long}3`])
  })

  it('goes without delay when it is short, and a later turn has its own', async () => {
    const { socket, calls } = recorded()
    inOneFlush(socket)
    socket.write('short')
    expect(calls).to.deep.equal(['short'])
    for (const turn of ['first', 'second']) {
      socket.write(turn + long)
      await new Promise((later) => setTimeout(later))
      await new Promise(setImmediate)
    }
    expect(calls.slice(1)).to.deep.equal([`first${long}`, `second${long}`])
  })
})
