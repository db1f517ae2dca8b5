import { connectSql } from '../connect.ts'
import type { Query, Sql } from '../client.ts'

/** The connection ended during a transaction: it may or may not have committed. */
export class CommitUnknown extends Error {
  constructor(cause: unknown) {
    super('the connection ended before the commit was answered', { cause })
    this.name = 'CommitUnknown'
  }
}

/** One connection for whole transactions. A connection pooler in between would break its session and its pipelining. */
export interface Writer {
  /** The connection as it is now, another value after each loss; undefined while there is none. */
  session(): object | undefined
  /** Runs reads on that connection, outside any transaction. */
  read<Rows>(work: (sql: Sql) => Promise<Rows>): Promise<Rows>
  /**
   * Sends begin, these statements and commit in one flush, a single statement by itself; throws the first error, or
   * CommitUnknown.
   */
  commit(build: (sql: Sql) => readonly Query[]): Promise<void>
  /** Like `commit`, but first runs `work` statement by statement; it returns the statements to flush at the end. */
  commitAfter(work: (sql: Sql) => Promise<(sql: Sql) => readonly Query[]>): Promise<void>
  close(): Promise<void>
}

interface Session {
  readonly sql: Sql
}

interface Patience {
  /**
   * milliseconds for which a transaction of a frozen or unreachable process can keep its locks from the shards' next
   * owner
   */
  readonly inTransaction: number
  /** milliseconds after which a connection that does not answer is given up */
  readonly silentFor: number
}

export function openWriter(url: string, name: string, patience: Patience): Writer {
  const connection = openConnection(url, name, patience)
  const { live, untilLost } = connection

  return {
    session: connection.session,
    async read(work) {
      const { sql } = await live()
      return untilLost(work(sql))
    },
    async commit(build) {
      const { sql } = await live()
      const queries = build(sql)
      // a statement alone is a transaction: it is answered when it is committed
      if (queries.length === 1) await flush(connection, queries, undefined)
      else await flush(connection, [sql`begin`, ...queries, sql`commit`], 'COMMIT')
    },
    async commitAfter(work) {
      const current = await live()
      const { sql } = current
      let build: (sql: Sql) => readonly Query[]
      try {
        await untilLost(sql`begin`.execute())
        build = await untilLost(work(sql))
      } catch (error) {
        if (connection.isLive(current)) await untilLost(sql`rollback`.execute())
        throw error
      }
      await flush(connection, [...build(sql), sql`commit`], 'COMMIT')
    },
    close: connection.close,
  }
}

async function flush(
  { untilLost, giveUp }: ReturnType<typeof openConnection>,
  queries: readonly Query[],
  endsWith: 'COMMIT' | undefined,
): Promise<void> {
  /** What is sent on a dying connection may be lost without an error. */
  function lost(error: unknown): never {
    giveUp()
    throw new CommitUnknown(error)
  }
  const settled = await untilLost(Promise.allSettled(queries.map((query) => query.execute()))).catch(lost)
  const failed = settled.find((one) => one.status === 'rejected')
  if (failed && (!isServerError(failed.reason) || isFarewell(failed.reason))) lost(failed.reason)
  if (failed) throw failed.reason
  if (endsWith === undefined) return
  const last = settled.at(-1)
  // the commit of a failed transaction resolves: only its command tag tells
  if (last?.status !== 'fulfilled' || last.value.command !== endsWith)
    throw new Error('the transaction was rolled back')
}

/** The one connection: opened when it is needed, again after it was lost. */
function openConnection(url: string, name: string, { inTransaction, silentFor }: Patience) {
  let session: Session | undefined
  let opening: Promise<Session> | undefined
  // postgres.js leaves queries of a reserved connection pending when it ends, so they are rejected here
  const waiting = new Set<(error: Error) => void>()
  const client = connectSql(url, {
    max: 1,
    name,
    planOnce: true,
    idleInTransaction: inTransaction,
    silentFor,
    onClose: () => {
      session = undefined
      const ended = connectionLost()
      for (const reject of waiting) reject(ended)
    },
  })

  async function open(): Promise<Session> {
    // postgres.js loses a reservation that waits while a connection ends; after a query a connection is up and free
    await client`select 1`
    // reserved, because queued statements of a shared connection would run on the next one, outside the transaction
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

  return {
    live,
    untilLost,
    session: () => session,
    isLive: (one: Session): boolean => one === session,
    giveUp: (): void => void (session = undefined),
    // a reserved connection is never idle, so there is nothing to wait for
    close: () => client.end({ timeout: 0 }),
  }
}

/** Wraps the tag to throw when its connection has ended: postgres.js would write to a closed socket. */
function guarded(sql: Sql, isAlive: () => boolean): Sql {
  const tag = (...args: Parameters<Sql>): unknown => {
    if (!isAlive()) throw connectionLost()
    return sql(...args)
  }
  return Object.assign(tag, sql) as unknown as Sql
}

/** An answer of the server: the connection is up and the transaction is known to have failed. */
export const isServerError = (error: unknown): error is Error & { code: string } =>
  error instanceof Error && error.name === 'PostgresError'

/** The server's last message: it shuts down, was told to end the session, or the session idled too long. */
export const isFarewell = ({ code }: { code: string }): boolean => code.startsWith('57P') || code === '25P03'

export const connectionLost = (): Error =>
  Object.assign(new Error('the connection ended'), { code: 'CONNECTION_CLOSED' })
