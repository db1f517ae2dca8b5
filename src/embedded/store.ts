/** An embedded database server, run as a child process. */
export interface Store {
  /** value for DATABASE_URL or REDIS_URL */
  readonly url: string
  /** resolves when the server has ended; with a reason when that was not requested */
  readonly gone: Promise<string | undefined>
  /** stops it cleanly and waits for that */
  stop(): Promise<void>
}

export interface StoreOptions {
  /** absolute path; created when missing */
  readonly dataDir: string
  /** prints one line for the operator */
  readonly say: (line: string) => void
  /** false: a power cut may lose data; for throwaway stores of tests only */
  readonly durable?: boolean
}
