import { bareMachine, ConfigError, readConfig } from './config.ts'
import { StartError } from './embedded/start_error.ts'
import { openLog } from './log.ts'
import { openClosing } from './roles/closing.ts'
import { isRole, roles, start } from './roles/index.ts'
import { seconds } from './rules/units.ts'

/** node dist/src/main.js [all|web|actors|clock|release]: reads the config, starts the role, runs until a signal, drains. */
const role = process.argv[2] ?? 'all'
/** A platform that stops a process kills it after 10 seconds: by then everything has been ended in order. */
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
      // Ctrl-C reaches a process from the terminal and again from npm; asked again later, somebody is out of patience
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
      log.fatal({ err: error }, event)
      end(1)
    })

  try {
    await start(role, { config, log, closing, onLoss: () => end(1) })
    if (role === 'release') end(0)
  } catch (error) {
    // told to end while it was starting: what fails then fails because of that
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
