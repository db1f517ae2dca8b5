import { createReadStream, existsSync } from 'node:fs'
import { resolve } from 'node:path'
import { createGunzip } from 'node:zlib'
import type { Redis } from 'ioredis'
import { NotRestored, restore } from '../sql/backup/restore.ts'
import { bareMachine, ConfigError, readConfig } from './config.ts'
import { StartError } from './own_stores/start_error.ts'
import { startStores } from './own_stores/stores.ts'
import { connectRedis, ready } from './redis/connect.ts'
import { seconds } from './rules/units.ts'

/** npm run restore -- <file>: restores into unused stores, while no service works with them. */
try {
  const { databaseUrl, redisUrl, dataDir } = readConfig(bareMachine(process.env))
  const [named] = process.argv.slice(2)
  if (named === undefined) throw new StartError('Name the file: npm run restore -- svc.backup')
  const file = resolve(named)
  if (!existsSync(file)) throw new StartError(`${file} is not there.`)
  const stores = await startStores(
    { postgres: databaseUrl === undefined, redis: redisUrl === undefined },
    { dataDir, say },
  )
  try {
    const redis = await openRedis(redisUrl ?? (stores.redis?.url as string))
    try {
      await restore(databaseUrl ?? (stores.postgres?.url as string), unpacked(file))
      // messages in Redis were sent to the later state of the service: in the restored one they never happened
      await redis.flushdb()
    } finally {
      redis.disconnect()
    }
    say('Everything is back as it was. Start the service.')
  } finally {
    await stores.stop()
  }
} catch (error) {
  const plain = error instanceof StartError || error instanceof ConfigError || error instanceof NotRestored
  console.error(plain ? `svc was not restored: ${error.message}` : error)
  process.exitCode = 1
}

/** `pipe` does not forward errors, and an unhandled one would end the process with the stores still running. */
function unpacked(file: string): AsyncIterable<Buffer> {
  const bytes = createGunzip()
  const packed = createReadStream(file)
  packed.on('error', ({ message }) => bytes.destroy(new StartError(`${file} cannot be read: ${message}`)))
  return packed.pipe(bytes)
}

/** Opened before anything is restored: a restored database refuses a second try, and Redis has to be emptied with it. */
async function openRedis(url: string): Promise<Redis> {
  const redis = connectRedis({ url, name: 'svc restore' })
  try {
    await ready(redis, seconds(10))
    return redis
  } catch (error) {
    redis.disconnect()
    throw new StartError(`${(error as Error).message}, and nothing was restored.`, error)
  }
}

function say(line: string): void {
  console.log(line)
}
