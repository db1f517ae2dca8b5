import type { Config } from '../config.ts'
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
  await checkRedis(redisUrl, log)
  return { databaseUrl, redisUrl }
}

async function checkRedis(url: string, log: Log): Promise<void> {
  const redis = connectRedis({ url, name: 'svc start' })
  try {
    await ready(redis, seconds(10))
    for (const warning of await durabilityWarnings(redis)) log.warn({}, warning)
  } catch (error) {
    throw new StartError('Redis at REDIS_URL does not answer.', error)
  } finally {
    redis.disconnect()
  }
}
