import { startStores } from '../../src/own_stores/stores.ts'

/** A process that starts the stores of a folder, says where they are, and holds them until it is killed. */
const stores = await startStores(
  { postgres: true, redis: true },
  { dataDir: process.argv[2] as string, say: console.error },
)
process.stdout.write(`${JSON.stringify({ postgres: stores.postgres?.url, redis: stores.redis?.url })}\n`)
setInterval(() => undefined, 60_000)
