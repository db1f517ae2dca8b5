import type { Reader } from '../../../src/rules/reader.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { Query, Sql } from '../../client.ts'
import { readablePad, readableThread } from '../may_read/readable_rows.ts'
import { hidden } from '../may_read/hidden.ts'

/** One hub, thread or pad; with none of them, all places where the reader has a seat. */
export interface Scope {
  readonly hub_id?: string | undefined
  readonly thread_id?: string | undefined
  readonly pad_id?: string | undefined
}

/** A position among the changes of a window. */
export interface ChangePosition {
  /** `late` for those that changed again after the window: they come last, by id, so that paging ends */
  readonly at: Date
  readonly id: string
}

const late = new Date(0)
const isLate = (past: ChangePosition | undefined): boolean => past?.at.getTime() === late.getTime()

export interface Change extends ChangePosition {
  readonly kind: 'thread' | 'pad' | 'task' | 'decision'
}

/** Two snapshots of the database in PostgreSQL's text form; src/reading/catch_up/catch_up_cursor.ts says why times would not do. */
export interface Window {
  /** the beginning, as shown to people; it bounds the window only when `seen` is absent */
  readonly since: Date
  readonly seen?: string | undefined
  readonly until: string
}

interface Wanted extends Window {
  /** the last change of this window that was returned */
  readonly past?: ChangePosition | undefined
  readonly limit: number
}

/** The current snapshot: which transactions have ended. */
export async function presentSnapshot(sql: Sql): Promise<string> {
  const [row] = await sql<{ snapshot: string }[]>`select pg_current_snapshot()::text as snapshot`
  if (!row) throw new Error('PostgreSQL gave no snapshot')
  return row.snapshot
}

/** Each part is limited to the whole page: an index yields its oldest changes, and later ones are not read. */
type Part = (sql: Sql, reader: Reader, scope: Scope, wanted: Wanted) => Query

/**
 * Changes within a window, oldest first: each thing once, at its latest change, or last when that is after the window.
 * Folded things are left out.
 */
export async function changesIn(sql: Sql, reader: Reader, scope: Scope, wanted: Wanted): Promise<readonly Change[]> {
  const { past, limit } = wanted
  const [first, ...others] = [threads, pads, tasks, decisions].map((part) => part(sql, reader, scope, wanted))
  if (!first) return []
  const all = others.reduce((before, part) => sql`${before} union all (${part})`, sql`(${first})`)
  return await sql<Change[]>`
    select kind, id, at from (${all}) change where ${
      past === undefined
        ? sql`true`
        : isLate(past)
          ? sql`at = ${late} and id > ${past.id}`
          : sql`(at = ${late} or (at, id) > (${past.at}, ${past.id}))`
    }
    order by at = ${late}, at, id limit ${limit}`
}

export const inside = (sql: Sql, stamp: Query, snapshot: string): Query =>
  sql`pg_visible_in_snapshot(${stamp}, ${snapshot}::pg_snapshot)`

/** The plain comparison of stamps exists for the index. */
const outside = (sql: Sql, stamp: Query, snapshot: string): Query =>
  sql`(${stamp} >= pg_snapshot_xmin(${snapshot}::pg_snapshot) and not ${inside(sql, stamp, snapshot)})`

/** A change not seen before the window. */
const unseen = (sql: Sql, { since, seen }: Window, at: Query, stamp: Query): Query =>
  seen === undefined ? sql`${at} > ${since}` : outside(sql, stamp, seen)

const within = (sql: Sql, window: Window, at: Query, stamp: Query): Query =>
  sql`(${unseen(sql, window, at, stamp)} and ${inside(sql, stamp, window.until)})`

const beyond = (sql: Sql, past: ChangePosition | undefined, at: Query, id: Query): Query =>
  past === undefined ? sql`true` : isLate(past) ? sql`false` : sql`(${at}, ${id}) > (${past.at}, ${past.id})`

const seatsOf = (sql: Sql, { seats_of, id }: Reader): Query =>
  sql`array(select seat.scope_id from seat where seat.participant_id = ${seats_of ?? id ?? ''})`

/** What a change belongs to, as columns; `thread` is absent where no change belongs to a thread alone. */
interface Belongs {
  readonly thread?: Query
  readonly pad: Query
  readonly hub: Query
  /** the thread or pad whose seats count beside the hub's */
  readonly own: Query
}

