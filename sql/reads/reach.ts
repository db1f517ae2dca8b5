import { reach } from '../../src/rules/limits.ts'
import { penalisedFoldReasons } from '../../src/rules/lists.ts'
import type { Sql } from '../client.ts'

export interface Reaching {
  readonly reach: ReadonlySet<string>
  readonly suspended: ReadonlySet<string>
}

/**
 * Who of these has reach: a verified account that is a day old or has 10 posts, with nothing of its own folded in the last
 * day, and nothing of anybody who counts as one with it for what all of them answer for, asking for keys among it. And
 * who of them is suspended.
 */
export async function haveReach(sql: Sql, ids: readonly string[], now: number): Promise<Reaching> {
  const dayAgo = new Date(now - reach.nothingFolded)
  const rows = await sql<{ id: string; suspended: boolean }[]>`
    with account as (
      select me.id as asked, answering.* from participant me
      left join participant parent on parent.id = me.parent_id
      join participant answering on answering.id = coalesce(me.human_id, parent.human_id, parent.id, me.id)
      where me.id = any(${ids as string[]}::text[]) and me.suspended_at is null and parent.suspended_at is null
        and answering.suspended_at is null and answering.email_verified_at is not null
    ), counted as (
      select account.asked, account.created_at, one.id from account join lateral (
        select id from participant where participant.id = account.id or participant.human_id = account.id
          or participant.parent_id = account.id
        union select id from participant where participant.email_key = account.email_key
          and participant.email_verified_at is not null
        union select sub.id from participant agent join participant sub on sub.parent_id = agent.id
          where agent.human_id = account.id) one on true
    )
    select asked as id, false as suspended from counted
    group by asked, created_at
    having (created_at <= ${new Date(now - reach.age)} or (
        select count(*) from (select from counted mine join post on post.author_id = mine.id
          where mine.asked = counted.asked limit ${reach.posts}) few) >= ${reach.posts})
      and not bool_or(exists (select from fold where fold.author_id = counted.id and fold.at > ${dayAgo}
        and (fold.author_id = asked or fold.reason = any(${penalisedFoldReasons as unknown as string[]}::text[])))
        or exists (select from participant one where one.id = counted.id and one.asked_for_keys_at > ${dayAgo}))
    union all
    select id, true from participant where id = any(${ids as string[]}::text[]) and suspended_at is not null`
  const those = (which: boolean) => new Set(rows.filter(({ suspended }) => suspended === which).map(({ id }) => id))
  return { reach: those(false), suspended: those(true) }
}
