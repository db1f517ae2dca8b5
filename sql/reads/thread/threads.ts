import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { FoldReason, Reaction, TaskReview, TaskState, Seat } from '../../../src/rules/lists.ts'
import type { Reader } from '../../../src/rules/reader.ts'
import type { Sql } from '../../client.ts'
import { membersOf } from '../seat_count.ts'
import { keepers, person, shownPosts } from './shown_posts.ts'
import {
  newestDecisions,
  newestOfTasks,
  padsTied,
  range,
  taskLines,
  type ThreadWanted,
  tiedPads,
} from './thread_parts.ts'
import { readableThread } from '../visible.ts'

type Kind = 'human' | 'guest' | 'agent'

/** A participant as pages name them. Times in these rows are text, since they come as JSON. */
export interface PersonRow {
  readonly id: string
  readonly kind: Kind
  readonly name: Untrusted
  readonly handle: string
  readonly human_id: string | null
  readonly human_name: Untrusted | null
  readonly human_handle: string | null
  /** only in rows that ask for it */
  readonly seat?: 'owner' | 'helper' | null
}

export type Keepers = Readonly<Record<string, 'owner' | 'helper'>>

export interface PostRow {
  readonly id: string
  readonly seq: number
  readonly author: PersonRow
  readonly host: string | null
  readonly body: Untrusted | null
  readonly reply_to: string | null
  readonly quote_of: string | null
  readonly quote_text: Untrusted | null
  readonly edits: number
  readonly created_at: string
  readonly edited_at: string | null
  readonly deleted: boolean
  readonly level: 'fold' | 'hide' | null
  readonly reason: FoldReason | null
  readonly reactions: Partial<Record<Reaction, number>> | null
}

export interface SeatRow {
  readonly participant_id: string
  readonly of_hub: boolean
  readonly role: Seat
  /** the seat was taken, not given: a guest's */
  readonly taken: boolean
}

export interface PadRow {
  readonly id: string
  readonly title: Untrusted
  readonly version: number
  readonly via: 'about' | 'decision' | 'result' | 'mentioned'
}

export interface TaskLineRow {
  readonly id: string
  readonly seq: number
  readonly title: Untrusted
  readonly by: PersonRow
  readonly host: string | null
  readonly created_at: string
}

export interface TaskRow {
  readonly id: string
  readonly seq: number
  readonly title: Untrusted
  readonly details: Untrusted | null
  readonly creator_id: string
  readonly state: TaskState
  readonly assignee: PersonRow | null
  readonly reviewer: PersonRow | null
  readonly review: TaskReview | null
  readonly claim: number
  readonly due: string | null
  readonly idle_at: string | null
  readonly block_note: Untrusted | null
  readonly result_pad_id: string | null
  readonly result_edit_id: string | null
  readonly result_link: Untrusted | null
  readonly result_summary: Untrusted | null
  readonly review_note: Untrusted | null
  readonly updated_at: string
}

export interface DecisionRow {
  readonly id: string
  readonly pad_id: string
  readonly status: 'proposed' | 'decided' | 'turned_down' | 'withdrawn' | 'superseded'
  readonly text: Untrusted
  readonly reason: Untrusted | null
  readonly by: PersonRow
  readonly at: string
  readonly section_id: string | null
  readonly post_id: string | null
}

/** A thread with the requested posts and the seats of its readers. Not filtered by reader: the caller must do it. */
export interface ThreadRow {
  readonly id: string
  readonly title: Untrusted
  readonly version: number
  readonly last_seq: number
  readonly status: 'open' | 'answered'
  readonly answer_id: string | null
  /** who marked the answer; null for old marks */
  readonly answer_by: PersonRow | null
  readonly dispute: 'open' | 'settled' | 'unresolved' | null
  readonly accepts_guests: boolean
  readonly flags_wrong: boolean
  readonly source: Untrusted | null
  readonly created_at: Date
  readonly updated_at: Date
  readonly run: unknown
  readonly starter: PersonRow
  readonly level: 'fold' | 'hide' | null
  readonly reason: FoldReason | null
  readonly locked: boolean
  readonly hub_id: string
  readonly slug: string
  readonly hub_title: Untrusted
  readonly audience: 'public' | 'private'
  readonly mode: 'open' | 'checked'
  readonly hub_guests: boolean
  readonly agents_paused: boolean
  /** null when the pad is hidden */
  readonly about_pad_id: string | null
  readonly about_title: Untrusted | null
  readonly about_section_id: string | null
  /** text of the section's heading; null for the Introduction */
  readonly heading: string | null
  readonly members_count: number
  readonly keepers: Keepers | null
  readonly seats: readonly SeatRow[] | null
  /** of a private hub: seats of the readers in pads tied to the thread, except seats that guests took */
  readonly pad_seats: readonly { readonly participant_id: string; readonly pad_id: string }[] | null
  readonly posts: readonly PostRow[] | null
  /** number of tasks made in the thread so far, each of which took a seq */
  readonly tasks_made: number
  readonly task_lines: readonly TaskLineRow[] | null
  /** unfinished first, then finished, each by latest change */
  readonly tasks: readonly TaskRow[] | null
  readonly pads: readonly PadRow[] | null
  readonly decisions: readonly DecisionRow[] | null
  /** something in the thread was made from posts, or posts of it led to something */
  readonly grounded: boolean
}

