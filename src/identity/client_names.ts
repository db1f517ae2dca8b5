import { LRUCache } from 'lru-cache'
import type { Clock } from '../clock.ts'
import type { Log } from '../log.ts'
import type { ShortLived } from '../redis/short_lived.ts'
import { lifetimes } from '../rules/limits.ts'

/** Size of the cache of names: every call of a client looks its own up. */
const remembered = 10_000

/** Clients that share a key are told apart by their User-Agent. */
interface ClientNamed {
  readonly name: string
  readonly user_agent: string
}

export interface RememberedClients {
  /** `holder`: a credential, or over OAuth the grant, since access tokens change every hour */
  remember(holder: string, client: ClientNamed): Promise<void>
  /** Undefined when another client initialized last. */
  named(holder: string, userAgent: string): Promise<string | undefined>
}

interface Parts {
  readonly shortLived: ShortLived
  readonly clock: Clock
  readonly log: Log
}

/** Remembers the names that clients gave at initialize. Failed look-ups are logged and give no name. */
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
  /** Cached for a few seconds only, since another instance may have stored a new name. */
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
