import { monitorEventLoopDelay } from 'node:perf_hooks'
import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, type Connection, connectTo } from '../load/connection.ts'
import { getRequest, toolRequest } from '../load/requests.ts'
import { quantile } from '../load/round.ts'

/** Everybody else, in a process of their own: what they wait is not what somebody beside them costs this one. */
export interface Living {
  readonly port: number
  readonly readers: readonly string[]
  readonly writers: readonly string[]
  readonly threads: readonly string[]
  readonly milliseconds: number
  /** each once in so many milliseconds: under every limit that a person could meet */
  readonly readEvery: number
  readonly writeEvery: number
}

export interface Lived {
  /** milliseconds, p99 */
  readonly reads: number
  readonly writes: number
  readonly calls: number
  /** answers of 503 */
  readonly busy: number
  /** others that nobody expected; 0: none came */
  readonly wrong: readonly (readonly [status: number, times: number])[]
  readonly stalled: number
  /** milliseconds by which this process itself came late, p99: what the machine adds to the numbers above */
  readonly ownLate: number
}

process.on('disconnect', () => process.exit())
process.on('message', (living: Living) => {
  void live(living).then((lived) => process.send?.(lived))
})

async function live({ port, readers, writers, threads, milliseconds, readEvery, writeEvery }: Living): Promise<Lived> {
  const end = performance.now() + milliseconds
  const [reads, writes]: [number[], number[]] = [[], []]
  const counts = { busy: 0, stalled: 0 }
  const wrong = new Map<number, number>()
  const delay = monitorEventLoopDelay({ resolution: 10 })
  delay.enable()

  async function again(every: number, request: (n: number) => string, into: number[]): Promise<void> {
    let connection: Connection = await connectTo(port)
    await pause(Math.random() * Math.min(every, milliseconds))
    for (let n = 0; performance.now() < end; n++) {
      const sent = performance.now()
      try {
        if (connection.closed) connection = await connectTo(port)
        const { status } = await connection.send(request(n))
        if (status === 503) counts.busy++
        else if (status !== 200) wrong.set(status, (wrong.get(status) ?? 0) + 1)
      } catch {
        wrong.set(0, (wrong.get(0) ?? 0) + 1)
      }
      const took = performance.now() - sent
      into.push(took)
      await pause(Math.max(0, Math.min(every - took, end - performance.now())))
    }
    connection.close()
  }
  const call = (key: string, tool: string, args: object) => toolRequest(port, tool, `Bearer ${key}`, args)

  async function health(): Promise<void> {
    const connection = await connectTo(port)
    while (performance.now() < end) {
      const body = bodyOf(await connection.send(getRequest(port, '/healthz', {})))
      if ((JSON.parse(body) as { reason?: string }).reason === 'writes_stalled') counts.stalled++
      await pause(250)
    }
    connection.close()
  }
  await Promise.all([
    ...readers.map((key, n) => again(readEvery, () => call(key, 'open_thread', { thread_id: threads[n] }), reads)),
    ...writers.map((key, n) =>
      again(
        writeEvery,
        (at) => call(key, 'post_reply', { thread_id: threads[n], body: `Reply ${n} ${at} ${Math.random()}` }),
        writes,
      ),
    ),
    health(),
  ])
  delay.disable()
  const p99 = (times: number[]) =>
    quantile(
      times.toSorted((a, b) => a - b),
      0.99,
    )
  return {
    reads: p99(reads),
    writes: p99(writes),
    calls: reads.length + writes.length,
    ...counts,
    wrong: [...wrong],
    ownLate: delay.percentile(99) / 1e6 - 10,
  }
}
