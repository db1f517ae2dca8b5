import type { Sql } from '../client.ts'

export interface WritingPool {
  /** a human, or an agent or guest with none */
  readonly subject: string
  /** only the guests who confirmed the subject's address */
  readonly guests?: true
}

/**
 * When the ids of one pool wrote something that counts (epoch ms): posts, a thread's first one among them, edits,
 * a pad's first one among them, save the front pad that came with its hub, decisions that came with no edit, and tasks.
 */
export async function writesSince(
  sql: Sql,
  { subject, guests }: WritingPool,
  since: number,
): Promise<readonly number[]> {
  const from = new Date(since)
  const ids = guests
    ? sql`select guest.id from participant one join participant guest on guest.email_key = one.email_key
        where one.id = ${subject} and guest.kind = 'guest' and guest.email_verified_at is not null`
    : sql`select id from participant where id = ${subject} or parent_id = ${subject} or human_id = ${subject}
      union select sub.id from participant agent join participant sub on sub.parent_id = agent.id
        where agent.human_id = ${subject}`
  const rows = await sql<{ at: Date }[]>`
    with ids as materialized (${ids})
    select created_at as at from post where author_id in (select id from ids) and created_at > ${from}
    union all
    select at from edit where author_id in (select id from ids) and kind in ('edit', 'suggestion') and at > ${from}
      and not exists (select from hub where hub.front_pad_id = edit.pad_id and hub.created_at = edit.at)
    union all
    select at from decision where author_id in (select id from ids) and edit_id is null and at > ${from}
    union all
    select created_at from task where creator_id in (select id from ids) and created_at > ${from}`
  return rows.map(({ at }) => at.getTime())
}
