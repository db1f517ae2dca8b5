import { connectSql } from '../../sql/connect.ts'
import { isUnknownSetting, statementTimeout } from '../../sql/runtime/ping.ts'
import type { Config } from '../config.ts'
import { inTime, late } from '../in_time.ts'
import { StartError } from '../own_stores/start_error.ts'
import { startStores } from '../own_stores/stores.ts'
import type { Log } from '../log.ts'
import { connectRedis, ready } from '../redis/connect.ts'
import { durabilityWarnings } from '../redis/durability.ts'
import { seconds } from '../rules/units.ts'
import type { Closing } from './closing.ts'

export interface Addresses {
  readonly databaseUrl: string
  readonly redisUrl: string
}

/** Returns the given addresses, or those of stores of its own. If one of these dies, the service ends. */
export async function findStores(config: Config, log: Log, closing: Closing, onLoss: () => void): Promise<Addresses> {
  const { databaseUrl, redisUrl, dataDir } = config
  const stores = await startStores(
    { postgres: databaseUrl === undefined, redis: redisUrl === undefined },
    { dataDir, say: (line) => log.warn({}, line) },
  )
  closing.add('own stores', () => stores.stop())
  for (const store of [stores.postgres, stores.redis])
    void store?.gone.then((reason) => {
      if (reason === undefined) return
      log.fatal({}, reason)
      onLoss()
    })
  const found = {
    databaseUrl: databaseUrl ?? (stores.postgres?.url as string),
    redisUrl: redisUrl ?? (stores.redis?.url as string),
  }
  if (databaseUrl !== undefined) await checkPostgres(databaseUrl)
  if (redisUrl !== undefined) await checkRedis(redisUrl, log)
  return found
}

/** Processes that share their stores with others need both addresses. */
export async function givenStores(config: Config, role: string, log: Log): Promise<Addresses> {
  const { databaseUrl, redisUrl } = config
  if (databaseUrl === undefined || redisUrl === undefined)
    throw new StartError(
      `The role ${role} needs DATABASE_URL and REDIS_URL. Everything in one, on its own stores: npm start`,
    )
  await checkPostgres(databaseUrl)
  await checkRedis(redisUrl, log)
  return { databaseUrl, redisUrl }
}

const startPatience = seconds(10)
/** to which a pooler's own connections are not set by chance */
const asked = seconds(9) + 87
const pooled =
  'PostgreSQL at DATABASE_URL stands behind a pooler that keeps the settings of a connection from it (statement_timeout, ' +
  'idle_in_transaction_session_timeout, plan_cache_mode), and may change the server between two statements. svc needs the ' +
  'address of the server itself.'
const unopened = 'no connection was opened within ten seconds; where it takes encrypted ones only, add ?sslmode=require'

/** So that a wrong address or a certificate that is not trusted is told at the start, in a line. */
export async function checkPostgres(url: string): Promise<void> {
  const sql = orUnreadable('DATABASE_URL', () =>
    connectSql(url, { max: 1, name: 'svc start', statementTimeout: asked }),
  )
  try {
    // postgres.js tries for ever where each connection is closed as it opens
    const set = await inTime(statementTimeout(sql), startPatience)
    if (set === late) throw new Error(unopened)
    if (set !== asked) throw new StartError(pooled)
  } catch (error) {
    if (error instanceof StartError) throw error
    if (isUnknownSetting(error)) throw new StartError(pooled, error)
    throw new StartError(`PostgreSQL at DATABASE_URL does not answer${reasonOf(error)}`, error)
  } finally {
    await sql.end({ timeout: 0 })
  }
}

async function checkRedis(url: string, log: Log): Promise<void> {
  let last: unknown
  const onError = (error: unknown) => (last = error)
  const redis = orUnreadable('REDIS_URL', () => connectRedis({ url, name: 'svc start', onError }))
  try {
    await ready(redis, startPatience)
    for (const warning of await durabilityWarnings(redis)) log.warn({}, warning)
  } catch (error) {
    throw new StartError(`Redis at REDIS_URL does not answer${reasonOf(last)}`, error)
  } finally {
    redis.disconnect()
  }
}

/** A part of an address may be wrong that only its client reads: a mode, a file, a password in the wrong notation. */
function orUnreadable<Opened>(name: string, open: () => Opened): Opened {
  try {
    return open()
  } catch (error) {
    throw new StartError(`${name} cannot be read${reasonOf(error)}`, error)
  }
}

const reasonOf = (error: unknown): string => (error instanceof Error && error.message ? `: ${error.message}` : '.')
