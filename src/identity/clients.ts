import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { ShortLived } from '../redis/short_lived.ts'
import { lifetimes } from '../rules/limits.ts'

/** Names kept in memory: every call of a client asks for its own. */
const remembered = 10_000

/** What the clients behind credentials called themselves. Nothing fails where that cannot be looked up. */
export function rememberedClients({ shortLived, clock, log }: { shortLived: ShortLived; clock: Clock; log: Log }) {
  const names = shortLived.of('client_name')
  const known = new LRUCache<string, { readonly name: string; readonly at: number }>({ max: remembered })
  const lost = (err: unknown): undefined => {
    log.warn({ err }, 'the name of a client was not kept or found')
    return undefined
  }
  const keep = (credential: string, name: string): string => {
    known.set(credential, { name, at: clock.now() })
    return name
  }

  return {
    async remember(credential: string, name: string): Promise<void> {
      keep(credential, name)
      await names.put(credential, { name }, lifetimes.clientName).catch(lost)
    },
    /** Another instance may have been told another name a few seconds ago. */
    async named(credential: string): Promise<string | undefined> {
      const hit = known.get(credential)
      if (hit && clock.now() - hit.at < lifetimes.clientNameFresh) return hit.name
      const found = await names.get(credential).catch(lost)
      return keep(credential, found?.name ?? '')
    },
  }
}
