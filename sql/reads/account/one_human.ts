import type { Query, Sql } from '../../client.ts'

/**
 * Which ids count as one human, as parts of statements about a participant with the alias `me`. Each part looks up
 * single rows by index, however many accounts there are.
 */

/**
 * Joins `same`, the one id that all ids with the confirmed address of `whose` count as: a person's before others, then
 * the oldest. `whose` must have `email_key` and `verified`.
 */
export const firstOfAddress = (sql: Sql, whose: 'account' | 'one'): Query => sql`
  left join lateral (
    select id from participant mate
    where ${sql(whose)}.verified and mate.email_key = ${sql(whose)}.email_key and mate.email_verified_at is not null
    order by mate.kind = 'human' desc, mate.created_at, mate.id limit 1
  ) same on true`

/** The ids that `account` answers for: itself, its agents, their sub-agents, and ids with its address. */
export const countedWithAccount = (sql: Sql): Query => sql`
  select id from participant where id = account.id or human_id = account.id or parent_id = account.id
  union select id from participant where email_key = account.email_key and email_verified_at is not null
  union select sub.id from participant agent join participant sub on sub.parent_id = agent.id
    where agent.human_id = account.id`
