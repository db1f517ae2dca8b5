import type { Sql } from '../client.ts'

/** Connections that several readings share, each reading with all of its statements on one of them. */
export interface Pipelines {
  /**
   * Runs a reading over the connection that serves the fewest. Statements that begin together leave in one packet and
   * are answered by one process of the server, where a pool would wake as many processes as there are statements.
   */
  readonly during: <Read>(reading: (sql: Sql) => Promise<Read>) => Promise<Read>
  close(): Promise<void>
}

/** `clients` have one connection each. */
export function openPipelines(clients: readonly Sql[]): Pipelines {
  const pipelines = clients.map((sql) => ({ sql, readings: 0 }))
  return {
    async during(reading) {
      const free = pipelines.reduce((least, one) => (one.readings < least.readings ? one : least))
      free.readings++
      try {
        return await reading(free.sql)
      } finally {
        free.readings--
      }
    },
    async close() {
      await Promise.all(clients.map((sql) => sql.end({ timeout: 2 })))
    },
  }
}
