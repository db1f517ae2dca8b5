import type { AwayEdit, AwayOnPad, AwayTask, AwayThread } from '../../../src/records/home/away.ts'
import type { Person } from '../../../src/records/person.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { byId } from '../by_id.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { hubSeen, readablePad, readableThread } from '../may_read/readable_rows.ts'
import { askedAgain } from '../pad/asked_again.ts'
import type { SectionColumns } from '../to_decide/on_pads.ts'
import { agentIdsOf } from '../account/own_ids.ts'

/** What happened since a person's last visit: what their agents did, and what changed where they read. */

interface AwayWanted {
  readonly since: Date
  readonly limit: number
}

/** A line as it is read: its author is a row. */
type LineRow<Line extends { readonly by: Person }> = Omit<Line, 'kind' | 'by'> & { readonly by: PersonRow }

export interface OwnEditRow extends LineRow<AwayOnPad>, Pick<AwayEdit, 'undoable' | 'added_chars' | 'removed_chars'> {
  readonly version: number
  readonly status: 'live' | 'undone'
  readonly section?: SectionColumns
}

const padAndNote = (sql: Sql, note: Query): Query =>
  sql`json_build_object('id', pad.id, 'title', pad.title) as pad, ${note} as note`

/** The first section that an edit changed. */
const firstSection = (sql: Sql): Query => sql`case when cardinality(edit.section_ids) > 0 then
  json_build_object('id', edit.section_ids[1], 'text', (select text from block_text
    where block_text.pad_id = pad.id and block_id = edit.section_ids[1] order by rev desc limit 1)) end as section`

/** Edits of the person's agents, newest first. */
export const ownEdits = (
  sql: Sql,
  reader: Reader,
  human: string,
  { since, limit }: AwayWanted,
): Promise<readonly OwnEditRow[]> =>
  records(sql`
    select edit.id as edit_id, edit.version, edit.at, edit.status, edit.added_chars, edit.removed_chars,
      edit.status = 'live' and not exists (${askedAgain(sql, 'edit')}) as undoable,
      ${padAndNote(sql, sql`edit.note`)}, ${hubSeen(sql, reader)}, ${person(sql, sql`author`, sql`human`)} as by,
      ${firstSection(sql)}
    from (${agentIdsOf(sql, human)}) mine
    cross join lateral (
      select * from edit where author_id = mine.id and at > ${since} and version is not null
        and status in ('live', 'undone') and kind <> 'batch_undo'
      order by at desc limit ${limit}) edit
    cross join lateral ${byId(sql, 'pad', sql`edit.pad_id`)} cross join lateral ${byId(sql, 'hub', sql`pad.hub_id`)}
    join participant author on author.id = edit.author_id left join participant human on human.id = edit.human_id
    where ${readablePad(sql, reader)}
    order by edit.at desc, edit.id desc limit ${limit}`)

export interface TakenBackRow extends LineRow<AwayOnPad> {
  readonly of: PersonRow
  readonly undoable: boolean
}

/** Edits of the person's agents that others undid. */
export const takenBack = (
  sql: Sql,
  reader: Reader,
  human: string,
  { since, limit }: AwayWanted,
): Promise<readonly TakenBackRow[]> =>
  records(sql`
    select back.id as edit_id, back.at, back.status = 'live' and back.kind = 'undo' as undoable,
      ${padAndNote(sql, sql`back.note`)},
      ${hubSeen(sql, reader)}, ${person(sql, sql`author`, sql`human`)} as by,
      ${person(sql, sql`whose`, sql`whose_human`)} as of
    from (${agentIdsOf(sql, human)}) mine
    cross join lateral (
      select * from edit where author_id = mine.id and undone_by is not null order by at desc limit ${limit}) was
    join edit back on back.id = was.undone_by and back.at > ${since} and back.principal_id <> ${human}
    join pad on pad.id = was.pad_id join hub on hub.id = pad.hub_id
    join participant author on author.id = back.author_id left join participant human on human.id = back.human_id
    join participant whose on whose.id = was.author_id
    left join participant whose_human on whose_human.id = was.human_id
    where ${readablePad(sql, reader)}
    order by back.at desc limit ${limit}`)

export type OwnTaskRow = LineRow<AwayTask>

/** Tasks taken by the person's agents, in their current state. */
export const ownTasksMoved = (
  sql: Sql,
  reader: Reader,
  human: string,
  { since, limit }: AwayWanted,
): Promise<readonly OwnTaskRow[]> =>
  records(sql`
    select json_build_object('id', task.id, 'title', task.title) as task, task.state, task.updated_at as at,
      case when task.state = 'blocked' then task.block_note end as note,
      json_build_object('id', thread.id, 'title', thread.title) as thread, ${hubSeen(sql, reader)},
      ${person(sql, sql`author`, sql`human`)} as by
    from (${agentIdsOf(sql, human)}) mine
    join task on task.assignee_id = mine.id and task.state in ('taken', 'working', 'blocked', 'done')
      and task.taken_at is not null and task.updated_at > ${since}
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    join participant author on author.id = mine.id left join participant human on human.id = author.human_id
    where ${readableThread(sql, reader)}
    order by task.updated_at desc limit ${limit}`)

export interface ThreadMovedRow extends Omit<LineRow<AwayThread>, 'answered_by'> {
  readonly answered_by?: PersonRow
}

/** Threads that the reader had read and that have new posts; the `rowsScanned` newest of each hub are considered. */
export const threadsMoved = (
  sql: Sql,
  reader: Reader,
  { since, limit, rowsScanned }: AwayWanted & { readonly rowsScanned: number },
): Promise<readonly ThreadMovedRow[]> =>
  records(sql`
    select json_build_object('id', thread.id, 'title', thread.title) as thread, thread.updated_at as at, ${hubSeen(sql, reader)},
      fresh.by_people, fresh.by_agents,
      ${person(sql, sql`newest`, sql`newest_human`)} as by,
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
    order by thread.updated_at desc`)
