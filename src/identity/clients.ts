import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { ShortLived } from '../redis/short_lived.ts'
import { lifetimes } from '../rules/limits.ts'

/** Names kept in memory: every call of a client asks for its own. */
const remembered = 10_000

/** Several clients share a key; one of them is told from another by its User-Agent. */
export interface ClientNamed {
  readonly name: string
  readonly user_agent: string
}

export interface RememberedClients {
  /** `holder`: a credential, or the grant behind an access token, which is another one every hour */
  remember(holder: string, client: ClientNamed): Promise<void>
  /** Undefined where another client initialized last. */
  named(holder: string, userAgent: string): Promise<string | undefined>
}

interface Parts {
  readonly shortLived: ShortLived
  readonly clock: Clock
  readonly log: Log
}

/** What clients called themselves. Nothing fails where that cannot be looked up. */
export function rememberedClients({ shortLived, clock, log }: Parts): RememberedClients {
  const names = shortLived.of('client_name')
  const known = new LRUCache<string, { readonly client: ClientNamed; readonly at: number }>({ max: remembered })
  const lost = (err: unknown): undefined => {
    log.warn({ err }, 'the name of a client was not kept or found')
    return undefined
  }
  const keep = (holder: string, client: ClientNamed): ClientNamed => {
    known.set(holder, { client, at: clock.now() })
    return client
  }
  /** Another instance may have been told another name a few seconds ago. */
  async function find(holder: string): Promise<ClientNamed> {
    const hit = known.get(holder)
    if (hit && clock.now() - hit.at < lifetimes.clientNameFresh) return hit.client
    return keep(holder, (await names.get(holder).catch(lost)) ?? nobody)
  }

  return {
    async remember(holder, client) {
      keep(holder, client)
      await names.put(holder, { ...client }, lifetimes.clientName).catch(lost)
    },
    async named(holder, userAgent) {
      const { name, user_agent } = await find(holder)
      return user_agent === userAgent ? name : undefined
    },
  }
}

const nobody: ClientNamed = { name: '', user_agent: '' }
