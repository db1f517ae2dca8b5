import { newestItems, type NewestWanted } from '../../../sql/reads/home/inbox.ts'
import type { InboxItem } from '../../records/home/inbox_item.ts'
import type { InboxView } from '../../records/home/inbox_view.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { readInboxCounts } from './inbox_counts.ts'
import { inOneLine } from './in_one_line.ts'
import { withNames } from './told_about.ts'
import { readWaits } from './to_decide.ts'
import type { ReadingParts } from '../reading_parts.ts'

/** Returns a page of an inbox for people, with the record behind every item that waits for a decision. */
export async function inboxView(
  parts: ReadingParts,
  caller: Caller,
  { items, more }: { readonly items: readonly InboxItem[]; readonly more: boolean },
  reader: Reader,
  now: number,
): Promise<InboxView> {
  const { sql } = parts
  const [{ waits, count }, inbox] = await Promise.all([readWaits(parts, reader, now), readInboxCounts(sql, caller.id)])
  const named = await withNames(sql, reader, inOneLine(items), waits)
  return { kind: 'inbox', items: named, more, inbox, waits_count: count }
}

/** Returns a page of an inbox, newest item first. */
export async function readInboxPage(
  parts: ReadingParts,
  caller: Caller,
  wanted: NewestWanted,
  reader: Reader,
  now: number,
): Promise<InboxView> {
  const { sql } = parts
  const found = await newestItems(sql, reader, caller.id, { ...wanted, limit: wanted.limit + 1 })
  const items = found.slice(0, wanted.limit)
  return inboxView(parts, caller, { items, more: found.length > items.length }, reader, now)
}
