import type { Sql } from '../client.ts'
import { type GoesOn, inBites } from '../runtime/in_bites.ts'
import type { Part, Stretch } from '../runtime/page_by_page.ts'

interface Kept {
  /** older items are deleted */
  readonly since: Date
  /** items acknowledged before this are deleted */
  readonly acked_since: Date
}

/** Deletes expired items. Numbers are never reused, so the remaining items keep theirs. Returns the number deleted. */
export async function pruneInboxes(sql: Sql, { since, acked_since }: Kept, goesOn?: GoesOn): Promise<number> {
  const old = await inBites(
    (most) => sql`
      delete from inbox_item where ctid = any(array(
        select ctid from inbox_item where (at at time zone 'UTC') < (${since}::timestamptz at time zone 'UTC')
        order by at at time zone 'UTC' limit ${most} for update skip locked))`,
    goesOn,
  )
  const acked = await inBites(
    (most) => sql`
      delete from inbox_item where ctid = any(array(
        select ctid from inbox_item where acked_at < ${acked_since} order by acked_at limit ${most} for update skip locked))`,
    goesOn,
  )
  return old + acked
}

/**
 * Deletes the excess of inboxes that hold more than `most` items: acknowledged and room items first, items that wait for
 * an answer last, the oldest of each first. Items that are being changed at this moment are left.
 */
export async function pruneFullInboxes(sql: Sql, most: number, { goesOn = () => true }: Stretch = {}): Promise<Part> {
  const full = await sql<{ id: string }[]>`
    select participant_id as id from inbox where last_seq > ${most}
      and (select count(*) from inbox_item held where held.participant_id = inbox.participant_id) > ${most}`
  let gone = 0
  for (const { id } of full) {
    gone += await inBites(
      (some) => sql`
        delete from inbox_item where ctid = any(array(
          select ctid from inbox_item where participant_id = ${id} and seq = any(array(
            select seq from inbox_item where participant_id = ${id}
            order by case when acked_at is not null or class = 'room' then 2 when class = 'account' then 1 else 0 end, seq desc
            offset ${most}))
          limit ${some} for update skip locked))`,
      goesOn,
    )
    // inboxes that were cut are no longer full, so the next part finds the others
    if (!goesOn()) return { gone, next: 0 }
  }
  return { gone }
}
