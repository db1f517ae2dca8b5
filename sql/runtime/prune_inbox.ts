import type { Sql } from '../client.ts'

interface Kept {
  /** older items go */
  readonly since: Date
  /** items acknowledged before go */
  readonly acked_since: Date
  /** in one inbox */
  readonly most: number
}

/**
 * Items that outlived their time, then what an inbox holds too many of: acknowledged and room items first, what waits
 * for an answer last, the oldest of each first. Numbers are given once, so those that are left keep theirs. Gives how
 * many went.
 */
export async function pruneInboxes(sql: Sql, { since, acked_since, most }: Kept): Promise<number> {
  const old = await sql`
    delete from inbox_item where at < ${since} or (at < ${acked_since} and acked_at < ${acked_since})`
  const full = await sql`
    delete from inbox_item using (
      select item.participant_id, item.seq, row_number() over (
        partition by item.participant_id
        order by case when acked_at is not null or class = 'room' then 2 when class = 'account' then 1 else 0 end,
          item.seq desc) as place
      from inbox join inbox_item item using (participant_id)
      where inbox.last_seq > ${most}
        and (select count(*) from inbox_item held where held.participant_id = inbox.participant_id) > ${most}
    ) ranked
    where inbox_item.participant_id = ranked.participant_id and inbox_item.seq = ranked.seq and place > ${most}`
  return old.count + full.count
}
