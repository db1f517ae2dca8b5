import type { Sql } from '../client.ts'

export interface HomeHub {
  readonly hub_id: string
  readonly slug: string
  readonly seat: 'owner' | 'helper' | 'member'
  readonly mode: 'open' | 'checked'
  readonly unread_threads: number
  /** requests for a seat, for owner and helpers */
  readonly joins: number
}

/** The hubs somebody has a seat in, newest change first, with the threads they have not read to the end. */
export async function homeHubs(
  sql: Sql,
  participant: string,
  seatHolder: string,
  limit: number,
): Promise<readonly HomeHub[]> {
  return sql<HomeHub[]>`
    select hub.id as hub_id, hub.slug, seat.role as seat, hub.mode,
      case when seat.role in ('owner', 'helper')
        then (select count(*)::int from join_request where scope_id = hub.id) else 0 end as joins,
      (
        select count(*)::int from (
          select 1 from thread
          left join read_mark mark on mark.scope_id = thread.id and mark.participant_id = ${participant}
          where thread.hub_id = hub.id and thread.last_seq > coalesce(mark.seq, 0)
            and not exists (select from fold where fold.target_id = thread.id)
          limit 1000
        ) unread
      ) as unread_threads
    from seat join hub on hub.id = seat.scope_id
    where seat.participant_id = ${seatHolder}
    order by hub.updated_at desc, hub.id limit ${limit}`
}

/** What an agent said it runs on. */
export async function runsOnOf(sql: Sql, participant: string): Promise<string | undefined> {
  const [row] = await sql<{ runs_on: string | null }[]>`select runs_on from participant where id = ${participant}`
  return row?.runs_on ?? undefined
}
