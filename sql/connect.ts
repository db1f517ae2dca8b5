import postgres from 'postgres'
import { present } from '../src/records/present.ts'
import { parseAddress } from './address.ts'
import type { Sql } from './client.ts'
import { composed } from './composed.ts'
import { watchedSocket } from './runtime/silence.ts'

export interface ConnectOptions {
  /** maximum number of connections; 1 for a writer that pipelines whole transactions */
  readonly max?: number
  /** shown in pg_stat_activity */
  readonly name?: string
  /** seconds until an unused connection is closed; absent: never */
  readonly idleTimeout?: number
  /** milliseconds after which the server ends the session of an idle transaction */
  readonly idleInTransaction?: number
  /** milliseconds after which the server cancels a statement */
  readonly statementTimeout?: number
  /**
   * A connection plans each statement once, for all arguments. Otherwise the server often plans anew at each call, which
   * takes a reading of several tables longer than to execute it. Not for statements whose best plan depends on how much
   * there is to do.
   */
  readonly planOnce?: boolean
  /** milliseconds after which a connection that does not answer is given up; longer than any statement takes */
  readonly silentFor?: number
  /** called for every connection that ends or never opened; such a client's connections are never recycled */
  readonly onClose?: () => void
}

/** Opens a client whose statements are composed as in `composed.ts`. */
export const connectSql = (url: string, options?: ConnectOptions): Sql => composed(openClient(url, options))

/**
 * Opens a postgres.js client; it connects with its first query. int8 is returned as number (counts and versions stay
 * far below 2^53), timestamptz as Date; undefined is sent as null. `url` is read by `parseAddress`.
 */
export function openClient(
  url: string,
  {
    max = 10,
    name = 'svc',
    idleTimeout,
    idleInTransaction,
    statementTimeout,
    planOnce,
    silentFor,
    onClose,
  }: ConnectOptions = {},
): Sql {
  const { url: address, socket, encryption } = parseAddress(url)
  const client = postgres(address, {
    // it takes lists too, which its types do not say
    ...(socket as object),
    max,
    prepare: true,
    // postgres.js 3.4 forgets a scheduled write when a socket closes, and then never sends the startup message of the
    // next connection: a query on a dying connection would break it permanently. A startup message this long is sent
    // without scheduling; the server truncates the name at 63 characters.
    connection: present({
      application_name: name.padEnd(1_024),
      TimeZone: 'UTC',
      statement_timeout: statementTimeout,
      idle_in_transaction_session_timeout: idleInTransaction,
      plan_cache_mode: planOnce ? 'force_generic_plan' : undefined,
      // compiling takes longer than any of the statements
      jit: 'off',
    }),
    connect_timeout: 10,
    // seconds until the system probes an idle connection
    keep_alive: 10,
    // a watched socket is encrypted before it is watched
    ...(silentFor === undefined ? { ssl: encryption } : { socket: watchedSocket(silentFor, encryption) }),
    transform: { undefined: null },
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    // notices are meant for interactive use
    onnotice: () => undefined,
    // reconnects within a second of the server being back
    backoff: (retries) => Math.min(2 ** retries / 100, 1),
    ...present({ idle_timeout: idleTimeout }),
    ...(onClose !== undefined && { onclose: onClose, max_lifetime: null }),
  })
  return client as unknown as Sql
}
