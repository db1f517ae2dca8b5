import type { SearchState } from '../../../src/text/search_query.ts'
import type { Query, Sql } from '../../client.ts'

/** Statuses shown in search results. Uses the tables' own names; `fold` is joined to the thread or pad. */

export const threadStatus = (sql: Sql): Query =>
  sql`case when fold.target_id is not null then 'folded' else thread.status end`

/** Folded content is found only when asked for; then hidden content too, by readers who may see it. */
export function threadIs(sql: Sql, is: SearchState | undefined): Query {
  const covered = sql`(fold.target_id is not null)`
  switch (is) {
    case 'folded':
      return covered
    case 'disputed':
      return sql`(not ${covered} and thread.dispute = 'open')`
    case undefined:
      return sql`not ${covered}`
    case 'open':
    case 'answered':
      return sql`(not ${covered} and thread.status = ${is})`
  }
}

// offset 0: each pad is looked up, where PostgreSQL would rather read every thread of the server once
const about = (sql: Sql, section: Query, condition: Query): Query => sql`exists (
  select from thread one left join fold covered on covered.target_id = one.id
  where one.about_pad_id = pad.id and ${section} and covered.level is distinct from 'hide' and ${condition} offset 0)`
const isOpen = (sql: Sql): Query => sql`(one.status = 'open' and covered.target_id is null)`

export const padStatus = (sql: Sql): Query => {
  const any = sql`true`
  return sql`case when ${about(sql, any, sql`one.dispute = 'open'`)} then 'disputed'
    when ${about(sql, any, sql`(one.dispute = 'unresolved' or ${isOpen(sql)})`)} then 'open' else 'settled' end`
}

/** `stale`: sections unchanged since then are stale. */
export const sectionStatus = (sql: Sql, stale: Date): Query => {
  const here = sql`one.about_section_id = found.section_id`
  return sql`case when ${about(sql, here, sql`(one.flags_wrong and one.dispute = 'open')`)} then 'disputed'
    when ${about(sql, here, sql`(one.flags_wrong and one.dispute = 'unresolved')`)} then 'unresolved'
    when ${about(sql, here, isOpen(sql))} then 'open'
    when coalesce(section.changed_at, pad.updated_at) <= ${stale} then 'stale' else 'settled' end`
}

/** A condition for a pad, or for a section in it. */
export function padIs(sql: Sql, is: SearchState | undefined, status: Query): Query {
  if (is === 'folded') return sql`fold.target_id is not null`
  const shown = sql`fold.target_id is null`
  return is === undefined ? shown : sql`(${shown} and ${status} = ${is})`
}
