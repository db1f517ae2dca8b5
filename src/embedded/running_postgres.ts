import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { unprivilegedAccount } from './account.ts'
import { postgresHome } from './postgres_home.ts'
import { isRunning } from './processes.ts'

/** Returns the address of the embedded server of a data folder; undefined when it is not running. */
export function runningPostgres(dataDir: string): string | undefined {
  const home = postgresHome(dataDir, unprivilegedAccount(), () => undefined)
  const lock = join(home.folder, 'data', 'postmaster.pid')
  if (!existsSync(lock)) return undefined
  // lines: pid, data folder, start time, port, socket folder
  const [pid, , , , socket] = readFileSync(lock, 'utf8').split('\n')
  if (!isRunning(Number(pid)) || socket === undefined) return undefined
  return `postgres:///svc?host=${encodeURIComponent(socket)}&user=svc`
}
