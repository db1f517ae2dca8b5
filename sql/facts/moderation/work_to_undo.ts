import { grouped } from '../../../src/records/grouped.ts'
import { present } from '../../../src/records/present.ts'
import { timers } from '../../../src/rules/limits.ts'
import type { FoldBefore } from '../../effects/moderation/undo_batches.ts'
import type { Query, Sql } from '../../client.ts'
import { fact } from '../../fact.ts'
import { askedAgain } from '../../reads/pad/asked_again.ts'

interface PostsKey {
  readonly batch_id: string
  readonly thread_id: string
  /** seqs: `after` exclusive, `until` inclusive */
  readonly after: number
  readonly until: number
  readonly most: number
}

export interface PostToHide {
  readonly id: string
  readonly seq: number
  readonly author_id: string
  /** this batch has hidden no other post of this author here */
  readonly first: boolean
  readonly before?: FoldBefore
}

interface PostRow extends Omit<PostToHide, 'before'> {
  readonly batch_id: string
  readonly thread_id: string
  readonly reason: FoldBefore['reason'] | null
  readonly by_id: string | null
  readonly at: Date
}

/**
 * Posts that a batch has still to hide, in a range of a thread. Read by seq: a step costs the same however few of them are
 * the author's.
 */
export const postsToHide = fact<PostsKey, readonly PostToHide[], readonly PostToHide[]>(
  {
    name: 'undo_batch.posts',
    id: ({ batch_id, thread_id }) => `${batch_id} ${thread_id}`,
    load: async (sql, keys) => {
      const recent = `${timers.hideRecentPosts / 1000} seconds`
      const rows = await sql<PostRow[]>`
      with slice as materialized (
        select batch.id as batch_id, asked.thread_id, one.* from unnest(${keys.map((key) => key.batch_id)}::text[],
          ${keys.map((key) => key.thread_id)}::text[], ${keys.map((key) => key.after)}::int[],
          ${keys.map((key) => key.until)}::int[], ${keys.map((key) => key.most)}::int[])
          as asked (batch_id, thread_id, after, until, most)
        join undo_batch batch on batch.id = asked.batch_id and batch.taken_back_at is null
        cross join lateral (
          select post.id, post.seq, post.author_id, fold.reason, fold.by_id, fold.at from (
            select id, seq, author_id, created_at, deleted_at, made_with from post
            where thread_id = asked.thread_id and seq > asked.after and seq <= asked.until order by seq offset 0) post
          left join fold on fold.target_id = post.id
          where post.author_id = any(batch.linked || batch.participant_id)
            and post.created_at <= batch.at and ${within(sql, sql`post.created_at`, sql`post.made_with`)} and post.deleted_at is null and fold.level is distinct from 'hide'
            and (post.author_id = batch.participant_id or post.created_at > batch.at - ${recent}::interval)
          order by post.seq limit asked.most) one
      ), known as (
        select batch_id, thread_id, author_id, exists (
          select from undo_item join post on post.id = undo_item.id
          where undo_item.batch_id = author.batch_id and undo_item.place_id = author.thread_id
            and post.author_id = author.author_id) as told
        from (select distinct batch_id, thread_id, author_id from slice) author
      )
      select slice.*, not told as first from slice join known using (batch_id, thread_id, author_id)
      order by thread_id, seq`
      return grouped(
        rows.map(({ batch_id, thread_id, reason, by_id, at, ...post }) => {
          const before = reason && present({ level: 'fold' as const, reason, by_id, at: at.toISOString() })
          return [`${batch_id} ${thread_id}`, before ? { ...post, before } : post]
        }),
      )
    },
  },
  [],
)

export interface PadWork {
  /** live edits, newest first */
  readonly edits: readonly string[]
  readonly suggestions: readonly string[]
  readonly decisions: readonly string[]
  /** of those decisions */
  readonly threads: readonly string[]
}

/** Whether a time and a connection lie within the limits of a batch. */
const within = (sql: Sql, at: Query, by: Query): Query => sql`
  ${at} >= coalesce((batch.told_with ->> 'since')::timestamptz, '-infinity')
  and ${at} <= coalesce((batch.told_with ->> 'until')::timestamptz, 'infinity')
  and (batch.told_with -> 'keys' is null or batch.told_with -> 'keys' ? ${by})`

