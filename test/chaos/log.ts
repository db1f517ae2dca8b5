import type { Log } from '../../actors/runtime/log.ts'

const line = (level: string) => (fields: object, message: string) => {
  const { err, ...rest } = fields as { err?: unknown }
  const text = err instanceof Error ? `${err.name}: ${err.message}` : ''
  if (process.env.CHAOS_LOG)
    console.error(new Date().toISOString(), process.pid, level, message, text, JSON.stringify(rest))
}

/** Says with CHAOS_LOG=1 what went on; a run full of failures is too loud otherwise. */
export const stderrLog: Log = { info: line('info'), warn: line('warn'), error: line('error') }

/**
 * postgres.js asks for the types of arrays as it connects, and nobody can catch it where the connection ends meanwhile.
 * src/main.ts ends the process then, and whoever runs it starts another; nobody starts these processes again.
 */
export function outlivesLostConnections(): void {
  process.on('unhandledRejection', (error) => {
    const { query } = error as { readonly query?: string }
    if (!query?.includes('pg_catalog.pg_type')) throw error
    stderrLog.warn({ err: error }, 'a connection ended as it was opened')
  })
}
