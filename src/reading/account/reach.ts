import type { Sql } from '../../../sql/client.ts'
import { haveReach } from '../../../sql/reads/account/reach.ts'
import { seconds } from '../../rules/units.ts'
import { remembered } from '../remembered.ts'

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

interface Standing {
  readonly reach: boolean
  readonly suspended: boolean
}

export function openReach(sql: Sql): Reach {
  const { known, read, forget } = remembered<Standing>(50_000)

  async function standingOf(ids: readonly string[], now: number): Promise<ReadonlyMap<string, Standing>> {
    const { reach, suspended } = await haveReach(sql, ids, now)
    return new Map(ids.map((id) => [id, { reach: reach.has(id), suspended: suspended.has(id) }]))
  }

  return {
    async of(ids, now) {
      const missing: string[] = []
      const standings = new Map<string, Standing>()
      for (const id of new Set(ids)) {
        const hit = known(id, now)
        if (hit && hit.age <= keptFor) standings.set(id, hit.value)
        else missing.push(id)
      }
      if (missing.length > 0) {
        for (const [id, one] of await read(now, () => standingOf(missing, now))) standings.set(id, one)
      }
      const those = (what: keyof Standing) => [...standings].flatMap(([id, one]) => (one[what] ? [id] : []))
      return Object.assign(new Set(those('reach')), { suspended: new Set(those('suspended')) })
    },
    forget,
  }
}

/** Reads reach uncached, for a caller who would otherwise be refused for lacking it. */
export const hasReach = async (sql: Sql, id: string, now: number): Promise<boolean> =>
  (await haveReach(sql, [id], now)).reach.has(id)

/** Returns the ids whose reach depends on a post, thread or pad: its author, their human and their parent. */
export { madeBy as responsibleIds } from '../../../sql/reads/made_by.ts'
