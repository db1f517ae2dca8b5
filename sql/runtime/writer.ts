import { connectSql } from '../connect.ts'
import type { Query, Sql } from '../client.ts'

/** The connection ended while a transaction was under way: it may have committed or not. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection ended before the commit was answered', { cause })
    this.name = 'CommitUnknown'
  }
}

/** One connection that writes whole transactions; a pooler in between would break both its session and its pipeline. */
export interface Writer {
  /** Runs reads on that connection, outside any transaction. */
  read<Rows>(work: (sql: Sql) => Promise<Rows>): Promise<Rows>
  /** Sends begin, these statements and commit in one flush; throws what failed first, or CommitUnknown. */
  commit(build: (sql: Sql) => readonly Query[]): Promise<void>
  /** The same with a part of its own before: `work` runs statement by statement and gives what is flushed last. */
  commitAfter(work: (sql: Sql) => Promise<(sql: Sql) => readonly Query[]>): Promise<void>
  close(): Promise<void>
}

interface Session {
  readonly sql: Sql
}

interface Patience {
  /**
   * milliseconds that a transaction of a process that stands still, or cannot be reached, keeps its locks from the
   * shards' next owner
   */
  readonly inTransaction: number
  /** milliseconds after which a connection that was asked and says nothing is given up */
  readonly silentFor: number
}

export function openWriter(url: string, name: string, { inTransaction, silentFor }: Patience): Writer {
  let session: Session | undefined
  let opening: Promise<Session> | undefined
  // postgres.js leaves queries of a reserved connection unanswered when it ends: we answer them
  const waiting = new Set<(error: Error) => void>()
  const client = connectSql(url, {
    max: 1,
    name,
    idleInTransaction: inTransaction,
    silentFor,
    onClose: () => {
      session = undefined
      const ended = connectionLost()
      for (const reject of waiting) reject(ended)
    },
  })

  async function open(): Promise<Session> {
    // postgres.js forgets a reservation that waits while a connection ends; a query brings one up, which is then free
    await client`select 1`
    // reserved, because on a shared connection what did not go out yet would run on the next one, outside the transaction
    const reserved = (await client.reserve()) as unknown as Sql
    const current: Session = { sql: guarded(reserved, () => session === current) }
    session = current
    return current
  }

  async function live(): Promise<Session> {
    if (session) return session
    opening ??= open().finally(() => (opening = undefined))
    return opening
  }

  const untilLost = <T>(work: Promise<T>): Promise<T> =>
    new Promise<T>((resolve, reject) => {
      waiting.add(reject)
      work.then(resolve, reject).finally(() => waiting.delete(reject))
    })

  /** What is sent on a dying connection may be lost without a word. */
  function lost(error: unknown): never {
    session = undefined
    throw new CommitUnknown(error)
  }

  async function flush(queries: readonly Query[]): Promise<void> {
    const settled = await untilLost(Promise.allSettled(queries.map((query) => query.execute()))).catch(lost)
    const failed = settled.find((one) => one.status === 'rejected')
    if (failed && (!isServerError(failed.reason) || isFarewell(failed.reason))) lost(failed.reason)
    if (failed) throw failed.reason
    const last = settled.at(-1)
    // a commit of a failed transaction resolves: only its tag tells
    if (last?.status !== 'fulfilled' || last.value.command !== 'COMMIT')
      throw new Error('the transaction was rolled back')
  }

  return {
    async read(work) {
      const { sql } = await live()
      return untilLost(work(sql))
    },
    async commit(build) {
      const { sql } = await live()
      await flush([sql`begin`, ...build(sql), sql`commit`])
    },
    async commitAfter(work) {
      const current = await live()
      const { sql } = current
      let build: (sql: Sql) => readonly Query[]
      try {
        await untilLost(sql`begin`.execute())
        build = await untilLost(work(sql))
      } catch (error) {
        if (current === session) await untilLost(sql`rollback`.execute())
        throw error
      }
      await flush([...build(sql), sql`commit`])
    },
    // a reserved connection is never idle, so there is nothing to wait for
    close: () => client.end({ timeout: 0 }),
  }
}

/** The same tag, which throws where its connection is gone: postgres.js would write into nothing. */
function guarded(sql: Sql, isAlive: () => boolean): Sql {
  const tag = (...args: Parameters<Sql>): unknown => {
    if (!isAlive()) throw connectionLost()
    return sql(...args)
  }
  return Object.assign(tag, sql) as unknown as Sql
}

/** Answered by the server, so the connection stands and the transaction is known to have failed. */
export const isServerError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && error.name === 'PostgresError'

/** The server's last words on this connection: shutting down, told to end it, or silent for too long. */
export const isFarewell = ({ code }: { code: string }): boolean => code.startsWith('57P') || code === '25P03'

const connectionLost = (): Error => Object.assign(new Error('the connection ended'), { code: 'CONNECTION_CLOSED' })
