import { followDatabaseClock } from '../../actors/runtime/database_clock.ts'
import { openTimers } from '../../actors/fire_timed_rules.ts'
import { followTestClock } from '../../actors/test_clock.ts'
import { timedRules } from '../../actors/timed_rules.ts'
import { connectSql } from '../../sql/connect.ts'
import { migrate, type MigrateOptions } from '../../sql/migrate.ts'
import { serviceClock } from '../clock.ts'
import { settingsOf } from '../config.ts'
import { warmUp } from '../http/views/serving/warm_up.ts'
import { StartError } from '../own_stores/start_error.ts'
import type { Log } from '../log.ts'
import { connectRedis } from '../redis/connect.ts'
import { connections } from '../rules/limits.ts'
import { hostActors, serveMetrics } from './actors.ts'
import { checkPostgres, findStores, givenStores } from './addresses.ts'
import { runClock } from './clock.ts'
import { firstScreen } from './first_screen.ts'
import { listen } from './listening.ts'
import { openAll, watchAll } from './open.ts'
import { seconds } from '../rules/units.ts'
import type { RoleParts } from './role.ts'
import { serve } from './web.ts'

/** How long idle connections stay open after the port is closed: a proxy soon switches to the other processes. */
const keptIdle = seconds(1)

/** The processes of the Procfile; `all` is npm start. */
const starts: Readonly<Record<string, (parts: RoleParts) => Promise<void>>> = { all, web, actors, clock, release }

export const roles: readonly string[] = Object.keys(starts)
export const isRole = (name: string): boolean => Object.hasOwn(starts, name)

/** Starts a role; resolves when it is ready. What it opened is in `closing`, even when it fails. */
export async function start(role: string, parts: RoleParts): Promise<void> {
  await starts[role]?.(parts)
  if (role !== 'release') parts.log.info({ role, node: process.version }, 'started')
}

async function all(parts: RoleParts): Promise<void> {
  const { config, log, closing, onLoss } = parts
  // first, so that a port in use is reported before the stores are started
  const listening = await listen(config)
  closing.add('port', () => listening.close(0))
  const addresses = await findStores(config, log, closing, onLoss)
  const applied = await migrate(addresses.databaseUrl, { onWait: logWaits(log) })
  if (applied.length > 0) log.info({ applied }, 'migrated')

  const hosts = await hostActors(parts, addresses)
  const opened = await openAll(parts, addresses, { metricsOfProcess: true, databaseTime: true })
  watchAll(opened.metrics, 'hosts', () => ({ ...hosts.metrics() }))
  runClock(parts, { ...opened, sql: opened.sweeping })
  await warmUp(opened)
  serve(listening, opened, closing)
  process.stdout.write(firstScreen(config))
}

async function web(parts: RoleParts): Promise<void> {
  const { config, log, closing } = parts
  const addresses = await givenStores(config, 'web', log)
  const opened = await openAll(parts, addresses, { metricsOfProcess: true, databaseTime: true })
  await warmUp(opened)
  // last: while the port is closed, a proxy uses the other processes
  const listening = await listen(config)
  closing.add('port', () => listening.close(0))
  serve(listening, opened, closing, keptIdle)
  log.info({ url: config.baseUrl }, 'serving')
}

async function actors(parts: RoleParts): Promise<void> {
  const addresses = await givenStores(parts.config, 'actors', parts.log)
  await serveMetrics(parts, addresses, await hostActors(parts, addresses))
}

async function clock(parts: RoleParts): Promise<void> {
  const { config, log, closing } = parts
  const { databaseUrl, redisUrl } = await givenStores(config, 'clock', log)
  const time = serviceClock()
  const sql = connectSql(databaseUrl, { ...connections.sweeps, name: 'svc clock' })
  closing.add('sql', () => sql.end({ timeout: 2 }))
  const databaseClock = closing.closes('time', await followDatabaseClock({ sql, clock: time, log }))
  const redis = connectRedis({ url: redisUrl, name: 'svc clock' })
  closing.add('redis', () => redis.disconnect())
  if (config.testClock) closing.closes('test clock', await followTestClock({ sql, redis, clock: time }))
  const timers = openTimers({ rules: timedRules, settings: settingsOf(config), sql, redis, clock: time, log })
  runClock(parts, { sql, clock: time, timers, databaseClock })
}

async function release({ config, log }: RoleParts): Promise<void> {
  if (config.databaseUrl === undefined) throw new StartError('The role release needs DATABASE_URL.')
  await checkPostgres(config.databaseUrl)
  log.info({ applied: await migrate(config.databaseUrl, { onWait: logWaits(log) }) }, 'migrated')
}

const logWaits =
  (log: Log): Required<MigrateOptions>['onWait'] =>
  (held) =>
    log.warn({ held }, 'migrations wait for transactions of others')
