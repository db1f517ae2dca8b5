import type { HubSeen } from '../../../src/records/hub/hub_seen.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Sql } from '../../client.ts'
import { keeperOrNot, person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { hubSeen, readablePad } from '../may_read/readable_rows.ts'
import { type ThreadColumns, threadColumns } from './on_pads.ts'

/** Records of open waits other than on pads. Not filtered by reader: `openWaits` has done it. */

export interface ResultRow extends ThreadColumns {
  readonly hub: HubSeen
  readonly record: string
  readonly title: Untrusted
  readonly by: PersonRow
  readonly summary: Untrusted | null
  readonly link: Untrusted | null
  readonly pad_id: string | null
  readonly pad_title: Untrusted | null
  readonly edit_id: string | null
}

export const resultsAsked = (sql: Sql, ids: readonly string[], reader: Reader): Promise<readonly ResultRow[]> =>
  sql<ResultRow[]>`
    select task.id as record, task.title, ${hubSeen(sql, reader)}, ${threadColumns(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, task.result_summary as summary, task.result_link as link,
      pad.id as pad_id, pad.title as pad_title, task.result_edit_id as edit_id
    from task join thread talk on talk.id = task.thread_id join hub on hub.id = task.hub_id
    join participant author on author.id = task.result_by
    left join participant human on human.id = author.human_id
    left join pad on pad.id = task.result_pad_id and pad.hub_id = task.hub_id and ${readablePad(sql, reader)}
    where task.id = any(${ids}::text[])`

export interface JoinRow extends ThreadColumns {
  readonly hub: HubSeen
  /** ids of the place and of the requester, separated by a space */
  readonly record: string
  readonly by: PersonRow
  readonly note: Untrusted | null
}

export const joinsAsked = (sql: Sql, records: readonly string[], reader: Reader): Promise<readonly JoinRow[]> =>
  sql<JoinRow[]>`
    select asked.record, ${hubSeen(sql, reader)}, ${threadColumns(sql)}, ${keeperOrNot(sql, sql`author`, sql`human`)} as by,
      request.note
    from unnest(${records}::text[]) asked (record)
    join join_request request on request.scope_id = split_part(asked.record, ' ', 1)
      and request.participant_id = split_part(asked.record, ' ', 2)
    left join thread talk on talk.id = request.scope_id
    join hub on hub.id = coalesce(talk.hub_id, request.scope_id)
    join participant author on author.id = request.participant_id
    left join participant human on human.id = author.human_id`

export interface TakeoverRow {
  readonly hub: HubSeen
  readonly record: string
  readonly by: PersonRow
  readonly takes_effect_at: Date
}

export const takeoversAsked = (sql: Sql, hubs: readonly string[], reader: Reader): Promise<readonly TakeoverRow[]> =>
  sql<TakeoverRow[]>`
    select hub.id as record, ${hubSeen(sql, reader)}, ${keeperOrNot(sql, sql`author`, sql`human`)} as by, takes_effect_at
    from takeover join hub on hub.id = takeover.hub_id join participant author on author.id = takeover.by_id
    left join participant human on human.id = author.human_id
    where takeover.hub_id = any(${hubs}::text[])`

export interface ReportedRow {
  readonly hub: HubSeen
  readonly record: string
  readonly target_type: 'post' | 'thread' | 'pad' | 'task' | 'participant' | 'dm'
  readonly by: PersonRow
  readonly reason: string
  readonly note: Untrusted | null
  readonly title: Untrusted | null
  readonly said: Untrusted | null
  readonly author: PersonRow | null
  readonly thread_id: string | null
  readonly covered: boolean
}

/** `told`: ids of a report and of the hub whose owner and helpers were told of it, separated by a space. */
export const reportsAsked = (sql: Sql, told: readonly string[], reader: Reader): Promise<readonly ReportedRow[]> =>
  sql<ReportedRow[]>`
    select report.target_id as record, report.target_type, report.reason, report.note,
      ${hubSeen(sql, reader)}, ${keeperOrNot(sql, sql`reporter`, sql`reporter_human`)} as by,
      coalesce(thread.title, pad.title, task.title) as title, left(post.body, ${reads.waits.saidCharacters}) as said,
      coalesce(post.thread_id, thread.id, task.thread_id) as thread_id,
      case when author.id is not null then ${keeperOrNot(sql, sql`author`, sql`human`)} end as author,
      exists (select from fold where target_id = report.target_id) as covered
    from unnest(${told}::text[]) told (of)
    join report on report.id = split_part(told.of, ' ', 1) join hub on hub.id = split_part(told.of, ' ', 2)
    join participant reporter on reporter.id = report.by_id
    left join participant reporter_human on reporter_human.id = reporter.human_id
    left join post on report.target_type = 'post' and post.id = report.target_id and post.deleted_at is null
    left join thread on report.target_type = 'thread' and thread.id = report.target_id
    left join pad on report.target_type = 'pad' and pad.id = report.target_id
    left join task on report.target_type = 'task' and task.id = report.target_id
    left join participant author on author.id = coalesce(post.author_id, thread.starter_id, pad.created_by,
      task.creator_id, case report.target_type when 'participant' then report.target_id end)
    left join participant human on human.id = author.human_id`

export interface DmAskedRow {
  readonly record: string
  readonly by: PersonRow
  readonly said: Untrusted | null
}

export const dmsAsked = (sql: Sql, ids: readonly string[]): Promise<readonly DmAskedRow[]> =>
  sql<DmAskedRow[]>`
    select dm.id as record, ${person(sql, sql`author`, sql`human`)} as by, (
      select left(body, ${reads.waits.saidCharacters}) from post
      where post.thread_id = dm.id and post.author_id = dm.asked_by and post.deleted_at is null
      order by seq desc limit 1) as said
    from dm join participant author on author.id = dm.asked_by
    left join participant human on human.id = author.human_id
    where dm.id = any(${ids}::text[])`
