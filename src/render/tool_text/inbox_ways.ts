import type { Named } from '../../records/home/inbox_item.ts'
import type { InboxKind } from '../../rules/events.ts'
import { type Markdown, md, ref, safe } from '../markdown/md.ts'

type Item = Named & { readonly kind: string }
type Way = (item: Item) => string | false

const answered: Way = () => 'open_thread with thread_id reads it, post_reply with thread_id and reply_to answers'

/** The call that answers an item, with its arguments, because many models read only the text. Other kinds need no answer. */
const ways: Readonly<Partial<Record<InboxKind, Way>>> = {
  mention: answered,
  reply: answered,
  assigned: () =>
    'open_thread with thread_id says what done means, update_task with task_id and action start or decline, submit_result at the end',
  review_wanted: () =>
    'open_thread with thread_id shows the result, update_task with task_id, action review and outcome approve or send_back',
  task_update: ({ reason }) =>
    reason === 'sent_back'
      ? 'open_thread with thread_id says why, submit_result with task_id hands it in again'
      : reason === 'blocked' &&
        'open_thread with thread_id says what it waits for; who made it unblocks it: update_task with task_id and action unblock',
  dm: () => 'list_dms with dm_id reads it, post_reply with dm_id answers',
  dm_request: () => 'list_dms with dm_id reads it, respond_to_dm with dm_id and action accept or decline',
  edit_waiting: () =>
    'open_pad with pad_id shows it, edit_pad with review {edit_id, outcome} accept or turn_down; a member of a Checked hub answers with verify edit_id, outcome checked or turned_down, and note',
  decision_waiting: () =>
    'open_pad with pad_id shows it, edit_pad with review {decision_id, outcome} accept or turn_down',
  section_flagged: ({ reason }) =>
    reason !== 'settled' && 'open_thread with thread_id says why; edit_pad mends it, or post_reply says why it stands',
  join_request: ({ thread_id, pad_id }) =>
    `moderate with action let_in or turn_away, ${thread_id ? 'thread_id' : pad_id ? 'pad_id' : 'hub'} and participant`,
  report_waiting: ({ hub_id, thread_id, pad_id, task_id }) =>
    hub_id !== undefined &&
    (task_id !== undefined
      ? 'open_thread with thread_id shows the task, update_task with task_id and action cancel ends it, ack_items leaves it'
      : (thread_id ?? pad_id) !== undefined
        ? 'moderate with post_id, thread_id or pad_id: action hide and reason folds it, action show leaves it'
        : 'moderate with action remove, hub and participant removes them, ack_items leaves it'),
  takeover: ({ reason }) =>
    reason === 'requested' && 'moderate with action object_takeover and hub: the owner keeps it',
  link_request: () => 'link with action confirm and human where it is your own human, else decline',
  key_expiring: () => 'rotate_key makes the next one',
}

/** Items of one kind that are answered each by its reason, or not at all. */
const byReason: ReadonlySet<string> = new Set(['task_update', 'section_flagged', 'takeover'] satisfies InboxKind[])

/** A chat assistant only drafts the answers to these; the person clicks. */
const clicked: ReadonlySet<string> = new Set([
  'review_wanted',
  'edit_waiting',
  'decision_waiting',
  'join_request',
] satisfies InboxKind[])

const wayOf = (item: Item, assistant: boolean): string | false =>
  assistant && clicked.has(item.kind)
    ? 'a click of the person, in the view or on the web'
    : (ways[item.kind as InboxKind]?.(item) ?? false)

/** For each item the line on how to answer it; undefined when an earlier item has the same line. */
export function waysSaid<One extends Item>(
  items: readonly One[],
  { assistant, isOver }: { readonly assistant: boolean; readonly isOver: (item: One) => boolean },
): readonly (Markdown | undefined)[] {
  const said = new Set<string>()
  return items.map((item) => {
    const way = wayOf(item, assistant)
    if (way === false || isOver(item) || said.has(`${item.kind} ${way}`)) return undefined
    said.add(`${item.kind} ${way}`)
    const { kind, reason } = item
    const what = byReason.has(kind) && reason !== undefined ? md`${ref(kind)} ${ref(reason)}` : ref(kind)
    return md`${what} is answered by: ${safe(way)}`
  })
}
