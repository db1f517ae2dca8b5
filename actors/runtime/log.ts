/** The logger of the runtime, as pino implements it. Fields are ids, numbers and errors, never participants' words. */
export interface Log {
  info(fields: object, message: string): void
  warn(fields: object, message: string): void
  error(fields: object, message: string): void
}
