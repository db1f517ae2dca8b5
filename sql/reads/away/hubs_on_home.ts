import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Sql } from '../../client.ts'
import { byId } from '../by_id.ts'
import { type Reader, seatHolder } from '../../../src/rules/caller.ts'
import { readableThread } from '../may_read/readable_rows.ts'

interface HubOnHomeRow {
  readonly hub_id: string
  /** threads with an open dispute of a section */
  readonly disputed: number
  /** open threads about pads, among the most recently changed */
  readonly open: number
}

export const hubsOnHome = (sql: Sql, hubs: readonly string[], rowsScanned: number): Promise<readonly HubOnHomeRow[]> =>
  sql<HubOnHomeRow[]>`
    select hub.id as hub_id,
      (select count(*)::int from thread where hub_id = hub.id and dispute = 'open') as disputed,
      (select count(*)::int from (
        select id, status, about_pad_id from thread where hub_id = hub.id order by updated_at desc, id desc limit ${rowsScanned}
      ) newest
      where status = 'open' and about_pad_id is not null
        and not exists (select from fold where target_id = newest.id)) as open
    from unnest(${hubs}::text[]) hub (id)`

/** Read marks looked at per result: some of the newest are of DMs, or of hubs that the reader has left. */
const marksPerResult = 10

/** The threads that a participant read last, of those in which or in whose hub they have a seat, newest first. */
export const lastRead = (
  sql: Sql,
  reader: Reader,
  limit: number,
): Promise<readonly { readonly id: string; readonly title: Untrusted; readonly at: Date }[]> =>
  sql<{ id: string; title: Untrusted; at: Date }[]>`
    select thread.id, thread.title, mark.at
    from (
      select scope_id, participant_id, at from read_mark where participant_id = ${seatHolder(reader)}
      order by at desc limit ${limit * marksPerResult}) mark
    cross join lateral ${byId(sql, 'thread', sql`mark.scope_id`)}
    join hub on hub.id = thread.hub_id
    where mark.participant_id = ${seatHolder(reader)} and ${readableThread(sql, reader)}
      and exists (select from seat where seat.participant_id = ${seatHolder(reader)} and seat.scope_id in (thread.hub_id, thread.id))
    order by mark.at desc limit ${limit}`
