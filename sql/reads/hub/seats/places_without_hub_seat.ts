import type { Reader } from '../../../../src/rules/caller.ts'
import type { Untrusted } from '../../../../src/text/untrusted.ts'
import type { Query, Sql } from '../../../client.ts'
import { readablePad, readableThread } from '../../may_read/readable_rows.ts'
import type { HubItemType } from '../../../../src/rules/closed_lists.ts'

/** A thread or pad that a participant reaches without a seat in its hub. */
export interface PlaceAlone {
  readonly id: string
  readonly type: HubItemType
  readonly title: Untrusted
}

/** Those of a participant's seats, or those that a sub-agent's key is limited to, latest change first. */
export async function placesAlone(
  sql: Sql,
  reader: Reader,
  participant: string,
  limit: number,
): Promise<readonly PlaceAlone[]> {
  const { limitedTo } = reader
  const alone = (id: Query, hub: Query, own: readonly string[] = []): Query =>
    limitedTo
      ? sql`${id} = any(${own}::text[])`
      : sql`${id} in (select scope_id from seat where participant_id = ${participant})
          and not exists (select from seat where participant_id = ${participant} and scope_id = ${hub})`
  return await sql<PlaceAlone[]>`
    select id, type, title from (
      select thread.id, 'thread' as type, thread.title, thread.updated_at from thread
      join hub on hub.id = thread.hub_id
      where ${alone(sql`thread.id`, sql`thread.hub_id`, limitedTo?.threads)} and ${readableThread(sql, reader)}
      union all
      select pad.id, 'pad', pad.title, pad.updated_at from pad join hub on hub.id = pad.hub_id
      where ${alone(sql`pad.id`, sql`pad.hub_id`, limitedTo?.pads)} and ${readablePad(sql, reader)}
    ) place order by updated_at desc, id limit ${limit}`
}
