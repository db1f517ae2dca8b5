import type { Query, Sql } from '../../client.ts'

interface Reservation {
  readonly handle: string
  readonly participant_id: string
}

/**
 * Reserves handles, each independently; one statement decides races. Returns those that were obtained. An expired
 * reservation is free; one of the same id is renewed. `now` and `until` are epoch milliseconds.
 */
export async function reserveHandles(
  sql: Sql,
  wanted: readonly Reservation[],
  now: number,
  until: number,
): Promise<ReadonlySet<string>> {
  const rows = await sql<{ handle: string }[]>`
    insert into handle as kept (handle, participant_id, since, reserved_until)
    select handle, participant_id, ${new Date(now)}::timestamptz, ${new Date(until)}::timestamptz
    from unnest(${wanted.map(({ handle }) => handle)}::text[], ${wanted.map((one) => one.participant_id)}::text[])
      as wanted (handle, participant_id)
    order by handle
    on conflict (handle) do update
      set participant_id = excluded.participant_id, since = excluded.since,
        reserved_until = case when kept.reserved_until is null then null else excluded.reserved_until end
      where kept.reserved_until < ${new Date(now)} or kept.participant_id = excluded.participant_id
    returning handle`
  return new Set(rows.map(({ handle }) => handle))
}

/** The part of the statement that creates an account which makes the reserved handle its own; `owner` selects its id. */
export const settleHandle = (
  sql: Sql,
  { handle, at, owner }: { readonly handle: string; readonly at: Date; readonly owner: Query },
): Query => sql`
  update handle set since = ${at}, reserved_until = null where handle = ${handle} and participant_id in (${owner})`

/** Deletes a reservation that is not needed. */
export async function releaseHandle(sql: Sql, { handle, participant_id }: Reservation): Promise<void> {
  await sql`
    delete from handle
    where handle = ${handle} and participant_id = ${participant_id} and reserved_until is not null`
}

/** Returns which of these belong to an id, now or earlier. */
export async function handlesThere(sql: Sql, handles: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await sql<{ handle: string }[]>`select handle from handle where handle = any(${handles})`
  return new Set(rows.map(({ handle }) => handle))
}
