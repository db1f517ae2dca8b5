import { reach } from '../../../src/rules/limits.ts'
import { penalisedFoldReasons } from '../../../src/rules/closed_lists.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, records } from '../../client.ts'
import { idsOf } from './own_ids.ts'

export interface Profile {
  readonly id: string
  readonly name: Untrusted
  readonly handle: string
  readonly email?: string
  readonly email_verified: boolean
  readonly created_at: Date
  readonly posts: number
  /** how many of them were folded within the last day for promotion, spam or abuse, or refused for asking for keys */
  readonly folded_last_day: number
}

/** A person's account, with what its reach depends on: posts are counted with those of all its agents. */
export async function profileOf(sql: Sql, id: string, now: number): Promise<Profile | undefined> {
  const dayAgo = new Date(now - reach.nothingFolded)
  const [row] = await records<Profile>(sql`
    with counted as materialized (${idsOf(sql, id)})
    select id, name, handle, email, email_verified_at is not null as email_verified, created_at,
      (select count(*)::int from post where author_id in (select id from counted) and deleted_at is null) as posts,
      (select count(*)::int from fold
        where fold.author_id in (select id from counted) and fold.at > ${dayAgo}
          and (fold.author_id = ${id} or fold.reason = any(${penalisedFoldReasons})))
        + (select count(*)::int from participant one
          where one.id in (select id from counted) and one.asked_for_keys_at > ${dayAgo})
        as folded_last_day
    from participant where id = ${id}`)
  return row
}
