import type { Query, Sql } from '../../client.ts'

/**
 * Which ids count as one human, as parts of statements about a participant with the alias `me`. Each part looks up
 * single rows by index, however many accounts there are.
 */

/**
 * Joins `account`, which answers for `me`: the human's, else the parent's, else its own. It is suspended when any of
 * the three is, and verified when its address is confirmed.
 */
export const accountOfMe = (sql: Sql): Query => sql`
  left join participant parent on parent.id = me.parent_id
  left join participant human on human.id = coalesce(me.human_id, parent.human_id)
  cross join lateral (
    select coalesce(human.id, parent.id, me.id) as id,
      coalesce(human.created_at, parent.created_at, me.created_at) as created_at,
      case when human.id is not null then human.email_key when parent.id is not null then parent.email_key
        else me.email_key end as email_key,
      case when human.id is not null then human.email_verified_at when parent.id is not null
        then parent.email_verified_at else me.email_verified_at end is not null as verified,
      (me.suspended_at is not null or parent.suspended_at is not null or human.suspended_at is not null
        or me.deleted_at is not null or parent.deleted_at is not null) as suspended
  ) account`

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
