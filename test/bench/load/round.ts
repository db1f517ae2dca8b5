import { type Connection, bodyOf, connectTo, type Heard } from './connection.ts'
import { type Requests, requestsTo } from './requests.ts'

export interface Round {
  readonly port: number
  readonly connections: number
  readonly milliseconds: number
  readonly requests: Requests
  /** the status that every answer must have */
  readonly expect: number
}

export interface RoundResult {
  readonly answered: number
  /** answers a second */
  readonly rate: number
  /** milliseconds from writing a request to having its whole answer */
  readonly p50: number
  readonly p99: number
  /** milliseconds of processor time that the generator itself took for one request */
  readonly own: number
}

/** Every connection sends its next request when it has heard the answer to the last. */
export async function playRound({ port, connections, milliseconds, requests, expect }: Round): Promise<RoundResult> {
  const next = requestsTo(port, requests)
  const open = await Promise.all(Array.from({ length: connections }, () => connectTo(port)))
  const took: number[] = []
  const cpu = process.cpuUsage()
  const began = performance.now()
  const end = began + milliseconds
  const play = async (connection: Connection): Promise<void> => {
    for (let sent = performance.now(); sent < end; ) {
      const heard = await connection.send(next())
      if (heard.status !== expect) throw unexpected(heard)
      const now = performance.now()
      took.push(now - sent)
      sent = now
    }
  }
  try {
    await Promise.all(open.map(play))
  } finally {
    for (const connection of open) connection.close()
  }
  const seconds = (performance.now() - began) / 1000
  const { user, system } = process.cpuUsage(cpu)
  took.sort((a, b) => a - b)
  return {
    answered: took.length,
    rate: took.length / seconds,
    p50: quantile(took, 0.5),
    p99: quantile(took, 0.99),
    own: (user + system) / 1000 / took.length,
  }
}

export const unexpected = (heard: Heard): Error =>
  new Error(`an answer nobody asked for: ${heard.status} ${bodyOf(heard).slice(0, 600)}`)

/** Of numbers in rising order. */
export const quantile = (sorted: readonly number[], share: number): number =>
  sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length / 2
  return ((sorted[Math.floor(middle)] as number) + (sorted[Math.ceil(middle) - 1] as number)) / 2
}
