import { createReadStream, existsSync } from 'node:fs'
import { createGunzip } from 'node:zlib'
import type { Redis } from 'ioredis'
import { restore } from '../sql/backup/restore.ts'
import { bareMachine, readConfig } from './config.ts'
import { StartError } from './own_stores/start_error.ts'
import { startStores } from './own_stores/stores.ts'
import { connectRedis, ready } from './redis/connect.ts'
import { seconds } from './rules/units.ts'
import { checkPostgres } from './roles/addresses.ts'
import { fileArgument, runCommand, say } from './run_command.ts'

/** npm run restore -- <file>: restores into unused stores, while no service works with them. */
await runCommand('restored', async () => {
  const { databaseUrl, redisUrl, dataDir } = readConfig(bareMachine(process.env))
  const file = fileArgument('restore')
  if (!existsSync(file)) throw new StartError(`${file} is not there.`)
  if (databaseUrl !== undefined) await checkPostgres(databaseUrl)
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
})

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
