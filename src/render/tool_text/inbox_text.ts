import type { InboxItem, Named } from '../../records/home/inbox_item.ts'
import { facts, joined, lines, type Markdown, md, minute, ref, safe, counted } from '../markdown/md.ts'
import { fence, preamble } from '../markdown/fence.ts'
import { waysSaid } from './inbox_ways.ts'

/** An inbox item as the tool prints it: ids, codes and handles, and the sender's note. */
type ItemView = Omit<InboxItem, 'wakes' | 'from_id' | 'hub_slug' | 'post_thread' | 'leased_until'>

const things = [
  'hub_id',
  'thread_id',
  'post_id',
  'pad_id',
  'section_id',
  'edit_id',
  'decision_id',
  'task_id',
  'dm_id',
] as const

/** Whether the item names something within the hub: the line then leaves the hub out. */
export const namesWithin = ({ thread_id, pad_id }: Named): boolean => thread_id !== undefined || pad_id !== undefined

const itemLine = (item: ItemView, { over, brief }: ItemShown): Markdown =>
  facts([
    md`seq ${item.seq}`,
    safe(item.kind),
    !brief && md`class ${ref(item.class)}`,
    item.reason !== undefined && ref(item.reason),
    item.reported_as !== undefined && ref(item.reported_as),
    item.reported && md`of ${ref(`@${item.reported.handle}`)} ${ref(item.reported.id)}`,
    item.from_handle === undefined
      ? md`from ${ref(item.from_kind)}`
      : md`from ${ref(`@${item.from_handle}`)} (${ref(item.from_kind)})`,
    ...things.map((thing) => {
      const id = thing === 'hub_id' && namesWithin(item) ? undefined : item[thing]
      return id !== undefined && ref(id)
    }),
    item.post_seq !== undefined && md`post ${item.post_seq}`,
    item.task_state !== undefined && ref(item.task_state),
    item.folded > 0 && md`and ${item.folded} before it`,
    minute(item.at),
    over === true && safe('nothing waits for you here'),
  ])

interface ItemShown {
  readonly over?: boolean
  readonly brief?: boolean | undefined
}

export const itemText = (item: ItemView, how: ItemShown = {}): Markdown =>
  lines([itemLine(item, how), item.note !== undefined && fence(item.note)])

/** The end of an inbox page, and its lease for one copy of an agent. */
export interface InboxEnd {
  readonly more: boolean
  readonly cursor: number
  readonly lease?: { readonly seq: number; readonly until: string; readonly lease_id: string }
  /** seconds for which a lease was asked */
  readonly leasing?: number
  /** the only classes that were asked for */
  readonly classes?: readonly string[]
}

interface ReadBy {
  /** a chat host's model, which cannot give answers that take a click */
  readonly assistant: boolean
}

interface ItemsRead {
  readonly items: readonly ItemView[]
  /** items that asked for a decision which was made, or is no longer the reader's */
  readonly over?: ReadonlySet<number> | undefined
  /** so many items that each is printed in fewer words */
  readonly brief?: boolean | undefined
}

/** Items of other classes lie between these, and ack_up_to would take them along unread. */
const ackOfSome = 'ack_items, since ack_up_to takes items of all classes'

export const inboxText = (
  { items, over, brief }: ItemsRead,
  { more, cursor, lease, leasing, classes }: InboxEnd,
  { assistant }: ReadBy,
): Markdown => {
  const isOver = ({ seq }: ItemView): boolean => over?.has(seq) === true
  const ways = waysSaid(items, { assistant, isOver })
  const on = joined(
    [
      md`after ${cursor}`,
      leasing !== undefined && md`lease ${leasing}`,
      classes && md`classes ${safe(JSON.stringify(classes))}`,
    ],
    ', ',
  )
  return lines([
    quotes(items) && preamble,
    items.length === 0
      ? safe('Nothing new in your inbox.')
      : md`${counted(items.length, 'inbox item')}; acknowledge what you dealt with: ${safe(classes ? ackOfSome : 'ack_up_to or ack_items')}.`,
    ...items.flatMap((item, at) => [itemText(item, { over: isOver(item), brief }), ways[at]]),
    lease && md`seq ${lease.seq} is held for you until ${ref(lease.until)}, lease ${ref(lease.lease_id)}`,
    more ? md`more: show_svc with ${on}` : md`next: show_svc with ${on} and wait true holds until something comes`,
  ])
}

/** Whether any item carries a participant's words. */
export const quotes = (items: readonly ItemView[]): boolean => items.some(({ note }) => note !== undefined)
