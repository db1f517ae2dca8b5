import { writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { setPriority } from 'node:os'
import { setTimeout as pause } from 'node:timers/promises'
import { type Connection, connectTo } from '../load/connection.ts'
import { type Armed, type Attack, attacksOf, mostIdle, type Written } from './attacks.ts'

/**
 * The attackers' process. Attackers elsewhere have machines of their own: here they get what the service, its stores and
 * the honest leave over.
 */
export interface Attacking {
  readonly armed: Armed
  readonly attack: string
  readonly milliseconds: number
}
/** how often each status was answered; 0: no answer */
export type Attacked = readonly (readonly [status: number, times: number])[]

setPriority(19)
try {
  // where sessions share the cores among themselves first: this one is its own
  writeFileSync('/proc/self/autogroup', '19')
} catch {
  // no such thing on this machine
}
process.on('disconnect', () => process.exit())
process.on('message', (attacking: Attacking) => {
  void attacked(attacking).then((answers) => process.send?.(answers))
})

async function attacked({ armed, attack, milliseconds }: Attacking): Promise<Attacked> {
  const chosen = attacksOf(armed).find(({ name }) => name === attack) as Attack
  const end = performance.now() + milliseconds
  const answers = new Map<number, number>()
  let sent = 0
  const round = { port: armed.port, end, next: () => sent++, count }
  function count(status: number): void {
    answers.set(status, (answers.get(status) ?? 0) + 1)
  }
  const { request, written } = chosen
  const opened: Socket[] = []
  await Promise.all(
    Array.from({ length: chosen.together }, () =>
      request ? ask(round, (n) => request(n)) : written ? write(round, (n) => written(n)) : idle(round, opened),
    ),
  )
  for (const socket of opened) socket.destroy()
  return [...answers]
}

interface Round {
  readonly port: number
  readonly end: number
  readonly next: () => number
  readonly count: (status: number) => void
}

/** One connection, a request after the other, until the time is up; an answer that does not come by then is none. */
async function ask({ port, end, next, count }: Round, request: (n: number) => string): Promise<void> {
  let connection: Connection | undefined
  while (performance.now() < end) {
    try {
      if (connection === undefined || connection.closed) connection = await connectTo(port)
      const late = setTimeout(() => connection?.close(), Math.max(0, end - performance.now()))
      const { status } = await connection.send(request(next())).finally(() => clearTimeout(late))
      count(status)
    } catch {
      connection?.close()
      connection = undefined
      count(0)
      await pause(10)
    }
  }
  connection?.close()
}

/** One connection after the other; an answer is counted and changes nothing. */
async function write({ port, end, next, count }: Round, written: (n: number) => Written): Promise<void> {
  while (performance.now() < end) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    socket.on('data', (chunk: Buffer) => {
      for (const [, status] of chunk.toString('latin1').matchAll(/HTTP\/1\.1 (\d+)/g)) count(Number(status))
    })
    const { pieces, every } = written(next())
    for (const piece of pieces) {
      const isTaken = socket.write(piece, 'latin1')
      if (!isTaken) await Promise.race([once(socket, 'drain'), once(socket, 'close')]).catch(() => undefined)
      await pause(every)
      if (socket.destroyed || performance.now() >= end) break
    }
    socket.destroy()
    count(0)
  }
}

async function idle({ port, end, count }: Round, opened: Socket[]): Promise<void> {
  while (performance.now() < end) {
    const socket = connect(port, '127.0.0.1')
    socket.on('error', () => undefined)
    opened.push(socket)
    if (opened.length > mostIdle) opened.shift()?.destroy()
    count(0)
    await pause(20)
  }
}
