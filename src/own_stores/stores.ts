import { resolve } from 'node:path'
import { presentAs } from '../records/present.ts'
import { lockData } from './data_lock.ts'
import { startPostgres } from './postgres.ts'
import { startRedis } from './redis.ts'
import type { Store, StoreOptions } from './store.ts'

export interface OwnStores {
  /** absent when an address was given */
  readonly postgres?: Store
  readonly redis?: Store
  stop(): Promise<void>
}

/** Starts the stores for which no address was given. A failure leaves none running. */
export async function startStores(
  wanted: { readonly postgres: boolean; readonly redis: boolean },
  options: StoreOptions,
): Promise<OwnStores> {
  const settled = { ...options, dataDir: resolve(options.dataDir) }
  const unlock = wanted.postgres || wanted.redis ? await lockData(settled.dataDir) : () => undefined
  const [postgres, redis] = await Promise.allSettled([
    wanted.postgres ? startPostgres(settled) : Promise.resolve(undefined),
    wanted.redis ? startRedis(settled) : Promise.resolve(undefined),
  ])
  const stop = async () => {
    for (const store of [postgres, redis]) if (store.status === 'fulfilled') await store.value?.stop()
    unlock()
  }
  for (const store of [postgres, redis])
    if (store.status === 'rejected') {
      await stop()
      throw store.reason
    }
  return presentAs({
    postgres: postgres.status === 'fulfilled' && postgres.value ? postgres.value : undefined,
    redis: redis.status === 'fulfilled' && redis.value ? redis.value : undefined,
    stop,
  })
}
