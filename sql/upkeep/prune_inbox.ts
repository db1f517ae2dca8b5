import type { Sql } from '../client.ts'

interface Kept {
  /** older items are deleted */
  readonly since: Date
  /** items acknowledged before this are deleted */
  readonly acked_since: Date
  /** per inbox */
  readonly most: number
}

/**
 * Deletes expired items, then the excess of full inboxes: acknowledged and room items first, items that wait for an
 * answer last, the oldest of each first. Numbers are never reused, so the remaining items keep theirs. Returns the
 * number deleted.
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
