import type { Sql } from '../../../sql/client.ts'
import { type InboxPage, inboxItems } from '../../../sql/reads/home/inbox.ts'
import type { InboxItem } from '../../records/home/inbox_item.ts'
import { asksForDecision, givesWork } from '../../rules/events.ts'
import type { Reader } from '../../rules/caller.ts'
import { openItems } from '../../../sql/reads/to_decide/open.ts'
import { endedWork } from '../../../sql/reads/home/ended_work.ts'

export { noteFetched } from '../../../sql/outside_actors/readers_marks.ts'
export { firstLeased } from '../../../sql/reads/home/inbox.ts'

/** Items that asked for a decision which was made since or is no longer the reader's, or gave work that has gone on. */
export async function readOver(
  sql: Sql,
  reader: Reader,
  items: readonly InboxItem[],
): Promise<ReadonlySet<number> | undefined> {
  const seqsOf = (which: (item: InboxItem) => boolean) => items.filter(which).map(({ seq }) => seq)
  const [asking, working] = [seqsOf(asksForDecision), seqsOf(givesWork)]
  const [open, ended] = await Promise.all([
    asking.length === 0 ? undefined : openItems(sql, reader, asking),
    working.length === 0 || reader.id === undefined ? [] : endedWork(sql, reader.id, working),
  ])
  if (open === undefined && ended.length === 0) return undefined
  return new Set([...asking.filter((seq) => !open?.has(seq)), ...ended])
}

interface InboxPart {
  readonly items: readonly InboxItem[]
  /** true when another page is ready */
  readonly more: boolean
}

/** Returns the unacknowledged items, oldest first. */
export async function readInbox(
  sql: Sql,
  reader: Reader,
  participant: string,
  { after, limit, classes }: InboxPage,
): Promise<InboxPart> {
  const found = await inboxItems(sql, reader, participant, { after, limit: limit + 1, classes })
  return { items: found.slice(0, limit), more: found.length > limit }
}