/** A time range, open at an absent end, and the connections it is limited to, if given. */
export interface Stretch {
  readonly since?: string | undefined
  readonly until?: string | undefined
  readonly keys?: readonly string[] | undefined
}

export const inStretch = (sql: Sql, at: Query, by: Query, { since, until, keys }: Stretch): Query => sql`
  ${at} >= ${since ?? '-infinity'}::text::timestamptz and ${at} <= ${until ?? 'infinity'}::text::timestamptz
  and (${(keys as string[]) ?? null}::text[] is null or ${by} = any(${(keys as string[]) ?? null}::text[]))`

/**
 * Selects id, pad_id and version of live edits by `of`. An accepted suggestion is its author's, not the accepter's. An
 * undo by which a suggestion waited again stays, and so does one that took back what they themselves did.
 */
export const liveEditsOf = (sql: Sql, of: Query): Query => sql`
  select id, pad_id, version from edit
  where ${of} and status = 'live' and version is not null
    and (kind = 'edit' or kind = 'undo' and not exists (${askedAgain(sql, 'edit')}) and not ${evensOut(sql, of)})
  union all
  select went_in.id, went_in.pad_id, went_in.version from edit
  join edit went_in on went_in.suggestion_of = edit.id and went_in.kind = 'accept' and went_in.status = 'live'
  where ${of} and edit.status = 'accepted'`

/**
 * Whether an undo ends a row of acts by `of` of which each took back the one before, and which left the text as it was:
 * without the last of an even number their own words would come back.
 */
const evensOut = (sql: Sql, of: Query): Query => sql`(
  with recursive own as (
    select 1 as acts, edit.undo_of
    union all
    select acts + 1, edit.undo_of from own join edit on edit.id = coalesce(
      (select suggestion_of from edit taken where taken.id = own.undo_of), own.undo_of) and ${of}
  ) select max(acts) % 2 = 0 from own)`

/** Selects id and pad_id of the decisions, whose author satisfies `of`, that can be taken back: what was decided stands. */
export const decisionsOf = (sql: Sql, of: Query): Query => sql`
  select id, pad_id from decision where ${of} and status = 'proposed'`

const workId = ({
  pad_id,
  author_id,
  since = '',
  until = '',
  keys = [],
}: { pad_id: string; author_id: string } & Stretch): string => `${pad_id} ${author_id} ${since} ${until} ${keys.join()}`

/** A participant's work on a pad that can be taken back. */
export const padWork = fact<{ readonly pad_id: string; readonly author_id: string } & Stretch, PadWork>({
  name: 'pad.work_of',
  id: workId,
  load: async (sql, keys) => {
    const during = (table: 'edit' | 'decision'): Query => sql`${sql(table)}.at >= asked.since::timestamptz
      and ${sql(table)}.at <= asked.until::timestamptz
      and (asked.keys = '' or ${sql(table)}.made_with = any(string_to_array(asked.keys, ',')))`
    const rows = await sql<(PadWork & { n: number })[]>`
      select work.*, array(select distinct thread_id from decision where decision.pad_id = work.pad_id
        and decision.id = any(work.decisions) and thread_id is not null) as threads
      from (select asked.pad_id, n::int - 1 as n,
        array(select id from (${liveEditsOf(sql, sql`edit.pad_id = asked.pad_id and edit.author_id = asked.author_id and ${during('edit')}`)}) live
          order by version desc) as edits,
        array(select id from edit where edit.pad_id = asked.pad_id and edit.author_id = asked.author_id
          and status = 'proposed' and ${during('edit')}) as suggestions,
        array(select id from (${decisionsOf(sql, sql`decision.pad_id = asked.pad_id and decision.author_id = asked.author_id and ${during('decision')}`)}) theirs)
          as decisions
      from unnest(${keys.map((key) => key.pad_id)}::text[], ${keys.map((key) => key.author_id)}::text[],
        ${keys.map(({ since }) => since ?? '-infinity')}::text[],
        ${keys.map(({ until }) => until ?? 'infinity')}::text[], ${keys.map((key) => key.keys?.join() ?? '')}::text[])
        with ordinality as asked (pad_id, author_id, since, until, keys, n)) work`
    return new Map(rows.map(({ n, ...row }) => [workId(keys[n]!), row]))
  },
})
