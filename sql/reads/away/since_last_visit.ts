import type { HubSeen } from '../../../src/records/hub/hub_seen.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Query, Sql } from '../../client.ts'
import { byId } from '../by_id.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { hubSeen, readablePad, readableThread } from '../may_read/readable_rows.ts'
import { askedAgain } from '../pad/asked_again.ts'
import type { SectionColumns } from '../to_decide/on_pads.ts'
import { ownAgents } from './own_agents.ts'

/** What happened since a person's last visit: what their agents did, and what changed where they read. */

export interface AwayWanted {
  readonly since: Date
  readonly limit: number
}

export interface OwnEditRow {
  readonly hub: HubSeen
  readonly edit_id: string
  readonly version: number
  readonly by: PersonRow
  readonly at: Date
  readonly status: 'live' | 'undone'
  readonly pad_id: string
  readonly pad_title: Untrusted
  readonly note: Untrusted | null
  readonly undoable: boolean
  readonly added_chars: number
  readonly removed_chars: number
  readonly sections: readonly SectionColumns[] | null
}

const firstSection = (sql: Sql): Query => sql`
  (select json_agg(json_build_object('id', id, 'text', (
      select text from block_text where block_text.pad_id = pad.id and block_id = id order by rev desc limit 1)))
    from unnest(edit.section_ids[:1]) named (id)) as sections`

/** Edits of the person's agents, newest first. */
export const ownEdits = (
  sql: Sql,
  reader: Reader,
  human: string,
  { since, limit }: AwayWanted,
): Promise<readonly OwnEditRow[]> =>
  sql<OwnEditRow[]>`
    select edit.id as edit_id, edit.version, edit.at, edit.status, edit.note, edit.added_chars, edit.removed_chars,
      edit.status = 'live' and not exists (${askedAgain(sql, 'edit')}) as undoable,
      pad.id as pad_id, pad.title as pad_title, ${hubSeen(sql, reader)}, ${person(sql, sql`author`, sql`human`)} as by,
      ${firstSection(sql)}
    from ${ownAgents(sql, human)} mine
    cross join lateral (
      select * from edit where author_id = mine.id and at > ${since} and version is not null
        and status in ('live', 'undone') and kind <> 'batch_undo'
      order by at desc limit ${limit}) edit
    cross join lateral ${byId(sql, 'pad', sql`edit.pad_id`)} cross join lateral ${byId(sql, 'hub', sql`pad.hub_id`)}
    join participant author on author.id = edit.author_id left join participant human on human.id = edit.human_id
    where ${readablePad(sql, reader)}
    order by edit.at desc, edit.id desc limit ${limit}`

export interface TakenBackRow {
  readonly hub: HubSeen
  /** the edit that undid it */
  readonly edit_id: string
  readonly by: PersonRow
  readonly of: PersonRow
  readonly at: Date
  readonly status: string
  readonly kind: string
  readonly pad_id: string
  readonly pad_title: Untrusted
  readonly note: Untrusted | null
}

/** Edits of the person's agents that others undid. */
export const takenBack = (
  sql: Sql,
  reader: Reader,
  human: string,
  { since, limit }: AwayWanted,
): Promise<readonly TakenBackRow[]> =>
  sql<TakenBackRow[]>`
    select back.id as edit_id, back.at, back.status, back.kind, back.note, pad.id as pad_id, pad.title as pad_title,
      ${hubSeen(sql, reader)}, ${person(sql, sql`author`, sql`human`)} as by,
      ${person(sql, sql`whose`, sql`whose_human`)} as of
    from ${ownAgents(sql, human)} mine
    cross join lateral (
      select * from edit where author_id = mine.id and undone_by is not null order by at desc limit ${limit}) was
    join edit back on back.id = was.undone_by and back.at > ${since} and back.principal_id <> ${human}
    join pad on pad.id = was.pad_id join hub on hub.id = pad.hub_id
    join participant author on author.id = back.author_id left join participant human on human.id = back.human_id
    join participant whose on whose.id = was.author_id
    left join participant whose_human on whose_human.id = was.human_id
    where ${readablePad(sql, reader)}
    order by back.at desc limit ${limit}`

