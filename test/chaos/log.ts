import type { Log } from '../../actors/runtime/log.ts'
import { isLostAsItOpened } from '../../sql/outage.ts'

const line = (level: string) => (fields: object, message: string) => {
  const { err, ...rest } = fields as { err?: unknown }
  const text = err instanceof Error ? `${err.name}: ${err.message}` : ''
  if (process.env.CHAOS_LOG)
    console.error(new Date().toISOString(), process.pid, level, message, text, JSON.stringify(rest))
}

/** Says with CHAOS_LOG=1 what went on; a run full of failures is too loud otherwise. */
export const stderrLog: Log = { info: line('info'), warn: line('warn'), error: line('error') }

/** As src/main.ts and actors/host_worker.ts do. */
export function outlivesLostConnections(): void {
  process.on('unhandledRejection', (error) => {
    if (!isLostAsItOpened(error)) throw error
    stderrLog.warn({ err: error }, 'a connection ended as it was opened')
  })
}