const inScope = (sql: Sql, reader: Reader, { hub_id, thread_id, pad_id }: Scope, to: Belongs): Query => {
  if (thread_id !== undefined) return to.thread === undefined ? sql`false` : sql`${to.thread} = ${thread_id}`
  if (pad_id !== undefined) return sql`${to.pad} = ${pad_id}`
  if (hub_id !== undefined) return sql`${to.hub} = ${hub_id}`
  return sql`(${to.hub} = any(${seatsOf(sql, reader)}) or ${to.own} = any(${seatsOf(sql, reader)}))`
}

/**
 * The rows that changed, found before they are put in order. A plan for all arguments does not know that they are few, and
 * would go through all rows of the hub in that order.
 */
const foundFirst = (sql: Sql, table: Query, which: Query): Query =>
  sql`(select * from ${table} where ${which} offset 0) ${table}`

/** The rows that changed, in order before anything else is read of them, so that only those of the page are. */
function inOrder(sql: Sql, table: Query, which: Query, { hub_id }: Scope, { seen }: Window): Query {
  // since a time, in one hub, an index has them in order from that time on
  if (seen === undefined && hub_id !== undefined) return sql`(select * from ${table} where ${which}) ${table}`
  return sql`(select * from ${foundFirst(sql, table, which)} order by updated_at, id offset 0) ${table}`
}

/** Folded things are left out, except a thread that was asked for by id. */
const shown = (sql: Sql, { thread_id }: Scope): Query =>
  thread_id === undefined ? sql`fold.target_id is null` : sql`true`

/** A table's hub: since a cursor in the collation of the index that has stamps, since a time as in all others. */
const hubOf = (sql: Sql, table: Query, { seen }: Pick<Window, 'seen'>): Query =>
  seen === undefined ? sql`${table}.hub_id` : sql`${table}.hub_id collate "C"`

const threads: Part = (sql, reader, scope, wanted) => {
  const { past, until, limit } = wanted
  const table = sql`thread`
  const scopedBy = (window: Pick<Window, 'seen'>) =>
    inScope(sql, reader, scope, {
      thread: sql`thread.id`,
      pad: sql`thread.about_pad_id`,
      hub: hubOf(sql, table, window),
      own: sql`thread.id`,
    })
  const which = sql`${scopedBy(wanted)} and ${within(sql, wanted, sql`thread.updated_at`, sql`thread.stamp`)}
    and ${beyond(sql, past, sql`thread.updated_at`, sql`thread.id`)}`
  const those = (from: Query) => sql`from ${from} join hub on hub.id = thread.hub_id
    left join fold on fold.target_id = thread.id where ${shown(sql, scope)} and ${readableThread(sql, reader)}`
  return sql`
  (select 'thread' as kind, thread.id, thread.updated_at as at
    ${those(inOrder(sql, table, which, scope, wanted))}
    order by thread.updated_at, thread.id limit ${limit})
  union all
  (select 'thread' as kind, thread.id, ${late}::timestamptz as at
    ${those(foundFirst(sql, table, sql`${scopedBy({ seen: until })} and ${outside(sql, sql`thread.stamp`, until)}`))}
      and exists (select from post
        where post.thread_id = thread.id and ${within(sql, wanted, sql`post.created_at`, sql`post.stamp`)})
      and ${past && isLate(past) ? sql`thread.id > ${past.id}` : sql`true`}
    order by thread.id limit ${limit})`
}

const pads: Part = (sql, reader, scope, wanted) => sql`
  select 'pad' as kind, pad.id,
    case when ${inside(sql, sql`pad.stamp`, wanted.until)} then greatest(pad.updated_at, waiting.at) else ${late}::timestamptz end as at
  from pad join hub on hub.id = pad.hub_id left join fold on fold.target_id = pad.id
  left join lateral (select max(edit.at) as at from edit
    where edit.pad_id = pad.id and edit.status = 'proposed' and ${within(sql, wanted, sql`edit.at`, sql`edit.stamp`)}) waiting
    on true
  where (waiting.at is not null or ${unseen(sql, wanted, sql`pad.updated_at`, sql`pad.stamp`)} and (
      ${inside(sql, sql`pad.stamp`, wanted.until)} or exists (select from pad_version
        where pad_version.pad_id = pad.id and ${within(sql, wanted, sql`pad_version.at`, sql`pad_version.stamp`)})))
    and fold.target_id is null and ${readablePad(sql, reader)}
    and ${inScope(sql, reader, scope, { pad: sql`pad.id`, hub: sql`pad.hub_id`, own: sql`pad.id` })}`

