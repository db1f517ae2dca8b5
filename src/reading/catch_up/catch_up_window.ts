import type { Sql } from '../../../sql/client.ts'
import {
  isAnywhere,
  joinedAt,
  lastCursor,
  placesAround,
  type Scope,
} from '../../../sql/reads/catch_up/catch_up_scope.ts'
import type { ChangePosition, Window } from '../../../sql/reads/catch_up/catch_up_window.ts'
import { invalid } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import type { Reader } from '../../rules/caller.ts'
import { instant } from '../../text/instant.ts'
import { type Cursor, cursorOf, placeMark, snapshotOf, snapshotText } from './catch_up_cursor.ts'

/** Which changes a call tells: from `since` to a snapshot of the database, and where the next call begins. */

export async function windowOf(
  sql: Sql,
  reader: Reader,
  scope: Scope,
  { asked, present, now }: { asked: string | undefined; present: string; now: number },
): Promise<Window & { readonly past?: ChangePosition }> {
  if (asked === undefined) {
    const earliest = new Date(now - reads.catchUp.longestBack)
    const joined = await joinedAt(sql, reader, scope)
    const since = joined && joined > earliest ? joined : earliest
    // a mark from before the reader joined did not cover this place; nor, without a seat, did a mark over all places
    const own = await lastCursor(sql, reader, scope, { after: since, seated: joined !== undefined })
    const mark = own === undefined ? undefined : cursorOf(own)
    return mark ? windowAfter(mark, present) : { since, until: present }
  }
  const time = isoTime(asked)
  if (time !== undefined) return { since: new Date(time), until: present }
  const cursor = cursorOf(asked)
  if (!cursor) {
    throw invalid('since', 'since is a cursor of catch_up as it came, or an ISO 8601 time like 2026-09-24T10:15:00Z.')
  }
  if (!(await covers(sql, reader, scope, cursor))) {
    throw invalid(
      'since',
      'That cursor is of another place, or from before a cursor named its place, and may pass over what changed here. Send the one that catch_up gave for this place, or an ISO 8601 time, or leave since out.',
    )
  }
  return windowAfter(cursor, present)
}

/** A cursor tells what is new in the place it was made for, and in what lies in that: a hub's for its threads and pads too. */
async function covers(sql: Sql, reader: Reader, scope: Scope, { place }: Cursor): Promise<boolean> {
  if (place !== undefined) return (await placesAround(sql, scope)).some((id) => placeMark(id) === place)
  return isAnywhere(scope) || (await joinedAt(sql, reader, scope)) !== undefined
}

function windowAfter({ seen, going, ...begun }: Cursor, present: string): Window & { readonly past?: ChangePosition } {
  const since = new Date(begun.since)
  // future transactions: the cursor is from a database that this one was restored from, and only its time is usable
  const known = snapshotOf(present).xmax
  if ((seen?.xmax ?? 0) > known || (going?.until.xmax ?? 0) > known) return { since, until: present }
  return {
    since,
    seen: seen && snapshotText(seen),
    until: going ? snapshotText(going.until) : present,
    ...(going && { past: { at: new Date(going.at), id: going.id } }),
  }
}

/** Parses a date alone, or a time with its zone. */
const isoTime = (text: string): number | undefined =>
  /^\d{4}-\d\d-\d\d(?:T\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?(?:Z|[+-]\d\d:?\d\d))?$/i.test(text) ? instant(text) : undefined

/** Keeps both ends of the window: a thread on the next page may have posts since its beginning. */
export const onTheWay = ({ since, seen, until }: Window, { at, id }: ChangePosition): Cursor => ({
  since: since.getTime(),
  ...(seen !== undefined && { seen: snapshotOf(seen) }),
  going: { until: snapshotOf(until), at: at.getTime(), id },
})

/** The last told may be a late one, which has no time of its own. A time in the future was asked for, and nothing of it is told yet. */
export const atTheEnd = ({ since, until }: Window, told: readonly ChangePosition[], now: number): Cursor => ({
  since: Math.max(Math.min(since.getTime(), now), ...told.map(({ at }) => at.getTime())),
  seen: snapshotOf(until),
})
