import type { Sql } from '../client.ts'

/**
 * When the ids of one pool wrote something that counts (epoch ms): posts, a thread's first one among them, edits,
 * a pad's first one among them, save the front pad that came with its hub, decisions that came with no edit, and tasks.
 * `pool` is a human, or an agent or guest with none.
 */
export async function writesSince(sql: Sql, pool: string, since: number): Promise<readonly number[]> {
  const from = new Date(since)
  const rows = await sql<{ at: Date }[]>`
    with ids as materialized (
      select id from participant where id = ${pool} or parent_id = ${pool} or human_id = ${pool}
      union select sub.id from participant agent join participant sub on sub.parent_id = agent.id
        where agent.human_id = ${pool}
    )
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