const tasks: Part = (sql, reader, scope, wanted) => {
  const table = sql`task`
  const scoped = inScope(sql, reader, scope, {
    thread: sql`task.thread_id`,
    pad: sql`task.pad_id`,
    hub: hubOf(sql, table, wanted),
    own: sql`task.thread_id`,
  })
  const which = sql`${scoped} and ${within(sql, wanted, sql`task.updated_at`, sql`task.stamp`)}
    and ${beyond(sql, wanted.past, sql`task.updated_at`, sql`task.id`)}`
  return sql`
  select 'task' as kind, task.id, task.updated_at as at
  from ${inOrder(sql, table, which, scope, wanted)}
  join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
  left join fold on fold.target_id = thread.id
  where ${shown(sql, scope)} and ${readableThread(sql, reader)}
  order by task.updated_at, task.id limit ${wanted.limit}`
}

const decisions: Part = (sql, reader, scope, wanted) => sql`
  select 'decision' as kind, decision.id, coalesce(decision.answered_at, decision.at) as at
  from decision join pad on pad.id = decision.pad_id join hub on hub.id = pad.hub_id
  left join fold on fold.target_id = pad.id
  where ${within(sql, wanted, sql`coalesce(decision.answered_at, decision.at)`, sql`decision.stamp`)}
    and fold.target_id is null and ${readablePad(sql, reader)}
    and ${inScope(sql, reader, scope, {
      thread: sql`decision.thread_id`,
      pad: sql`decision.pad_id`,
      hub: sql`decision.hub_id`,
      own: sql`decision.pad_id`,
    })}`

/** The audience of the one place asked for; undefined when none was, or when the place is hidden. */
export async function audienceOf(sql: Sql, { hub_id, thread_id, pad_id }: Scope): Promise<Audience | undefined> {
  const [row] = await sql<{ audience: Audience }[]>`
    select audience from hub where id = ${hub_id ?? null}
      or id = (select hub_id from thread where id = ${thread_id ?? null} and not ${hidden(sql, sql`thread.id`)})
      or id = (select hub_id from pad where id = ${pad_id ?? null} and not ${hidden(sql, sql`pad.id`)})`
  return row?.audience
}

/** The place and the hub that contains it: catching up with the hub covers the place too. */
const partOf = (sql: Sql, { hub_id, thread_id, pad_id }: Scope): Query => {
  if (hub_id !== undefined) return sql`select ${hub_id}`
  if (thread_id !== undefined)
    return sql`select ${thread_id} union all select hub_id from thread where id = ${thread_id}`
  if (pad_id !== undefined) return sql`select ${pad_id} union all select hub_id from pad where id = ${pad_id}`
  return sql`select null::text where false`
}

/** The latest catch_up cursor that covered this place, if after `after`; with `seated` one over all places counts. */
export async function lastCursor(
  sql: Sql,
  { id = '' }: Reader,
  scope: Scope,
  { after, seated }: { after: Date; seated: boolean },
): Promise<string | undefined> {
  const [row] = await sql<{ cursor: string }[]>`
    select cursor from caught_up where participant_id = ${id} and at > ${after}
      and (scope_id in (${partOf(sql, scope)}) or scope_id = '' and (${seated} or ${isAnywhere(scope)}))
    order by at desc limit 1`
  return row?.cursor
}

const isAnywhere = (scope: Scope): boolean => Object.values(scope).every((one) => one === undefined)

/** When the reader took their first current seat in the scope. */
export async function joinedAt(sql: Sql, reader: Reader, scope: Scope): Promise<Date | undefined> {
  const [row] = await sql<{ at: Date | null }[]>`
    select min(at) as at from seat where participant_id = ${reader.seats_of ?? reader.id ?? ''}
      and ${isAnywhere(scope) ? sql`true` : sql`scope_id in (${partOf(sql, scope)})`}`
  return row?.at ?? undefined
}
