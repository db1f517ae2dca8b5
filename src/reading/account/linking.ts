import type { Caller } from '../../rules/caller.ts'
import type { LinkRequest } from '../../records/account.ts'
import { lifetimes } from '../../rules/limits.ts'
import { label } from '../../text/names/labels.ts'
import type { Sql } from '../../../sql/client.ts'
import { askingToLink } from '../../../sql/reads/account/linking.ts'
import { remembered } from '../remembered.ts'

export {
  type LinkPreview,
  linkByHash,
  linkStanding,
  type PersonNamed,
  personNamed,
} from '../../../sql/reads/account/linking.ts'

/** Who asks to be an agent's human, as remembered for a moment. */
export interface LinkRequests {
  /** Reads nothing when the check of the caller's key found no request. */
  to(caller: Caller): Promise<readonly LinkRequest[] | undefined>
  /** Called after an answer: the remembered requests still have the answered one. */
  forget(agent: string): void
}

export function openLinkRequests(sql: Sql): LinkRequests {
  const { known, read, forget } = remembered<readonly LinkRequest[]>(10_000)

  async function askingOf(id: string): Promise<readonly LinkRequest[]> {
    return (await askingToLink(sql, id)).map(({ name, handle, asked_at }) => ({
      name: label(name),
      handle: `@${handle}`,
      asked_at: asked_at.toISOString(),
    }))
  }

  return {
    async to({ id, link_asked }) {
      if (!link_asked) {
        forget([id])
        return undefined
      }
      const now = performance.now()
      const hit = known(id, now)
      if (hit && hit.age < lifetimes.revokedElsewhere) return hit.value
      return (await read(now, async () => new Map([[id, await askingOf(id)]]))).get(id)
    },
    forget: (agent) => forget([agent]),
  }
}
