import { type Sql, countOf, firstRow } from '../client.ts'
import { ofClasses } from '../reads/home/inbox.ts'

/** Leases the next item that is neither acknowledged nor leased by another copy, until `until`. */
export const leaseNext = (
  sql: Sql,
  participant: string,
  {
    after,
    classes,
    lease_id,
    now,
    until,
  }: { after: number; classes?: readonly string[]; lease_id: string; now: Date; until: Date },
): Promise<{ seq: number } | undefined> =>
  firstRow(sql`
    update inbox_item set leased_until = ${until}, lease_id = ${lease_id}
    where participant_id = ${participant} and seq = (
      select seq from inbox_item
      where participant_id = ${participant} and acked_at is null and seq > ${after}
        and (leased_until is null or leased_until <= ${now})
        and ${ofClasses(sql, classes)}
      order by seq limit 1)
    returning seq`)

/** Sets a new end for leases that still hold and whose items are not acknowledged; without `until` they end at once. */
export const holdUntil = (
  sql: Sql,
  participant: string,
  { leases, now, until }: { leases: readonly string[]; now: Date; until?: Date },
): Promise<readonly { seq: number }[]> => sql<{ seq: number }[]>`
  update inbox_item set leased_until = ${until ?? null}
  where participant_id = ${participant} and lease_id = any(${leases}) and acked_at is null
    and leased_until > ${now}
  returning seq`

/** The seq of the newest item so far. */
export const lastSeq = (sql: Sql, participant: string): Promise<number> =>
  countOf(sql`select last_seq from inbox where participant_id = ${participant}`)
