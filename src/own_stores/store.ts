import { spawn, type ChildProcess, type SpawnOptions } from 'node:child_process'
import { closeSync, openSync, readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'
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

/** Crash recovery, or loading a large append-only file, comes before the first answer and may be slow. */
const patienceMs = 120_000

interface Launched extends Pick<SpawnOptions, 'uid' | 'gid' | 'env'> {
  readonly logFile: string
  /** how the log file is opened: to append, or anew */
  readonly log: 'a' | 'w'
}

/** Starts a server in a process group of its own: Ctrl-C reaches only node, which stops the server after draining. */
export function launch(program: string, args: readonly string[], { logFile, log, ...options }: Launched): ChildProcess {
  const output = openSync(logFile, log, 0o600)
  try {
    return spawn(program, args, { ...options, cwd: '/', detached: true, stdio: ['ignore', output, output] })
  } finally {
    closeSync(output)
  }
}

/** Resolves to true once the server answers. One that ended or takes too long is killed. */
export async function isUp(server: ChildProcess, answers: () => Promise<boolean>, forces: Signal): Promise<boolean> {
  const ended = new Promise<void>((resolve) => server.once('exit', () => resolve()).once('error', () => resolve()))
  const isRunning = (): boolean => server.exitCode === null && server.signalCode === null && server.pid !== undefined
  for (const end = Date.now() + patienceMs; isRunning() && Date.now() < end; await Promise.race([pause(20), ended]))
    if (await answers()) return true
  server.kill(forces)
  await ended
  return false
}

export const lastLogLine = (logFile: string): string => readFileSync(logFile, 'utf8').trim().split('\n').at(-1) ?? ''

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
