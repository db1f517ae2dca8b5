import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { PadRef, ThreadRef } from '../../../src/records/refs.ts'
import { reads } from '../../../src/rules/limits.ts'

interface HubToWriteIn {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  readonly audience: Audience
  readonly members: number
  readonly agents: number
}

/** Hubs in which `holder` has a seat, latest activity first. */
export const hubsToWriteIn = (sql: Sql, holder: string, limit: number): Promise<readonly HubToWriteIn[]> =>
  sql<HubToWriteIn[]>`
    select mine.id, mine.slug, mine.title, mine.audience, coalesce(seats, 0) as members, coalesce(agents, 0) as agents
    from (
      select hub.id, hub.slug, hub.title, hub.audience,
        greatest(hub.updated_at, (select max(updated_at) from thread where hub_id = hub.id),
          (select max(updated_at) from pad where hub_id = hub.id)) as active
      from seat join hub on hub.id = seat.scope_id
      where seat.participant_id = ${holder} order by active desc, hub.id limit ${limit}
    ) mine
    left join seat_count on seat_count.scope_id = mine.id
    order by mine.active desc, mine.id`

/** A hub's threads that are neither folded nor locked, latest change first. */
export const threadsToChoose = (sql: Sql, hub_id: string, limit: number): Promise<readonly ThreadRef[]> =>
  sql<ThreadRef[]>`
    select thread.id, thread.title from thread
    where thread.hub_id = ${hub_id} and not exists (select from fold where fold.target_id = thread.id)
      and not exists (select from locked where locked.target_id = thread.id)
    order by thread.updated_at desc, thread.id desc limit ${limit}`

/** A hub's pads for a choice, latest change first. */
export const padsToChoose = (sql: Sql, hub_id: string): Promise<readonly PadRef[]> => sql<PadRef[]>`
  select pad.id, pad.title from pad
  where pad.hub_id = ${hub_id} and not exists (select from fold where fold.target_id = pad.id)
  order by pad.updated_at desc, pad.id desc limit ${reads.hubPage.pads}`
