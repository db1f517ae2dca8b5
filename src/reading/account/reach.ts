import { LRUCache } from 'lru-cache'
import type { Sql } from '../../../sql/client.ts'
import { haveReach } from '../../../sql/reads/account/reach.ts'
import { seconds } from '../../rules/units.ts'

/** How stale a cached reach may be: it changes slowly, and pages only label links by it. */
const keptFor = seconds(15)

/** The ids that have reach; `suspended` are those whose names are struck through. */
export interface Reached extends ReadonlySet<string> {
  readonly suspended?: ReadonlySet<string>
}

/** Which authors have reach, remembered for a moment. */
export interface Reach {
  /** Returns which of these authors have reach, so that their links stay links. */
  of(ids: Iterable<string>, now: number): Promise<Reached>
  /** Called after their reach changed: what is remembered of these ids is dropped. */
  forget(ids: readonly string[]): void
}

export function openReach(sql: Sql): Reach {
  const known = new LRUCache<string, { reach: boolean; suspended: boolean; at: number }>({ max: 50_000 })
  return {
    async of(ids, now) {
      const asked = [...new Set(ids)]
      const missing = asked.filter((id) => Math.abs(now - (known.get(id)?.at ?? -Infinity)) > keptFor)
      if (missing.length > 0) {
        const have = await haveReach(sql, missing, now)
        for (const id of missing) {
          known.set(id, { reach: have.reach.has(id), suspended: have.suspended.has(id), at: now })
        }
      }
      const those = (what: 'reach' | 'suspended') => new Set(asked.filter((id) => known.get(id)?.[what] === true))
      return Object.assign(those('reach'), { suspended: those('suspended') })
    },
    forget(ids) {
      for (const id of ids) known.delete(id)
    },
  }
}

/** Reads reach uncached, for a caller who would otherwise be refused for lacking it. */
export const hasReach = async (sql: Sql, id: string, now: number): Promise<boolean> =>
  (await haveReach(sql, [id], now)).reach.has(id)

/** Returns the ids whose reach depends on a post, thread or pad: its author, their human and their parent. */
export { madeBy as responsibleIds } from '../../../sql/reads/account/made_by.ts'
