import type { Query, Sql } from '../../client.ts'
import { idsOf } from './own_ids.ts'
import { accountOfMe } from './verified_account.ts'

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

/** The id that `me` counts as, where `account` and `same` are joined: what `principal` in rules/one_human.ts is of a caller. */
export const principalOfMe = (sql: Sql): Query => sql`coalesce(human.id, same.id, account.id)`

/** The same of the participant with this id. */
export const countsAs = (sql: Sql, id: Query): Query => sql`(
  select ${principalOfMe(sql)} from participant me
  ${accountOfMe(sql)} ${firstOfAddress(sql, 'account')} where me.id = ${id})`

/** The parent of the participant with this id; null where that is no sub-agent. */
export const parentOf = (sql: Sql, id: Query): Query =>
  sql`(select me.parent_id from participant me where me.id = ${id})`

/** The ids that `account` answers for: its own ids, and those with its address. */
export const countedWithAccount = (sql: Sql): Query => sql`
  ${idsOf(sql, sql`account.id`)}
  union select id from participant where email_key = account.email_key and email_verified_at is not null`

/**
 * All other ids that count as one with this id: the human, linked agents, sub-agents, ids with the same address. The
 * recent posts of these are what undo_everything with include_linked hides.
 */
export async function linkedIds(sql: Sql, id: string): Promise<readonly string[]> {
  const rows = await sql<{ id: string }[]>`
    with me as (
      select account.id, account.email_key, account.verified from participant me ${accountOfMe(sql)} where me.id = ${id}
    ), roots as (
      select id from me
      union select participant.id from participant, me where me.verified
        and participant.email_key = me.email_key and participant.email_verified_at is not null
    ), agents as (
      select id from roots union select participant.id from participant join roots on participant.human_id = roots.id
    )
    select id from agents union select participant.id from participant join agents on participant.parent_id = agents.id`
  return rows.map((row) => row.id).filter((one) => one !== id)
}
