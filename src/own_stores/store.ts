import type { ChildProcess } from 'node:child_process'
import { killWithParent, type Signal } from './processes.ts'

/** A database server, run as a child process. */
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

interface Watched {
  readonly name: string
  /** the signal that ends it cleanly, and the one that follows when it takes too long */
  readonly ends: Signal
  readonly forces: Signal
}

/** Ends the server with this process; `leave` is called once it has ended. */
export function watched(
  server: ChildProcess,
  { name, ends, forces }: Watched,
  leave: () => void,
): Pick<Store, 'gone' | 'stop'> {
  const callOff = killWithParent(server.pid as number, ends)
  let asked = false
  const gone = new Promise<string | undefined>((resolve) => {
    server.once('exit', (code, signal) => {
      callOff()
      leave()
      resolve(asked ? undefined : `${name} ended by itself (${signal ?? code})`)
    })
  })
  server.unref()
  return {
    gone,
    async stop() {
      asked = true
      server.ref()
      server.kill(ends)
      const late = setTimeout(() => server.kill(forces), 5_000)
      await gone
      clearTimeout(late)
    },
  }
}