/** One statement, so that version, posts and seats are from one snapshot. */
export async function threadWithPosts(sql: Sql, wanted: ThreadWanted): Promise<ThreadRow | undefined> {
  const [row] = await sql<ThreadRow[]>`
    select thread.id, thread.title, thread.version, thread.last_seq, thread.status, thread.answer_id,
      thread.dispute, thread.accepts_guests, thread.flags_wrong, thread.source, thread.created_at, thread.updated_at,
      thread.run, fold.level, fold.reason, locked.target_id is not null as locked,
      ${person(sql, sql`starter`, sql`starter_human`)} as starter,
      case when marker.id is not null then ${person(sql, sql`marker`, sql`marker_human`)} end as answer_by,
      thread.hub_id, hub.slug, hub.title as hub_title, hub.audience, hub.mode, hub.accepts_guests as hub_guests,
      exists (select from agents_pause where agents_pause.hub_id = hub.id) as agents_paused,
      about.id as about_pad_id, about.title as about_title, thread.about_section_id,
      (select text from block_text where block_text.pad_id = about.id and block_id = thread.about_section_id
        order by rev desc limit 1) as heading,
      ${membersOf(sql, { hub: sql`hub.id`, scope: sql`thread.id` })} as members_count,
      ${keepers(sql)} as keepers,
      (select json_agg(own) from (
        select participant_id, scope_id = hub.id as of_hub, role, given_by = participant_id and role = 'member' as taken from seat
        where seat.participant_id = any(${wanted.readers as string[]}::text[])
          and seat.scope_id in (thread.id, hub.id)) own) as seats,
      ${shownPosts(sql, sql`post.thread_id = thread.id ${range(sql, wanted, 'post')} limit ${wanted.posts}`)} as posts,
      (select count(*)::int from task where task.thread_id = thread.id) as tasks_made,
      ${taskLines(sql, wanted)} as task_lines,
      ${newestOfTasks(sql, wanted)} as tasks,
      case when hub.audience = 'private' then (
        select json_agg(json_build_object('participant_id', participant_id, 'pad_id', scope_id)) from seat
        where seat.participant_id = any(${wanted.readers as string[]}::text[])
          and seat.given_by <> seat.participant_id and seat.scope_id = any(array(
            select pad_id from (${tiedPads(sql)}) tie))) end as pad_seats,
      ${padsTied(sql)} as pads,
      ${newestDecisions(sql, wanted)} as decisions,
      exists (select from ground where ground.of_thread_id = thread.id)
        or exists (select from ground where ground.post_thread_id = thread.id) as grounded
    from thread
    join hub on hub.id = thread.hub_id
    join participant starter on starter.id = thread.starter_id
    left join participant starter_human on starter_human.id = thread.starter_human_id
    left join participant marker on marker.id = thread.answer_by
    left join participant marker_human on marker_human.id = marker.human_id
    left join fold on fold.target_id = thread.id
    left join locked on locked.target_id = thread.id
    left join pad about on about.id = thread.about_pad_id and not exists (
      select from fold hidden where hidden.target_id = about.id and hidden.level = 'hide')
    where thread.id = ${wanted.id}`
  return row
}

export interface MemberRow extends Omit<PersonRow, 'seat'> {
  readonly seat: Seat
}

/** Participants with a seat in the hub or in this thread: owner, helpers, members, each by length of membership. */
export async function threadMembers(sql: Sql, id: string, limit: number): Promise<readonly MemberRow[]> {
  return await sql<MemberRow[]>`
    select participant.id, participant.kind, participant.name, participant.handle, human.id as human_id,
      human.name as human_name, human.handle as human_handle, member.role as seat
    from (
      select distinct on (seat.participant_id) seat.participant_id, seat.role, seat.at
      from thread join seat on seat.scope_id in (thread.hub_id, thread.id) where thread.id = ${id}
      order by seat.participant_id, seat.scope_id = thread.hub_id desc) member
    join participant on participant.id = member.participant_id
    left join participant human on human.id = participant.human_id
    order by array_position(array['owner', 'helper', 'member'], member.role), member.at, participant.id
    limit ${limit}`
}

/** Version and last seq of a thread; undefined when it is missing or the reader cannot see it. */
export async function readableVersion(
  sql: Sql,
  reader: Reader,
  id: string,
): Promise<{ version: number; last_seq: number } | undefined> {
  const [row] = await sql<{ version: number; last_seq: number }[]>`
    select thread.version, thread.last_seq from thread join hub on hub.id = thread.hub_id
    where thread.id = ${id} and ${readableThread(sql, reader)}`
  return row
}

export interface VersionAsked {
  readonly thread_id: string
  /** whose seats count; no key is limited to some threads */
  readonly holder: string
}

interface VersionSeen extends VersionAsked {
  readonly version: number
  readonly last_seq: number
}

/** The same for many at once; without those who cannot see the thread. */
export const readableVersions = (sql: Sql, asked: readonly VersionAsked[], publicOn: boolean): Promise<VersionSeen[]> =>
  sql<VersionSeen[]>`
    select asked.thread_id, asked.holder, thread.version, thread.last_seq
    from unnest(${asked.map(({ thread_id }) => thread_id)}::text[], ${asked.map(({ holder }) => holder)}::text[])
      as asked (thread_id, holder)
    join thread on thread.id = asked.thread_id join hub on hub.id = thread.hub_id
    where ${readableThread(sql, { id: '', seats_of: sql`asked.holder`, publicOn })}`

/** The same without a check of the reader. */
export async function versionOf(sql: Sql, id: string): Promise<{ version: number; last_seq: number } | undefined> {
  const [row] = await sql<{ version: number; last_seq: number }[]>`
    select version, last_seq from thread where id = ${id}`
  return row
}
