import type { Sql } from '../client.ts'
import { ping } from './ping.ts'

/** Connections that several readings share, each reading with all of its statements on one of them. */
export interface Pipelines {
  /**
   * Runs a reading over the connection that serves the fewest. Statements that begin together leave in one packet and
   * are answered by one process of the server, where a pool would wake as many processes as there are statements.
   */
  readonly during: <Read>(reading: (sql: Sql) => Promise<Read>) => Promise<Read>
  /**
   * Resolves when the connection that the next reading would take answers. Asks those that serve readings as well: one
   * that died after some of its answers is found silent only once it is written to.
   */
  readonly answer: () => Promise<unknown>
  close(): Promise<void>
}

/** `clients` have one connection each. */
export function openPipelines(clients: readonly Sql[]): Pipelines {
  /** in the order in which they were last taken: of those that serve as few, the one that rested longest comes first */
  const pipelines = clients.map((sql) => ({ sql, readings: 0 }))
  const freest = () => pipelines.reduce((least, one) => (one.readings < least.readings ? one : least))
  return {
    async during(reading) {
      const free = freest()
      pipelines.push(...pipelines.splice(pipelines.indexOf(free), 1))
      free.readings++
      try {
        return await reading(free.sql)
      } finally {
        free.readings--
      }
    },
    async answer() {
      const next = freest()
      for (const one of pipelines)
        if (one !== next && one.readings > 0)
          // its readings fail with it
          void ping(one.sql).catch(() => undefined)
      await ping(next.sql)
    },
    async close() {
      await Promise.all(clients.map((sql) => sql.end({ timeout: 2 })))
    },
  }
}
