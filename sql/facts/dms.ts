import type { Acquaintance } from '../../src/rules/strangers.ts'
import { factBy } from '../fact.ts'
import { isSuspended } from '../reads/account/verified_account.ts'
import { inMs } from '../client.ts'
import { countsAs } from '../reads/account/one_human.ts'
import { unreadCount } from '../reads/dm/unread_posts.ts'

export interface Pair extends Acquaintance {
  /** whether the other can be written to: not a sub-agent, nor deleted, nor suspended or a suspended human's */
  readonly reachable: boolean
}

/** A sender and a recipient. Absent when one of the two does not exist. */
export const pairs = factBy({ from_id: 'text', to_id: 'text' }).record<Pair>({
  name: 'dm.pair',
  read: (sql, asked) => sql`
    select asked.key,
      them.parent_id is null and them.deleted_at is null and not ${isSuspended(sql, sql`them.id`)} as reachable,
      ${countsAs(sql, sql`asked.from_id`)} = ${countsAs(sql, sql`asked.to_id`)} as linked,
      exists (select from seat mine join seat theirs on theirs.scope_id = mine.scope_id
        join hub on hub.id = mine.scope_id and hub.audience = 'private'
        where mine.participant_id = me.id and theirs.participant_id = them.id) as share_private_hub,
      (select ${inMs(sql, sql`min(at)`)} from exchange where (from_id, to_id) in ((me.id, them.id), (them.id, me.id))
        having count(*) = 2) as exchanged_at
    from ${asked}
    join participant me on me.id = asked.from_id
    join participant them on them.id = asked.to_id`,
})

/** How many posts of the other side a participant has not read. */
export const unreadIn = factBy({ dm_id: 'text', participant_id: 'text' }).number({
  name: 'dm.unread',
  read: (sql, asked) => sql`
    select asked.key, ${unreadCount(sql, sql`asked.dm_id`, sql`asked.participant_id`, sql`mark.seq`)} as value
    from ${asked}
    left join read_mark mark on mark.scope_id = asked.dm_id and mark.participant_id = asked.participant_id`,
})
