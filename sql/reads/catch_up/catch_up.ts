import type { Reader } from '../../../src/rules/caller.ts'
import type { Query, Sql } from '../../client.ts'
import { readablePad, readableThread } from '../may_read/readable_rows.ts'
import { type Scope, inScope } from './catch_up_scope.ts'
import {
  type ChangePosition,
  late,
  isLate,
  type Window,
  inside,
  outside,
  unseen,
  within,
  beyond,
} from './catch_up_window.ts'

export interface Change extends ChangePosition {
  readonly kind: 'thread' | 'pad' | 'task' | 'decision'
}

interface Wanted extends Window {
  /** the last change of this window that was returned */
  readonly past?: ChangePosition | undefined
  readonly limit: number
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

/**
 * The rows that changed, found before they are sorted. A generic plan does not know that they are few, and would go
 * through all rows of the hub in that order.
 */
const foundFirst = (sql: Sql, table: Query, which: Query): Query =>
  sql`(select * from ${table} where ${which} offset 0) ${table}`

/** The rows that changed, sorted before anything else is read of them, so that it is read only for the page. */
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
