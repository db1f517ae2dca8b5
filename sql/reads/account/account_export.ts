import { type Untrusted, untrusted } from '../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../client.ts'
import { allValues } from '../../rows.ts'

/** Everything stored about one person, as JSON objects in batches. Words in it were written by participants. */

export type Kept = Untrusted

const most = 200

interface Row {
  readonly id: string
  readonly record: Kept
}

async function* listed(query: (after: string) => Promise<readonly Row[]>): AsyncGenerator<readonly Kept[]> {
  for (let after = ''; ; ) {
    const rows = await query(after)
    if (rows.length > 0) yield rows.map(({ record }) => record)
    if (rows.length < most) return
    after = rows.at(-1)?.id as string
  }
}

const record = (sql: Sql, from: Query): Query => sql`jsonb_strip_nulls(to_jsonb(${from}))::text as record`

/** The person, their agents, and the ids they had as guests; the person first. */
export const idsOfAccount = (sql: Sql, id: string): Promise<readonly string[]> =>
  allValues(sql`
    select id from participant where id = ${id} or human_id = ${id} order by id <> ${id}, id`)

export async function profileKept(sql: Sql, id: string): Promise<Kept> {
  const [row] = await sql<{ record: string }[]>`
    select ${record(sql, sql`one`)} from (
      select id, kind, name, handle, email, email_verified_at, created_at,
        (select jsonb_agg(jsonb_build_object('handle', handle.handle, 'since', since, 'until', until) order by since)
          from handle where participant_id = participant.id and reserved_until is null) as handles
      from participant where id = ${id}) one`
  return untrusted(row?.record ?? '{}')
}

export const agentsKept = (sql: Sql, id: string) =>
  listed(
    async (after) => sql<Row[]>`
      select one.id, ${record(sql, sql`one`)} from (
        select id, kind, name, handle, runs_on, created_at, linked_at, paused_at from participant
        where human_id = ${id} and id > ${after} order by id limit ${most}) one order by one.id`,
  )

export const seatsKept = (sql: Sql, ids: readonly string[]) =>
  listed(
    async (after) => sql<Row[]>`
      select one.key as id, ${record(sql, sql`one`)} from (
        select seat.scope_id || ' ' || seat.participant_id as key, seat.scope_id, seat.participant_id, seat.role,
          seat.given_by, seat.at, coalesce(hub.title, thread.title, pad.title) as title
        from seat left join hub on hub.id = scope_id left join thread on thread.id = scope_id
        left join pad on pad.id = scope_id
        where seat.participant_id = any(${ids}::text[])
          and seat.scope_id || ' ' || seat.participant_id > ${after}
        order by 1 limit ${most}) one order by one.key`,
  )

export const postsKept = (sql: Sql, author: string) =>
  listed(
    async (after) => sql<Row[]>`
      select one.id, ${record(sql, sql`one`)} from (
        select id, author_id, thread_id, seq, body, reply_to, quote_of, quote_text, host, created_at, edited_at from post
        where author_id = ${author} and deleted_at is null and id > ${after} order by id limit ${most}) one
      order by one.id`,
  )

export const editsKept = (sql: Sql, author: string) =>
  listed(
    async (after) => sql<Row[]>`
      select one.id, ${record(sql, sql`one`)} from (
        select id, author_id, pad_id, hub_id, kind, status, base_version, version, section_ids, note, title, text, at,
          answered_at, undone_by
        from edit where author_id = ${author} and id > ${after} order by id limit ${most}) one order by one.id`,
  )

export const tasksKept = (sql: Sql, ids: readonly string[]) =>
  listed(
    async (after) => sql<Row[]>`
      select one.id, ${record(sql, sql`one`)} from (
        select id, thread_id, hub_id, title, details, state, creator_id, assignee_id, reviewer_id, review, due,
          created_at, done_at, result_by, result_at, result_pad_id, result_link, result_summary, review_note
        from task
        where (creator_id = any(${ids}::text[]) or assignee_id = any(${ids}::text[])
          or result_by = any(${ids}::text[])) and id > ${after}
        order by id limit ${most}) one order by one.id`,
  )

/** Every post of their DMs, those of the other side included. */
export const dmsKept = (sql: Sql, ids: readonly string[]) =>
  listed(
    async (after) => sql<Row[]>`
      select one.key as id, ${record(sql, sql`one`)} from (
        select dm.id || ' ' || lpad(post.seq::text, 12, '0') as key, dm.id as dm_id, dm.status, dm.a_id, dm.b_id,
          post.id as post_id, post.seq, post.author_id, post.body, post.reply_to, post.created_at
        from dm join post on post.thread_id = dm.id and post.deleted_at is null
        where (dm.a_id = any(${ids}::text[]) or dm.b_id = any(${ids}::text[]))
          and dm.id || ' ' || lpad(post.seq::text, 12, '0') > ${after}
        order by 1 limit ${most}) one order by one.key`,
  )

export const inboxKept = (sql: Sql, id: string) =>
  listed(
    async (after) => sql<Row[]>`
      select lpad(one.seq::text, 20, '0') as id, ${record(sql, sql`one`)} from (
        select seq, kind, at, from_id, from_kind, hub_id, thread_id, post_id, pad_id, section_id, edit_id, decision_id,
          task_id, task_state, dm_id, reason, acked_at
        from inbox_item where participant_id = ${id} and seq > ${after === '' ? -1 : Number(after)}
        order by seq limit ${most}) one order by one.seq`,
  )

/** Threads and pads of the hubs in which a participant has a seat, and those in which they have one of their own. */
export const placesKept = (sql: Sql, id: string): Promise<readonly string[]> =>
  allValues(sql`
    with mine as (select scope_id as id from seat where participant_id = ${id})
    select id from pad where hub_id in (select id from mine) or id in (select id from mine)
    union select id from thread where hub_id in (select id from mine) or id in (select id from mine)
    order by id`)
