import type { Sql } from '../../sql/client.ts'
import { pausesNow } from '../../sql/reads/server_pauses.ts'
import { lifetimes } from '../rules/limits.ts'
import type { Pausable } from '../rules/closed_lists.ts'

/** What platform moderators have paused. */
export interface Pauses {
  /** At most five seconds old. `now`: service clock, epoch milliseconds. */
  at(now: number): Promise<readonly Pausable[]>
  forget(): void
}

export function openPauses(sql: Sql): Pauses {
  let known: { readonly what: Promise<readonly Pausable[]>; readonly at: number } | undefined
  return {
    at(now) {
      if (known && now >= known.at && now - known.at < lifetimes.revokedElsewhere) return known.what
      const what = pausesNow(sql)
      known = { what, at: now }
      // a failed read is not cached
      what.catch(() => (known = undefined))
      return what
    },
    forget() {
      known = undefined
    },
  }
}
