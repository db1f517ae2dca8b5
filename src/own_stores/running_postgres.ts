import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { join } from 'node:path'
import { commandOf, isRunning } from './processes.ts'

interface RunningPostgres {
  readonly pid: number
  /** absent while it starts */
  readonly socket?: string
}

/**
 * Returns the server that runs on the cluster in this folder. A lock file alone proves none: after a crash its number
 * may be another process's.
 */
export function serverOn(data: string): RunningPostgres | undefined {
  const lock = join(data, 'postmaster.pid')
  if (!existsSync(lock)) return undefined
  // lines: pid, data folder, start time, port, socket folder
  const [first = '', , , , socket] = readFileSync(lock, 'utf8').split('\n')
  const pid = Number.parseInt(first, 10)
  if (!(pid > 0) || !isRunning(pid) || !commandOf(pid).includes(data)) return undefined
  return { pid, ...(socket && { socket }) }
}

/** The folder of a data folder's cluster; undefined before the first start. */
export function clusterIn(dataDir: string): string | undefined {
  const home = join(dataDir, 'postgres')
  return existsSync(join(home, 'data')) ? join(realpathSync(home), 'data') : undefined
}

/** Returns the address of the server of a data folder; undefined when it is not running. */
export function runningPostgres(dataDir: string): string | undefined {
  const data = clusterIn(dataDir)
  const socket = data && serverOn(data)?.socket
  return socket && postgresUrl(socket)
}

export const [postgresUser, postgresDatabase] = ['svc', 'svc']

export const postgresUrl = (socket: string, database = postgresDatabase): string =>
  `postgres:///${database}?host=${encodeURIComponent(socket)}&user=${postgresUser}`
