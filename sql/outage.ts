import { isFarewell, isServerError } from './runtime/writer.ts'

/** What postgres.js and the socket below it say when the server cannot be reached. */
export const isConnectionError = (error: unknown): boolean =>
  error instanceof Error &&
  'code' in error &&
  typeof error.code === 'string' &&
  /^(CONNECT|ECONN|ENOENT|EPIPE|ETIMEDOUT|EAI_|ENOTFOUND|EHOST|ENET|EACCES)/.test(error.code)

/** SQLSTATE classes: connection, resources, operator intervention, system. */
const outages = ['08', '53', '57', '58']

/** The database is away, full, going down, or gave a statement up that took too long: nothing is wrong with what was asked. */
export const isOutage = (error: unknown): boolean =>
  isServerError(error) ? outages.includes(error.code.slice(0, 2)) || isFarewell(error) : isConnectionError(error)

/** The server gave a statement up after its statement_timeout. */
export const tookTooLong = (error: unknown): boolean => isServerError(error) && error.code === '57014'
