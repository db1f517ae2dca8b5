import { endsWaits, events, isBraked } from '../../../src/rules/events.ts'
import { pace } from '../../../src/rules/limits.ts'
import type { Effect } from '../../../sql/effect.ts'
import { acknowledgeItems, advanceInboxes, insertItems } from '../../../sql/effects/inbox.ts'
import { floods, type InboxStanding } from '../../../sql/reads/account/inbox_standings.ts'
import { grouped } from '../../../src/records/grouped.ts'
import { present } from '../../../src/records/present.ts'
import type { Notice } from '../../notices.ts'
import { iso } from '../../../src/rules/units.ts'

/** An item that a newer one with the same fold key may still replace. */
interface Waiting {
  readonly seq: number
  readonly folded: number
}

export interface Inbox {
  readonly last_seq: number
  readonly acked_seq: number
  /** by fold key */
  readonly waiting: ReadonlyMap<string, Waiting>
  /** times of the newest items that the brake limits, by sender */
  readonly mentions: ReadonlyMap<string, readonly number[]>
}

export const emptyInbox: Inbox = { last_seq: 0, acked_seq: 0, waiting: new Map(), mentions: new Map() }

export const inboxFrom = ({ last_seq, acked_seq, waiting, mentions }: InboxStanding): Inbox => ({
  last_seq,
  acked_seq,
  waiting: new Map(waiting.map(({ fold_key, seq, folded }) => [fold_key, { seq, folded }])),
  mentions: grouped(mentions.map(({ from_id, at }) => [from_id, at])),
})

interface Delivered {
  readonly inbox: Inbox
  readonly seq: number
  readonly wakes: boolean
  /** open inbox pages are told, even if the item ends no wait */
  readonly shows: boolean
  readonly effects: readonly Effect[]
}

/** Appends an item. An older unfetched one about the same thing is folded into it and counts as acknowledged. */
export function deliver(inbox: Inbox, participant: string, item: Notice, fetchedUpTo: number, now: number): Delivered {
  const recent = mentionsOf(inbox, item, now)
  const tooMany = recent.length >= pace.mentionNotices.limit
  const fold_key = tooMany ? floodKeyOf(item) : foldKeyOf(item)
  const older = fold_key === undefined ? undefined : inbox.waiting.get(fold_key)
  // a flood is folded even when already fetched: frequent polling must not bring it in item by item
  const foldable = older !== undefined && (tooMany || older.seq > fetchedUpTo) && older.seq > inbox.acked_seq
  const folds = foldable ? older : undefined
  // an item wakes no one when it is quiet (too long a chain, a folded thread, another's task) or above the sender's limit
  const wakes = endsWaits(item.kind) && item.quiet !== true && !tooMany
  const seq = inbox.last_seq + 1
  const folded = folds ? folds.folded + 1 : 0
  const at = iso(now)
  const { quiet: _, ...fields } = { at, ...item }
  const marks = { class: events[item.kind].class, wakes, folded, ...present({ fold_key }) }
  return {
    inbox: {
      ...inbox,
      last_seq: seq,
      waiting: fold_key === undefined ? inbox.waiting : new Map([...inbox.waiting, [fold_key, { seq, folded }]]),
      mentions:
        isBraked(item) && item.from_id !== undefined
          ? new Map([...inbox.mentions, [item.from_id, [...recent, Date.parse(fields.at)]]])
          : inbox.mentions,
    },
    seq,
    wakes,
    // during a flood every open page would read its inbox again and again
    shows: !tooMany,
    effects: [
      insertItems({ ...fields, participant_id: participant, seq, ...marks }),
      ...(folds ? [acknowledgeItems({ participant_id: participant, seq: folds.seq, at })] : []),
      advanceInboxes({ participant_id: participant, last_seq: seq, acked_seq: inbox.acked_seq }),
    ],
  }
}

function mentionsOf(inbox: Inbox, item: Notice, now: number): readonly number[] {
  const { from_id } = item
  if (!isBraked(item) || from_id === undefined) return []
  return (inbox.mentions.get(from_id) ?? []).filter((at) => at > now - pace.mentionNotices.window_ms)
}

/** Above the limit, mentions and replies by one sender share one item. Assignments stay visible, one item per task. */
const floodKeyOf = ({ kind, from_id, task_id }: Notice): string =>
  `${floods} ${from_id}${kind === 'assigned' ? ` ${kind} ${task_id}` : ''}`

/**
 * The fold key: the thread that an item is about, or the thing in it with a history of its own. Undefined for requests
 * for a seat and for reports, since each names something that waits for an answer. Quiet items fold only quiet ones: in
 * place of an item that wakes, one would leave a wait asleep.
 */
function foldKeyOf(item: Notice): string | undefined {
  const { kind, hub_id, thread_id, task_id, edit_id, decision_id, dm_id, reason = '', quiet } = item
  // reports to the platform share one item: its list shows them all
  if (kind === 'report_waiting' && hub_id === undefined) return kind
  const thing = task_id ?? edit_id ?? decision_id ?? dm_id ?? thread_id
  if (thing === undefined || kind === 'join_request' || kind === 'report_waiting') return undefined
  return `${kind} ${thing} ${reason}${quiet ? ' quiet' : ''}`
}
