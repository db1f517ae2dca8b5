import { reach } from '../../src/rules/limits.ts'
import { penalisedFoldReasons } from '../../src/rules/lists.ts'
import type { Sql } from '../client.ts'

/**
 * Which of these ids have reach: the account that answers for them is verified, old or active enough, and nobody who
 * counts as one with it was folded within the last day.
 */
export async function withReach(sql: Sql, ids: readonly string[], now: number): Promise<ReadonlySet<string>> {
  if (ids.length === 0) return new Set()
  const counted = sql`
    select id from participant where id = account.id or human_id = account.id or parent_id = account.id
    union select id from participant where email_key = account.email_key and email_verified_at is not null
    union select sub.id from participant agent join participant sub on sub.parent_id = agent.id
      where agent.human_id = account.id`
  const rows = await sql<{ id: string }[]>`
    select account.of as id
    from (
      select me.id as of, answers.id, answers.created_at, answers.email_key
      from participant me
      left join participant parent on parent.id = me.parent_id
      join participant answers on answers.id = coalesce(me.human_id, parent.human_id, parent.id, me.id)
      where me.id = any(${ids as string[]}::text[]) and answers.email_verified_at is not null
        and me.suspended_at is null and parent.suspended_at is null and answers.suspended_at is null
    ) account
    where (account.created_at <= ${new Date(now - reach.age)} or ${reach.posts} <= (
        select count(*) from (select from (${counted}) one join post on post.author_id = one.id
          limit ${reach.posts}) few))
      and not exists (
        select from fold
        join lateral (
          select author_id from post where id = fold.target_id
          union all select starter_id from thread where id = fold.target_id
          union all select created_by from pad where id = fold.target_id
        ) folded on true
        where fold.at > ${new Date(now - reach.nothingFolded)}
          and fold.reason = any(${penalisedFoldReasons as unknown as string[]})
          and folded.author_id in (${counted}))`
  return new Set(rows.map(({ id }) => id))
}
