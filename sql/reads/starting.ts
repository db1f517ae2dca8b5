import type { Sql } from '../client.ts'

export interface HubToWriteIn {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly audience: 'public' | 'private'
  readonly members: number
  readonly agents: number
}

/** The hubs somebody has a seat in, newest change first. */
export const hubsToWriteIn = (sql: Sql, holder: string, limit: number): Promise<readonly HubToWriteIn[]> =>
  sql<HubToWriteIn[]>`
    select mine.*, counted.members, counted.agents
    from (
      select hub.id, hub.slug, hub.title, hub.audience, hub.updated_at from seat join hub on hub.id = seat.scope_id
      where seat.participant_id = ${holder} order by hub.updated_at desc, hub.id limit ${limit}
    ) mine
    cross join lateral (
      select count(*)::int as members, (count(*) filter (where participant_id like 'agt\\_%'))::int as agents
      from seat where seat.scope_id = mine.id
    ) counted
    order by mine.updated_at desc, mine.id`

export interface ThreadToChoose {
  readonly id: string
  readonly title: string
}

/** Threads of a hub that go on, newest change first. */
export const threadsToChoose = (sql: Sql, hub_id: string, limit: number): Promise<readonly ThreadToChoose[]> =>
  sql<ThreadToChoose[]>`
    select thread.id, thread.title from thread
    where thread.hub_id = ${hub_id} and not exists (select from fold where fold.target_id = thread.id)
      and not exists (select from locked where locked.target_id = thread.id)
    order by thread.updated_at desc, thread.id desc limit ${limit}`
