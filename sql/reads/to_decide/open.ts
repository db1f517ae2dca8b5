import { reads } from '../../../src/rules/limits.ts'
import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import { type Query, type Sql, countOf } from '../../client.ts'
import { countsAs } from '../account/one_human.ts'
import { starterNow } from '../account/part_of_account.ts'
import { answerable } from '../thread/task_parts.ts'
import { keepsHub, readablePad, readableThread } from '../may_read/readable_rows.ts'
import { taken, seatRank } from '../hub/seats/seat_parts.ts'
import { unsettled } from '../thread/thread_parts.ts'

/** A record that waits for the reader's decision, and the inbox items about it. */
export interface OpenWait {
  readonly kind: 'suggestion' | 'decision' | 'result' | 'join' | 'flag' | 'takeover' | 'report' | 'dm_request'
  /** id of an edit, decision, task, request (place and requester), thread, hub, reported target or DM */
  readonly record: string
  readonly items: readonly number[]
  readonly at: Date
  /** the hub, thread, pad or DM in which it is answered */
  readonly place: string
  readonly hub_id: string | null
  /** of a reported target: all reports of it, newest first */
  readonly reports: readonly string[] | null
  /** number of all open waits */
  readonly total: number
}

/** Literals, as in the partial index: the planner would not match parameters to it. */
const asking = (sql: Sql): Query => sql`kind in (
  'edit_waiting', 'decision_waiting', 'review_wanted', 'join_request', 'section_flagged', 'takeover', 'report_waiting',
  'dm_request')`

/** The reader's highest seat in the hub or in this place of it, where it was given. */
const role = (sql: Sql, reader: Reader, place: Query): Query => sql`(
  select role from seat where seat.participant_id = ${seatHolder(reader)} and seat.scope_id in (hub.id, ${place})
    and not ${taken(sql, sql`seat`)}
  order by ${seatRank(sql, sql`role`)} limit 1)`

/** Whether the reader can answer: owner and helpers, and with `everybody` every member, unless the pad is locked. */
const answers = (sql: Sql, reader: Reader, everybody: Query): Query => sql`(
  case when ${everybody} and not exists (select from locked where locked.target_id = pad.id)
    then ${role(sql, reader, sql`pad.id`)} is not null else ${keepsHub(sql, reader)} end)`

/** Whether the reviewer that a task names can answer its result. */
const answersResult = (sql: Sql, reader: Reader): Query =>
  answerable(sql, sql`${seatHolder(reader)}`, countsAs(sql, sql`${reader.id ?? ''}`))

/**
 * Each record once, with the newest item about it. An item alone is no proof: the record may have been answered, or the
 * reader may have lost the right to, so both are checked. Looks through the newest items only, or through these.
 */
export const openOnes = (sql: Sql, reader: Reader, among?: readonly number[]): Query => {
  const me = reader.id ?? ''
  const one = sql`item.seq, item.at, item.hub_id, item.note_of`
  return sql`
    with item as materialized (
      select seq, kind, at, from_id, hub_id, thread_id, pad_id, edit_id, decision_id, task_id, dm_id, reason, note_of
      from inbox_item where participant_id = ${me} and acked_at is null and ${asking(sql)}
        ${among === undefined ? sql`` : sql`and seq = any(${among}::bigint[])`}
      order by seq desc limit ${reads.waits.itemsScanned}
    ), waiting as (
      select 'suggestion' as kind, edit.id as record, pad.id as place, ${one} from item join edit on edit.id = item.edit_id
      join pad on pad.id = edit.pad_id join hub on hub.id = pad.hub_id
      where item.kind = 'edit_waiting' and edit.status = 'proposed' and ${answers(sql, reader, sql`true`)}
        and ${readablePad(sql, reader)}
      union all
      select 'decision', decision.id, pad.id, ${one} from item join decision on decision.id = item.decision_id
      join pad on pad.id = decision.pad_id join hub on hub.id = pad.hub_id
      where item.kind = 'decision_waiting' and decision.status = 'proposed'
        and ${answers(sql, reader, sql`hub.mode = 'open'`)} and ${readablePad(sql, reader)}
      union all
      select 'result', task.id, thread.id, ${one} from item join task on task.id = item.task_id
      join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
      where item.kind = 'review_wanted' and task.review = 'waiting' and task.reviewer_id = ${me}
        and ${readableThread(sql, reader)} and ${answersResult(sql, reader)}
      union all
      select 'join', request.scope_id || ' ' || request.participant_id, request.scope_id, ${one}
      from item join join_request request on request.participant_id = item.from_id
        and request.scope_id = coalesce(item.thread_id, item.hub_id)
      left join thread on thread.id = request.scope_id
      join hub on hub.id = coalesce(thread.hub_id, request.scope_id)
      where item.kind = 'join_request' and (${starterNow(sql)} = ${me} or ${keepsHub(sql, reader)})
      union all
      select 'flag', thread.id, thread.id, ${one} from item join thread on thread.id = item.thread_id
      join hub on hub.id = thread.hub_id
      where item.kind = 'section_flagged' and ${unsettled(sql)} and ${readableThread(sql, reader)}
      union all
      select 'takeover', hub.id, hub.id, ${one} from item join takeover on takeover.hub_id = item.hub_id
      join hub on hub.id = takeover.hub_id
      where item.kind = 'takeover' and item.reason = 'requested' and ${role(sql, reader, sql`hub.id`)} = 'owner'
      union all
      select 'report', report.target_id, coalesce(item.thread_id, item.pad_id, hub.id), ${one} from item join report on report.id = item.note_of
      join hub on hub.id = item.hub_id
      where item.kind = 'report_waiting' and report.state = 'open' and ${keepsHub(sql, reader)}
      union all
      select 'dm_request', dm.id, dm.id, ${one} from item join dm on dm.id = item.dm_id
      where item.kind = 'dm_request' and dm.status = 'requested' and dm.asked_by <> ${me} and ${me} in (dm.a_id, dm.b_id)
    )
    select kind, record, array_agg(seq order by seq desc) as items, max(at) as at,
      (array_agg(place order by seq desc))[1] as place, (array_agg(hub_id order by seq desc))[1] as hub_id,
      array_agg(note_of order by seq desc) filter (where note_of is not null) as reports
    from waiting group by kind, record`
}

/** What waits for the reader's decision, newest first. */
export const openWaits = (sql: Sql, reader: Reader, limit: number): Promise<readonly OpenWait[]> =>
  sql<OpenWait[]>`
    select open.*, (count(*) over ())::int as total from (${openOnes(sql, reader)}) open
    order by at desc, record desc limit ${limit}`

export const countOpenWaits = (sql: Sql, reader: Reader): Promise<number> =>
  countOf(sql`select count(*)::int as n from (${openOnes(sql, reader)}) open`)

/** Those of these inbox items whose record still waits for the reader's decision. */
export async function openItems(sql: Sql, reader: Reader, seqs: readonly number[]): Promise<ReadonlySet<number>> {
  const rows = await sql<Pick<OpenWait, 'items'>[]>`select items from (${openOnes(sql, reader, seqs)}) open`
  return new Set(rows.flatMap(({ items }) => items.map(Number)))
}
