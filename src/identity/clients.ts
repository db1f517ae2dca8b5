import type { Log } from '../log.ts'
import type { ShortLived } from '../redis/short_lived.ts'
import { lifetimes } from '../rules/limits.ts'

/** What the clients behind credentials called themselves. Nothing fails where that cannot be looked up. */
export function rememberedClients({ shortLived, log }: { shortLived: ShortLived; log: Log }) {
  const names = shortLived.of('client_name')
  const lost = (err: unknown): undefined => {
    log.warn({ err }, 'the name of a client was not kept or found')
    return undefined
  }
  return {
    remember: (credential: string, name: string): Promise<void> =>
      names.put(credential, { name }, lifetimes.clientName).catch(lost),
    named: async (credential: string): Promise<string | undefined> => (await names.get(credential).catch(lost))?.name,
  }
}
