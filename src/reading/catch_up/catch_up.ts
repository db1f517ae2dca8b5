import type { Sql } from '../../../sql/client.ts'
import { audienceOf, type Scope } from '../../../sql/reads/catch_up/catch_up_scope.ts'
import { changesIn } from '../../../sql/reads/catch_up/catch_up.ts'
import { presentSnapshot } from '../../../sql/reads/catch_up/catch_up_window.ts'
import { noteCaughtUp } from '../../../sql/outside_actors/readers_marks.ts'
import { readableHub } from '../hub/hub_named.ts'
import { readableIds } from '../../../sql/reads/may_read/readable_ids.ts'
import { invalid, unreadable } from '../../rules/errors.ts'
import { cursorText, placeMark } from './catch_up_cursor.ts'
import { atTheEnd, onTheWay, windowOf } from './catch_up_window.ts'
import type { Changed } from '../../records/changed.ts'
import { readChanged } from './changed.ts'
import { withTexts } from './changed_texts.ts'
import { overOneConnection, type ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'

interface CatchUpWanted {
  /** at most one of hub, thread_id and pad_id */
  readonly hub?: string | undefined
  readonly thread_id?: string | undefined
  readonly pad_id?: string | undefined
  /** a cursor, or an ISO 8601 time */
  readonly since?: string | undefined
  /** include the text of new posts and blocks */
  readonly texts: boolean
  readonly limit: number
}

/** The changes in a window that begins after `since`, oldest first. */
interface CaughtUp {
  readonly since: Date
  readonly cursor: string
  /** the same, as it is stored for the place: the release before reads these too */
  readonly mark: string
  readonly more: boolean
  readonly changes: readonly Changed[]
  /** the hub, thread or pad that was asked for; empty for all places where the reader has a seat */
  readonly scope_id: string
  /** true when nothing in it is for members only */
  readonly isPublic: boolean
}

/** Throws one_of, since, not_found. Moves no mark: `saveCursor` records what was told, once it has been told. */
export const catchUp = overOneConnection(
  async (parts: ReadingParts, reader: Reader, wanted: CatchUpWanted, now: number): Promise<CaughtUp> => {
    const { sql } = parts
    const [scope, present] = await Promise.all([scopeOf(sql, reader, wanted), presentSnapshot(sql)])
    const { past, ...window } = await windowOf(sql, reader, scope, { asked: wanted.since, present, now })
    const found = await changesIn(sql, reader, scope, { ...window, past, limit: wanted.limit + 1 })
    const changes = found.slice(0, wanted.limit)
    const more = found.length > changes.length
    const last = changes.at(-1)
    const changed = await readChanged(sql, reader, changes, window)
    const next = more && last ? onTheWay(window, last) : atTheEnd(window, past ? [past, ...changes] : changes, now)
    const scope_id = scope.hub_id ?? scope.thread_id ?? scope.pad_id ?? ''
    return {
      scope_id,
      isPublic: reader.publicOn && (await onlyPublic(sql, scope, changed)),
      since: window.since,
      more,
      cursor: cursorText(scope_id === '' ? next : { ...next, place: placeMark(scope_id) }),
      mark: cursorText(next),
      changes: wanted.texts ? await withTexts(parts, reader, changed, now) : changed,
    }
  },
)

/** Moves the reader's mark to where the next call begins. A failed write only costs a change told twice. */
export async function saveCursor(
  sql: Sql,
  { id: participant_id }: Reader,
  { scope_id, mark }: CaughtUp,
  now: number,
): Promise<void> {
  if (participant_id === undefined) return
  await noteCaughtUp(sql, { participant_id, scope_id, cursor: mark, at: new Date(now) }).catch(() => undefined)
}

/**
 * Even an empty answer reveals something about the place that was asked for, so the audience of that place decides.
 * With no place named, an answer is public when it has changes and all of them are public.
 */
async function onlyPublic(sql: Sql, scope: Scope, changes: readonly Changed[]): Promise<boolean> {
  const named = scope.hub_id ?? scope.thread_id ?? scope.pad_id
  if (named !== undefined) return (await audienceOf(sql, scope)) === 'public'
  return changes.length > 0 && changes.every(({ audience }) => audience === 'public')
}

async function scopeOf(sql: Sql, reader: Reader, { hub, thread_id, pad_id }: CatchUpWanted): Promise<Scope> {
  if ([hub, thread_id, pad_id].filter((one) => one !== undefined).length > 1) {
    throw invalid('one_of', 'Send at most one of hub, thread_id and pad_id.')
  }
  if (hub !== undefined) {
    return { hub_id: await readableHub(sql, reader, hub) }
  }
  const id = thread_id ?? pad_id
  if (id !== undefined && !(await readableIds(sql, reader, [id])).has(id)) {
    throw unreadable(thread_id === undefined ? 'pad' : 'thread')
  }
  return { thread_id, pad_id }
}
