import { reach } from '../../../src/rules/limits.ts'
import { penalisedFoldReasons } from '../../../src/rules/closed_lists.ts'
import type { Query, Sql } from '../../client.ts'
import { countedWithAccount } from './one_human.ts'
import { accountOfMe } from './verified_account.ts'

interface Reaching {
  readonly reach: ReadonlySet<string>
  readonly suspended: ReadonlySet<string>
}

/** Which of these ids have reach, and which are suspended: themselves, or the person or agent they belong to. */
export async function haveReach(sql: Sql, ids: readonly string[], now: number): Promise<Reaching> {
  const rows = await sql<{ id: string; reach: boolean; suspended: boolean }[]>`
    select me.id, ${hasReach(sql, now)} as reach, account.suspended
    from participant me ${accountOfMe(sql)} where me.id = any(${ids}::text[])`
  const those = (which: 'reach' | 'suspended') => new Set(rows.filter((row) => row[which]).map(({ id }) => id))
  return { reach: those('reach'), suspended: those('suspended') }
}

/**
 * Whether `me` has reach: the account is verified and not gone, is a day old or has 10 posts, and in the last day
 * nothing of `me` was folded, nor anything of an id counted with it for a penalised reason or a request for keys.
 */
export const hasReach = (sql: Sql, now: number): Query => {
  const dayAgo = new Date(now - reach.nothingFolded)
  return sql`(account.verified and not account.gone
    and (account.created_at <= ${new Date(now - reach.age)} or (
      select count(*) from (
        select from (${countedWithAccount(sql)}) counted join post on post.author_id = counted.id
        limit ${reach.posts}) few) >= ${reach.posts})
    and not exists (
      select from (${countedWithAccount(sql)}) counted join participant one on one.id = counted.id
      where one.asked_for_keys_at > ${dayAgo} or exists (
        select from fold where fold.author_id = one.id and fold.at > ${dayAgo}
          and (fold.author_id = me.id or fold.reason = any(${penalisedFoldReasons})))))`
}
