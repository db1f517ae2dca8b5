import { bareMachine, ConfigError, readConfig } from './config.ts'
import { StartError } from './own_stores/start_error.ts'
import { openLog } from './log.ts'
import { openClosing } from './roles/closing.ts'
import { isRole, roles, start } from './roles/index.ts'
import { seconds } from './rules/units.ts'
import { isLostAsItOpened } from '../sql/outage.ts'

/** node dist/src/main.js [all|web|actors|clock|release]: reads the config, starts the role, drains on a signal. */
const role = process.argv[2] ?? 'all'
/** Platforms kill a stopping process after 10 seconds: by then everything has been closed in order. */
const endsWithin = seconds(9.5)

try {
  if (!isRole(role)) throw new StartError(`There is no role ${role}. Roles: ${roles.join(', ')}.`)
  const config = readConfig(role === 'all' ? bareMachine(process.env) : process.env)
  const log = openLog(config.logLevel)
  const closing = openClosing(log, seconds(6))

  let ending = false
  let endingSince = 0
  const end = (code: number): void => {
    if (ending) {
      // Ctrl-C arrives from the terminal and again from npm; a signal later than that means a person insists
      if (performance.now() - endingSince > seconds(1)) process.exit(1)
      return
    }
    ending = true
    endingSince = performance.now()
    setTimeout(() => process.exit(code || 1), endsWithin).unref()
    void closing.close().then(() => process.exit(code))
  }
  for (const signal of ['SIGTERM', 'SIGINT'] as const)
    process.on(signal, () => {
      if (!ending) log.info({ signal }, 'draining')
      end(0)
    })
  for (const event of ['uncaughtException', 'unhandledRejection'] as const)
    process.on(event, (error: unknown) => {
      if (isLostAsItOpened(error)) return log.warn({ err: error }, 'a connection to PostgreSQL ended as it opened')
      log.fatal({ err: error }, event)
      end(1)
    })

  try {
    await start(role, { config, log, closing, onLoss: () => end(1) })
    if (role === 'release') end(0)
  } catch (error) {
    // a signal came during the start: the failure is a consequence of the shutdown
    if (!ending) await closing.close()
    else await new Promise(() => undefined)
    throw error
  }
} catch (error) {
  console.error(
    error instanceof StartError || error instanceof ConfigError ? `svc cannot start: ${error.message}` : error,
  )
  process.exit(1)
}
