import { LRUCache } from 'lru-cache'
import type { Caller } from '../rules/caller.ts'
import { lifetimes } from '../rules/limits.ts'
import { label } from '../text/labels.ts'
import type { Sql } from '../../sql/client.ts'
import { askingToLink } from '../../sql/reads/linking.ts'

export { type LinkPreview, linkByHash, linkStanding, type PersonNamed, personNamed } from '../../sql/reads/linking.ts'

export interface LinkRequestShown {
  readonly name: string
  /** with its @ */
  readonly handle: string
  readonly asked_at: string
}

const requestCache = new LRUCache<string, readonly LinkRequestShown[]>({ max: 10_000, ttl: lifetimes.revokedElsewhere })

/** Returns who asks to be the caller's human. Reads nothing when the check of its key found no request. */
export async function linkRequests(
  sql: Sql,
  { id, link_asked }: Caller,
): Promise<readonly LinkRequestShown[] | undefined> {
  if (!link_asked) {
    requestCache.delete(id)
    return undefined
  }
  const remembered = requestCache.get(id)
  if (remembered) return remembered
  const asking = (await askingToLink(sql, id)).map(({ name, handle, asked_at }) => ({
    name: label(name),
    handle: `@${handle}`,
    asked_at: asked_at.toISOString(),
  }))
  requestCache.set(id, asking)
  return asking
}

/** Called after an answer: the cached requests still have the answered one. */
export const forgetLinkRequests = (agent: string): void => void requestCache.delete(agent)
