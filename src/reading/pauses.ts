import type { Sql } from '../../sql/client.ts'
import { pausesNow } from '../../sql/reads/platform.ts'
import { lifetimes } from '../rules/limits.ts'
import type { Pausable } from '../rules/lists.ts'

export { confirmedEmail, moderatedNamed } from '../../sql/reads/platform.ts'

interface Known {
  readonly what: Promise<readonly Pausable[]>
  readonly at: number
}

const pauseCaches = new WeakMap<Sql, Known>()

/** Returns what platform moderators have paused, at most five seconds old. `now`: service clock, epoch milliseconds. */
export function pauses(sql: Sql, now: number): Promise<readonly Pausable[]> {
  const remembered = pauseCaches.get(sql)
  if (remembered && now >= remembered.at && now - remembered.at < lifetimes.revokedElsewhere) return remembered.what
  const what = pausesNow(sql)
  pauseCaches.set(sql, { what, at: now })
  // a failed read is not cached
  what.catch(() => pauseCaches.delete(sql))
  return what
}

export const forgetPauses = (sql: Sql): void => void pauseCaches.delete(sql)
