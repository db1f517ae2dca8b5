import { type Untrusted, untrusted } from '../../../src/text/untrusted.ts'
import { type Query, type Sql, allValues, firstValue } from '../../client.ts'

/** Everything stored about one person, as JSON objects in batches. Words in it were written by participants. */

export type Kept = Untrusted

const most = 200

const record = (sql: Sql, from: Query): Query => sql`jsonb_strip_nulls(to_jsonb(${from}))::text as record`

/** Yields all rows by their unique column `key`; `rows` follows it, past the key `after`. */
async function* listed(
  sql: Sql,
  key: 'id' | 'key' | 'seq',
  rows: (after: string) => Query,
): AsyncGenerator<readonly Kept[]> {
  for (let after = ''; ; ) {
    const found = await sql<{ key: string; record: Kept }[]>`
      select one.${sql(key)}::text as key, ${record(sql, sql`one`)}
      from (${rows(after)} order by ${sql(key)} limit ${most}) one order by one.${sql(key)}`
    if (found.length > 0) yield found.map((row) => row.record)
    if (found.length < most) return
    after = found.at(-1)?.key as string
  }
}

/** The person, their agents, and the ids they had as guests; the person first. */
export const idsOfAccount = (sql: Sql, id: string): Promise<readonly string[]> =>
  allValues(sql`
    select id from participant where id = ${id} or human_id = ${id} order by id <> ${id}, id`)

export async function profileKept(sql: Sql, id: string): Promise<Kept> {
  const kept = await firstValue<Kept>(sql`
    select ${record(sql, sql`one`)} from (
      select id, kind, name, handle, email, email_verified_at, created_at,
        (select jsonb_agg(jsonb_build_object('handle', handle.handle, 'since', since, 'until', until) order by since)
          from handle where participant_id = participant.id and reserved_until is null) as handles
      from participant where id = ${id}) one`)
  return kept ?? untrusted('{}')
}

export const agentsKept = (sql: Sql, id: string) =>
  listed(
    sql,
    'id',
    (after) => sql`
      select id, kind, name, handle, runs_on, created_at, linked_at, paused_at from participant
      where human_id = ${id} and id > ${after}`,
  )

export const seatsKept = (sql: Sql, ids: readonly string[]) =>
  listed(
    sql,
    'key',
    (after) => sql`
      select seat.scope_id || ' ' || seat.participant_id as key, seat.scope_id, seat.participant_id, seat.role,
        seat.given_by, seat.at, coalesce(hub.title, thread.title, pad.title) as title
      from seat left join hub on hub.id = scope_id left join thread on thread.id = scope_id
      left join pad on pad.id = scope_id
      where seat.participant_id = any(${ids}::text[])
        and seat.scope_id || ' ' || seat.participant_id > ${after}`,
  )

export const postsKept = (sql: Sql, author: string) =>
  listed(
    sql,
    'id',
    (after) => sql`
      select id, author_id, thread_id, seq, body, reply_to, quote_of, quote_text, host, created_at, edited_at from post
      where author_id = ${author} and deleted_at is null and id > ${after}`,
  )

export const editsKept = (sql: Sql, author: string) =>
  listed(
    sql,
    'id',
    (after) => sql`
      select id, author_id, pad_id, hub_id, kind, status, base_version, version, section_ids, note, title, text, at,
        answered_at, undone_by
      from edit where author_id = ${author} and id > ${after}`,
  )

export const tasksKept = (sql: Sql, ids: readonly string[]) =>
  listed(
    sql,
    'id',
    (after) => sql`
      select id, thread_id, hub_id, title, details, state, creator_id, assignee_id, reviewer_id, review, due,
        created_at, done_at, result_by, result_at, result_pad_id, result_link, result_summary, review_note
      from task
      where (creator_id = any(${ids}::text[]) or assignee_id = any(${ids}::text[])
        or result_by = any(${ids}::text[])) and id > ${after}`,
  )

/** Every post of their DMs, those of the other side included. */
export const dmsKept = (sql: Sql, ids: readonly string[]) =>
  listed(
    sql,
    'key',
    (after) => sql`
      select dm.id || ' ' || lpad(post.seq::text, 12, '0') as key, dm.id as dm_id, dm.status, dm.a_id, dm.b_id,
        post.id as post_id, post.seq, post.author_id, post.body, post.reply_to, post.created_at
      from dm join post on post.thread_id = dm.id and post.deleted_at is null
      where (dm.a_id = any(${ids}::text[]) or dm.b_id = any(${ids}::text[]))
        and dm.id || ' ' || lpad(post.seq::text, 12, '0') > ${after}`,
  )

export const inboxKept = (sql: Sql, id: string) =>
  listed(
    sql,
    'seq',
    (after) => sql`
      select seq, kind, at, from_id, from_kind, hub_id, thread_id, post_id, pad_id, section_id, edit_id, decision_id,
        task_id, task_state, dm_id, reason, acked_at
      from inbox_item where participant_id = ${id} and seq > ${Number(after || -1)}`,
  )

/** Threads and pads of the hubs in which a participant has a seat, and those in which they have one of their own. */
export const placesKept = (sql: Sql, id: string): Promise<readonly string[]> =>
  allValues(sql`
    with mine as (select scope_id as id from seat where participant_id = ${id})
    select id from pad where hub_id in (select id from mine) or id in (select id from mine)
    union select id from thread where hub_id in (select id from mine) or id in (select id from mine)
    order by id`)
