import { isFarewell, isServerError } from './runtime/writer.ts'

/** Whether an error of postgres.js or its socket means that the server cannot be reached, or that this process has no socket left for it. */
const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(CONNECT|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_|ENOTFOUND|EHOST|ENET|EACCES|EAGAIN|EMFILE|ENFILE|ENOBUFS|ENOMEM|EADDRNOTAVAIL)/.test(
    error.code,
  )

/** SQLSTATE classes: connection, resources, operator intervention, system. */
const outages = ['08', '53', '57', '58']

/** SQLSTATE of a write to a standby, or to a server that was set to take none */
const readOnly = '25006'

/** The database is unreachable, full, read-only, shutting down or cancelled a slow statement: the request itself is valid. */
export const isOutage = (error: unknown): boolean =>
  isServerError(error)
    ? outages.includes(error.code.slice(0, 2)) || error.code === readOnly || isFarewell(error)
    : isConnectionError(error)

/** The server cancelled a statement after its statement_timeout. */
export const tookTooLong = (error: unknown): boolean => isServerError(error) && error.code === '57014'

/**
 * postgres.js asks each new connection for the types of arrays, and its caller cannot catch the failure of that query when
 * the connection ends. The statement that waits for the connection fails as well, and the next connection asks again.
 * Without that query (fetch_types) postgres.js never hands out a connection that is reserved as it opens.
 */
export const isLostAsItOpened = (error: unknown): boolean =>
  isOutage(error) &&
  'query' in (error as object) &&
  String((error as { query: unknown }).query).includes('pg_catalog.pg_type')
