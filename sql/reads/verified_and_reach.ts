import { reach } from '../../src/rules/limits.ts'
import { penalisedFoldReasons } from '../../src/rules/lists.ts'
import type { Query, Sql } from '../client.ts'

/**
 * Which ids count as one, as parts of statements about a participant with the alias `me`. Each part looks up single
 * rows by index, however many accounts there are.
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
const countedWithAccount = (sql: Sql): Query => sql`
  select id from participant where id = account.id or human_id = account.id or parent_id = account.id
  union select id from participant where email_key = account.email_key and email_verified_at is not null
  union select sub.id from participant agent join participant sub on sub.parent_id = agent.id
    where agent.human_id = account.id`

/**
 * Whether `me` has reach: the account is verified and not suspended, is a day old or has 10 posts, and in the last day
 * nothing of `me` was folded, nor anything of an id counted with it for a penalised reason or a request for keys.
 */
export const hasReach = (sql: Sql, now: number): Query => {
  const dayAgo = new Date(now - reach.nothingFolded)
  return sql`(account.verified and not account.suspended
    and (account.created_at <= ${new Date(now - reach.age)} or (
      select count(*) from (
        select from (${countedWithAccount(sql)}) counted join post on post.author_id = counted.id
        limit ${reach.posts}) few) >= ${reach.posts})
    and not exists (
      select from (${countedWithAccount(sql)}) counted join participant one on one.id = counted.id
      where one.asked_for_keys_at > ${dayAgo} or exists (
        select from fold where fold.author_id = one.id and fold.at > ${dayAgo}
          and (fold.author_id = me.id or fold.reason = any(${penalisedFoldReasons as unknown as string[]})))))`
}
