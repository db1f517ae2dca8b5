/** A data service of ours that runs as a child of this process. */
export interface Store {
  /** what DATABASE_URL or REDIS_URL would say */
  readonly url: string
  /** settles when the server is gone; with a reason when nobody asked it to go */
  readonly gone: Promise<string | undefined>
  /** ends it in order and waits for that */
  stop(): Promise<void>
}

export interface StoreOptions {
  /** absolute; made where missing */
  readonly dataDir: string
  /** one line a person may want to know */
  readonly say: (line: string) => void
  /** false: a power cut may lose data; for throwaway stores of tests only */
  readonly durable?: boolean
}
