import postgres from 'postgres'
import type { Sql } from './client.ts'
import { watchedSocket } from './runtime/silence.ts'

export interface ConnectOptions {
  /** connections at most; 1 for a writer that pipelines a whole transaction */
  readonly max?: number
  /** shown in pg_stat_activity */
  readonly name?: string
  /** seconds an unused connection is kept; left out: for ever */
  readonly idleTimeout?: number
  /** milliseconds that the server lets a transaction stand without a word from us, and then ends the session */
  readonly idleInTransaction?: number
  /** milliseconds after which the server gives a statement up */
  readonly statementTimeout?: number
  /** milliseconds after which a connection that was asked and says nothing is given up; longer than any statement takes */
  readonly silentFor?: number
  /** hears of every connection that ends, also one that never came up; such a client's connections are never recycled */
  readonly onClose?: () => void
}

/**
 * Opens a postgres.js client; it connects with its first query.
 * int8 comes back as number (counts and versions stay far below 2^53), timestamptz as Date, undefined goes in as null.
 * `url` may name a unix socket as libpq does: `postgres:///database?host=/folder&user=name`.
 */
export function connectSql(
  url: string,
  { max = 10, name = 'svc', idleTimeout, idleInTransaction, statementTimeout, silentFor, onClose }: ConnectOptions = {},
): Sql {
  const { address, socket } = parseAddress(url)
  const client = postgres(address, {
    ...socket,
    max,
    prepare: true,
    // postgres.js 3.4 forgets a planned write when a socket closes, and then never sends the greeting of the next one:
    // a query on a dying connection would break it for good. A greeting this long is sent without a plan; the server
    // cuts the name at 63 characters.
    connection: {
      application_name: name.padEnd(1_024),
      TimeZone: 'UTC',
      ...(statementTimeout !== undefined && { statement_timeout: statementTimeout }),
      ...(idleInTransaction !== undefined && { idle_in_transaction_session_timeout: idleInTransaction }),
    },
    connect_timeout: 10,
    // seconds until the system looks after a connection on which nothing is said
    keep_alive: 10,
    ...(silentFor !== undefined && { socket: watchedSocket(silentFor) }),
    transform: { undefined: null },
    types: { bigint: { to: 20, from: [20], serialize: String, parse: Number } },
    // a notice is for people at a prompt: nothing of ours reads it
    onnotice: () => undefined,
    // a server that comes back is found within a second
    backoff: (retries) => Math.min(2 ** retries / 100, 1),
    ...(idleTimeout !== undefined && { idle_timeout: idleTimeout }),
    ...(onClose !== undefined && { onclose: onClose, max_lifetime: null }),
  })
  return client as unknown as Sql
}

/** postgres.js would send libpq's host and user to the server as settings, so they are taken out here. */
function parseAddress(url: string): { address: string; socket: { host?: string; user?: string } } {
  const address = new URL(url)
  const host = address.searchParams.get('host')
  const user = address.searchParams.get('user')
  if (host === null) return { address: url, socket: {} }
  address.searchParams.delete('host')
  address.searchParams.delete('user')
  return { address: address.href, socket: { host, ...(user !== null && { user }) } }
}
