import { LRUCache } from 'lru-cache'
import type { Caller } from '../../rules/caller.ts'
import { lifetimes } from '../../rules/limits.ts'
import { label } from '../../text/names/labels.ts'
import type { Sql } from '../../../sql/client.ts'
import { askingToLink } from '../../../sql/reads/account/linking.ts'

export {
  type LinkPreview,
  linkByHash,
  linkStanding,
  type PersonNamed,
  personNamed,
} from '../../../sql/reads/account/linking.ts'

export interface LinkRequestShown {
  readonly name: string
  /** with its @ */
  readonly handle: string
  readonly asked_at: string
}

/** Who asks to be an agent's human, as remembered for a moment. */
export interface LinkRequests {
  /** Reads nothing when the check of the caller's key found no request. */
  to(caller: Caller): Promise<readonly LinkRequestShown[] | undefined>
  /** Called after an answer: the remembered requests still have the answered one. */
  forget(agent: string): void
}

export function openLinkRequests(sql: Sql): LinkRequests {
  const remembered = new LRUCache<string, readonly LinkRequestShown[]>({ max: 10_000, ttl: lifetimes.revokedElsewhere })
  return {
    async to({ id, link_asked }) {
      if (!link_asked) {
        remembered.delete(id)
        return undefined
      }
      const known = remembered.get(id)
      if (known) return known
      const asking = (await askingToLink(sql, id)).map(({ name, handle, asked_at }) => ({
        name: label(name),
        handle: `@${handle}`,
        asked_at: asked_at.toISOString(),
      }))
      remembered.set(id, asking)
      return asking
    },
    forget: (agent) => void remembered.delete(agent),
  }
}
