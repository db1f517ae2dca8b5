import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import { type Query, type Sql, allValues, firstValue } from '../../client.ts'
import { hidden } from '../may_read/readable_rows.ts'

/** One hub, thread or pad; with none of them, all places where the reader has a seat. */
export interface Scope {
  readonly hub_id?: string | undefined
  readonly thread_id?: string | undefined
  readonly pad_id?: string | undefined
}

const seatsOf = (sql: Sql, reader: Reader): Query =>
  sql`array(select seat.scope_id from seat where seat.participant_id = ${seatHolder(reader)})`

/** What a change belongs to, as columns; `thread` is absent where no change belongs to a thread alone. */
interface Belongs {
  readonly thread?: Query
  readonly pad: Query
  readonly hub: Query
  /** the thread or pad whose seats count beside the hub's */
  readonly own: Query
}

export const inScope = (sql: Sql, reader: Reader, { hub_id, thread_id, pad_id }: Scope, to: Belongs): Query => {
  if (thread_id !== undefined) return to.thread === undefined ? sql`false` : sql`${to.thread} = ${thread_id}`
  if (pad_id !== undefined) return sql`${to.pad} = ${pad_id}`
  if (hub_id !== undefined) return sql`${to.hub} = ${hub_id}`
  return sql`(${to.hub} = any(${seatsOf(sql, reader)}) or ${to.own} = any(${seatsOf(sql, reader)}))`
}

/** The audience of the one place asked for; undefined when none was, or when the place is hidden. */
export const audienceOf = (sql: Sql, { hub_id, thread_id, pad_id }: Scope): Promise<Audience | undefined> =>
  firstValue(sql`
    select audience from hub where id = ${hub_id ?? null}
      or id = (select hub_id from thread where id = ${thread_id ?? null} and not ${hidden(sql, sql`thread.id`)})
      or id = (select hub_id from pad where id = ${pad_id ?? null} and not ${hidden(sql, sql`pad.id`)})`)

/** The place and the hub that contains it: catching up with the hub covers the place too. */
const partOf = (sql: Sql, { hub_id, thread_id, pad_id }: Scope): Query => {
  if (hub_id !== undefined) return sql`select ${hub_id}`
  if (thread_id !== undefined)
    return sql`select ${thread_id} union all select hub_id from thread where id = ${thread_id}`
  if (pad_id !== undefined) return sql`select ${pad_id} union all select hub_id from pad where id = ${pad_id}`
  return sql`select null::text where false`
}

/** The ids of the place and of the hub that contains it. */
export const placesAround = (sql: Sql, scope: Scope): Promise<string[]> => allValues(partOf(sql, scope))

/** The latest catch_up cursor that covered this place, if after `after`; with `seated` one over all places counts. */
export const lastCursor = (
  sql: Sql,
  { id = '' }: Reader,
  scope: Scope,
  { after, seated }: { after: Date; seated: boolean },
): Promise<string | undefined> =>
  firstValue(sql`
    select cursor from caught_up where participant_id = ${id} and at > ${after}
      and (scope_id in (${partOf(sql, scope)}) or scope_id = '' and (${seated} or ${isAnywhere(scope)}))
    order by at desc limit 1`)

export const isAnywhere = (scope: Scope): boolean => Object.values(scope).every((one) => one === undefined)

/** When the reader took their first current seat in the scope. */
export const joinedAt = (sql: Sql, reader: Reader, scope: Scope): Promise<Date | undefined> =>
  firstValue(sql`
    select min(at) as at from seat where participant_id = ${seatHolder(reader)}
      and ${isAnywhere(scope) ? sql`true` : sql`scope_id in (${partOf(sql, scope)})`}`)
