import type {
  DmRequestWait,
  JoinWait,
  ReportWait,
  ResultWait,
  TakeoverWait,
} from '../../../src/records/home/to_decide.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Sql, records } from '../../client.ts'
import { saidWithTakeover } from '../../facts/hub/takeovers.ts'
import { keeperOrNot, person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { hubSeen, readablePad } from '../may_read/readable_rows.ts'
import { thread, type WaitRow } from './on_pads.ts'

/** Records of open waits other than on pads. Not filtered by reader: `openWaits` has done it. */

export type ResultRow = WaitRow<ResultWait, 'task_id'>

export const resultsAsked = (sql: Sql, ids: readonly string[], reader: Reader): Promise<readonly ResultRow[]> =>
  records(sql`
    select task.id as record, task.title, ${hubSeen(sql, reader)}, ${thread(sql)},
      ${keeperOrNot(sql, sql`author`, sql`human`)} as by, task.result_summary as summary, task.result_link as link,
      case when pad.id is not null then json_build_object('id', pad.id, 'title', pad.title) end as pad,
      task.result_edit_id as edit_id
    from task join thread talk on talk.id = task.thread_id join hub on hub.id = task.hub_id
    join participant author on author.id = task.result_by
    left join participant human on human.id = author.human_id
    left join pad on pad.id = task.result_pad_id and pad.hub_id = task.hub_id and ${readablePad(sql, reader)}
    where task.id = any(${ids}::text[])`)

export type JoinRow = WaitRow<JoinWait>

/** Each of `asked` is the ids of the place and of the requester, separated by a space. */
export const joinsAsked = (sql: Sql, asked: readonly string[], reader: Reader): Promise<readonly JoinRow[]> =>
  records(sql`
    select asked.record, ${hubSeen(sql, reader)}, ${thread(sql)}, ${keeperOrNot(sql, sql`author`, sql`human`)} as by,
      request.note
    from unnest(${asked}::text[]) asked (record)
    join join_request request on request.scope_id = split_part(asked.record, ' ', 1)
      and request.participant_id = split_part(asked.record, ' ', 2)
    left join thread talk on talk.id = request.scope_id
    join hub on hub.id = coalesce(talk.hub_id, request.scope_id)
    join participant author on author.id = request.participant_id
    left join participant human on human.id = author.human_id`)

export type TakeoverRow = WaitRow<TakeoverWait>

export const takeoversAsked = (sql: Sql, hubs: readonly string[], reader: Reader): Promise<readonly TakeoverRow[]> =>
  records(sql`
    select hub.id as record, ${hubSeen(sql, reader)}, ${keeperOrNot(sql, sql`author`, sql`human`)} as by, takes_effect_at,
      ${saidWithTakeover(sql)} as note
    from takeover join hub on hub.id = takeover.hub_id join participant author on author.id = takeover.by_id
    left join participant human on human.id = author.human_id
    where takeover.hub_id = any(${hubs}::text[])`)

export interface ReportedRow extends WaitRow<ReportWait, 'target' | 'reports'> {
  readonly target: Omit<ReportWait['target'], 'author'>
  readonly author?: PersonRow
}

/** `told`: ids of a report and of the hub whose owner and helpers were told of it, separated by a space. */
export const reportsAsked = (sql: Sql, told: readonly string[], reader: Reader): Promise<readonly ReportedRow[]> =>
  records(sql`
    select report.target_id as record, report.reason, report.note,
      ${hubSeen(sql, reader)}, ${keeperOrNot(sql, sql`reporter`, sql`reporter_human`)} as by,
      jsonb_strip_nulls(jsonb_build_object('type', report.target_type, 'id', report.target_id,
        'title', coalesce(thread.title, pad.title, task.title), 'said', left(post.body, ${reads.waits.saidCharacters}),
        'thread_id', coalesce(post.thread_id, thread.id, task.thread_id))) as target,
      case when author.id is not null then ${keeperOrNot(sql, sql`author`, sql`human`)} end as author,
      nullif(exists (select from fold where target_id = report.target_id), false) as covered
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
    left join participant human on human.id = author.human_id`)

export type DmAskedRow = WaitRow<DmRequestWait, 'dm_id'>

export const dmsAsked = (sql: Sql, ids: readonly string[]): Promise<readonly DmAskedRow[]> =>
  records(sql`
    select dm.id as record, ${person(sql, sql`author`, sql`human`)} as by, (
      select left(body, ${reads.waits.saidCharacters}) from post
      where post.thread_id = dm.id and post.author_id = dm.asked_by and post.deleted_at is null
      order by seq desc limit 1) as said
    from dm join participant author on author.id = dm.asked_by
    left join participant human on human.id = author.human_id
    where dm.id = any(${ids}::text[])`)