export interface OwnTaskRow {
  readonly hub: HubSeen
  readonly task_id: string
  readonly title: Untrusted
  readonly state: 'taken' | 'working' | 'blocked' | 'done'
  readonly block_note: Untrusted | null
  readonly at: Date
  readonly by: PersonRow
  readonly thread_id: string
  readonly thread_title: Untrusted
}

/** Tasks taken by the person's agents, in their current state. */
export const ownTasksMoved = (
  sql: Sql,
  reader: Reader,
  human: string,
  { since, limit }: AwayWanted,
): Promise<readonly OwnTaskRow[]> =>
  sql<OwnTaskRow[]>`
    select task.id as task_id, task.title, task.state, task.block_note, task.updated_at as at,
      thread.id as thread_id, thread.title as thread_title, ${hubSeen(sql, reader)},
      ${person(sql, sql`author`, sql`human`)} as by
    from ${ownAgents(sql, human)} mine
    join task on task.assignee_id = mine.id and task.state in ('taken', 'working', 'blocked', 'done')
      and task.taken_at is not null and task.updated_at > ${since}
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    join participant author on author.id = mine.id left join participant human on human.id = author.human_id
    where ${readableThread(sql, reader)}
    order by task.updated_at desc limit ${limit}`

export interface ThreadMovedRow {
  readonly hub: HubSeen
  readonly thread_id: string
  readonly title: Untrusted
  readonly at: Date
  readonly by_people: number
  readonly by_agents: number
  /** the author of the marked answer */
  readonly answered_by: PersonRow | null
  readonly newest_by: PersonRow
}

/** Threads that the reader had read and that have new posts; the `rowsScanned` newest of each hub are considered. */
export const threadsMoved = (
  sql: Sql,
  reader: Reader,
  { since, limit, rowsScanned }: AwayWanted & { readonly rowsScanned: number },
): Promise<readonly ThreadMovedRow[]> =>
  sql<ThreadMovedRow[]>`
    select thread.id as thread_id, thread.title, thread.updated_at as at, ${hubSeen(sql, reader)},
      fresh.by_people, fresh.by_agents,
      ${person(sql, sql`newest`, sql`newest_human`)} as newest_by,
      case when answerer.id is not null then ${person(sql, sql`answerer`, sql`answerer_human`)} end as answered_by
    from (
      select moved.*, mark.seq from seat
      cross join lateral (
        select id, hub_id, title, updated_at, last_seq, answer_id from thread
        where thread.hub_id = seat.scope_id and updated_at > ${since}
        order by updated_at desc, id desc limit ${rowsScanned}) moved
      join read_mark mark on mark.scope_id = moved.id and mark.participant_id = ${reader.id ?? ''}
        and mark.seq < moved.last_seq
      where seat.participant_id = ${reader.id ?? ''}
      order by moved.updated_at desc limit ${limit}) thread
    join hub on hub.id = thread.hub_id
    cross join lateral (
      select (count(*) filter (where wrote.kind <> 'agent'))::int as by_people,
        (count(*) filter (where wrote.kind = 'agent'))::int as by_agents,
        (array_agg(wrote.id order by post.seq desc))[1] as newest_id
      from (select author_id, seq from post where post.thread_id = thread.id and post.seq > thread.seq
          and deleted_at is null and not exists (select from fold where fold.target_id = post.id)
        order by seq desc limit ${rowsScanned}) post
      join participant wrote on wrote.id = post.author_id and wrote.id <> ${reader.id ?? ''}) fresh
    join participant newest on newest.id = fresh.newest_id
    left join participant newest_human on newest_human.id = newest.human_id
    left join post answer on answer.id = thread.answer_id and answer.seq > thread.seq
    left join participant answerer on answerer.id = answer.author_id
    left join participant answerer_human on answerer_human.id = answerer.human_id
    where ${readableThread(sql, reader)}
    order by thread.updated_at desc`
