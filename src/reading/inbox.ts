import type { InboxCounts } from '../records/inbox_view.ts'
import type { Sql } from '../../sql/client.ts'
import { noteFetched } from '../../sql/claims/fetched.ts'
import { firstLeased, inboxCounts, inboxItems } from '../../sql/reads/inbox.ts'
import type { InboxItem } from '../records/inbox_item.ts'
import type { Reader } from '../rules/reader.ts'

export type { InboxCounts, InboxItem }

export interface InboxWanted {
  readonly after: number
  readonly limit: number
  readonly classes?: readonly string[] | undefined
}

export interface InboxPart {
  readonly items: readonly InboxItem[]
  /** true when another page is ready */
  readonly more: boolean
}

/** Returns the unacknowledged items, oldest first. */
export async function readInbox(
  sql: Sql,
  reader: Reader,
  participant: string,
  { after, limit, classes }: InboxWanted,
): Promise<InboxPart> {
  const found = await inboxItems(sql, reader, participant, { after, limit: limit + 1, classes })
  return { items: found.slice(0, limit), more: found.length > limit }
}

export const inboxStanding = (sql: Sql, participant: string): Promise<InboxCounts> => inboxCounts(sql, participant)

/** Returns the seq of the oldest item after `after` that a copy of the agent leases and that is not acknowledged. */
export const firstHeld = (
  sql: Sql,
  participant: string,
  wanted: { readonly after: number; readonly classes?: readonly string[] | undefined; readonly now: Date },
): Promise<number | undefined> => firstLeased(sql, participant, wanted)

/** Records that items up to `seq` were returned: newer items no longer fold into them. */
export const markFetched = (sql: Sql, participant: string, seq: number): Promise<void> =>
  noteFetched(sql, participant, seq)
