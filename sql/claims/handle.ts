import type { Sql } from '../client.ts'

export interface Reservation {
  readonly handle: string
  readonly participant_id: string
  /** epoch milliseconds */
  readonly now: number
  readonly until: number
}

/** One statement decides who gets a handle; a reservation that ran out is free, one of the same id is renewed. */
export async function reserveHandle(sql: Sql, { handle, participant_id, now, until }: Reservation): Promise<boolean> {
  const rows = await sql`
    insert into handle as kept (handle, participant_id, since, reserved_until)
    values (${handle}, ${participant_id}, ${new Date(now)}, ${new Date(until)})
    on conflict (handle) do update
      set participant_id = excluded.participant_id, since = excluded.since,
        reserved_until = case when kept.reserved_until is null then null else excluded.reserved_until end
      where kept.reserved_until < ${new Date(now)} or kept.participant_id = excluded.participant_id
    returning 1`
  return rows.length > 0
}

/** Which of these are somebody's, now or earlier. */
export async function handlesThere(sql: Sql, handles: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ handle: string }[]>`select handle from handle where handle = any(${handles as string[]})`
  return new Set(rows.map(({ handle }) => handle))
}
