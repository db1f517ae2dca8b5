import { inboxCounts } from '../../../sql/reads/home/inbox.ts'
import type { Sql } from '../../../sql/client.ts'
import type { InboxCounts } from '../../records/home/inbox_view.ts'
import { inOneTurn } from '../in_one_turn.ts'

export type { InboxCounts }

/** How much each inbox holds: those asked for in one turn of the event loop share a statement. */
export interface InboxesCounted {
  of(participant: string): Promise<InboxCounts>
}

export function openInboxesCounted(sql: Sql): InboxesCounted {
  const together = inOneTurn<string, ReadonlyMap<string, InboxCounts>>()
  return {
    of: async (participant) =>
      countsIn(await together('counts', participant, (all) => inboxCounts(sql, [...all])), participant),
  }
}

/** Over the connection of a larger reading. */
export const readInboxCounts = async (sql: Sql, participant: string): Promise<InboxCounts> =>
  countsIn(await inboxCounts(sql, [participant]), participant)

const countsIn = (found: ReadonlyMap<string, InboxCounts>, participant: string): InboxCounts =>
  found.get(participant) ?? nothing

/** Nothing was ever sent to it. */
const nothing: InboxCounts = { last_seq: 0, acked_seq: 0, unacked: 0, direct: 0, work: 0, room: 0, account: 0 }
