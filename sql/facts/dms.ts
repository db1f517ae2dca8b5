import type { Acquaintance } from '../../src/rules/strangers.ts'
import { recordFact, valueFact } from '../fact.ts'
import { isSuspended } from '../reads/account/verified_account.ts'
import { inMs } from '../rows.ts'

export interface PairKey {
  /** the sender */
  readonly from_id: string
  readonly to_id: string
}

export interface Pair extends Acquaintance {
  /** whether the other can be written to: not a sub-agent, nor deleted, nor suspended or a suspended human's */
  readonly reachable: boolean
}

/** Absent when one of the two ids does not exist. */
export const pairs = recordFact<PairKey, Pair>({
  name: 'dm.pair',
  id: ({ from_id, to_id }) => `${from_id} ${to_id}`,
  read: (sql, keys) => sql`
    select asked.from_id || ' ' || asked.to_id as key,
      them.parent_id is null and them.deleted_at is null and not ${isSuspended(sql, sql`them.id`)} as reachable,
      coalesce(me.human_id, me.id) = coalesce(them.human_id, them.id)
        or coalesce(me.email_key = them.email_key and me.email_verified_at is not null
          and them.email_verified_at is not null, false) as linked,
      exists (select from seat mine join seat theirs on theirs.scope_id = mine.scope_id
        join hub on hub.id = mine.scope_id and hub.audience = 'private'
        where mine.participant_id = me.id and theirs.participant_id = them.id) as share_private_hub,
      (select ${inMs(sql, sql`min(at)`)} from exchange where (from_id, to_id) in ((me.id, them.id), (them.id, me.id))
        having count(*) = 2) as exchanged_at
    from unnest(${keys.map((key) => key.from_id)}::text[], ${keys.map((key) => key.to_id)}::text[])
      as asked (from_id, to_id)
    join participant me on me.id = asked.from_id
    join participant them on them.id = asked.to_id`,
})

export interface SideKey {
  readonly dm_id: string
  readonly participant_id: string
}

/** Counts the other side's posts that a participant has not read, up to 1,000. */
export const unreadIn = valueFact<SideKey, number>({
  name: 'dm.unread',
  id: ({ dm_id, participant_id }) => `${dm_id} ${participant_id}`,
  read: (sql, keys) => sql`
    select asked.dm_id || ' ' || asked.participant_id as key, (select count(*)::int from (
      select from post where post.thread_id = asked.dm_id and post.author_id <> asked.participant_id
        and post.deleted_at is null and post.seq > coalesce(mark.seq, 0) limit 1000) unread) as value
    from unnest(${keys.map((key) => key.dm_id)}::text[], ${keys.map((key) => key.participant_id)}::text[])
      as asked (dm_id, participant_id)
    left join read_mark mark on mark.scope_id = asked.dm_id and mark.participant_id = asked.participant_id`,
})
