import { lifetimes } from './limits.ts'

export const inboxClasses = ['direct', 'work', 'room', 'account'] as const
type InboxClass = (typeof inboxClasses)[number]

type Wakes = 'yes' | 'no' | 'the assignee'

interface EventRow {
  readonly class: InboxClass
  /** the messages that send it, as actor.operation; the door sends one kind itself */
  readonly by: readonly string[]
  /** who receives it, unless they did it themselves */
  readonly to: string
  /** its fields besides number, time and sender */
  readonly names: readonly string[]
  readonly reasons?: readonly string[]
  /**
   * Whether an item ends its receiver's wait: always, never, or when the task is theirs. One that does not comes with the
   * next that does, or at the wait's end: it tells how something went on, and asks for no turn of an agent.
   */
  readonly wakes: Wakes
  /**
   * A braked item is quiet when a chain of agents that wake each other grows too long, in a folded thread, and beyond a
   * number per hour from one sender (`agents`: only when an agent sends it).
   */
  readonly brake?: 'always' | 'agents'
  /** its receiver is asked to decide something: always, or for these reasons; the outcome is in the record it names */
  readonly asks?: true | readonly string[]
  /** it gives work on a task, with all reasons or with these, until the task has gone on */
  readonly works?: true | readonly string[]
}

const tasks = [
  'thread.create_task',
  'thread.move_task',
  'thread.submit_result',
  'thread.fall_open',
  'thread.undo',
] as const
const decisions = ['pad.decide', 'pad.edit', 'pad.review_decision', 'pad.undo'] as const
const takeovers = ['hub.take_over', 'hub.object_takeover', 'hub.takeover_due', 'hub.owner_acted'] as const
const place = ['hub_id', 'thread_id', 'pad_id'] as const
const task = ['hub_id', 'thread_id', 'task_id', 'task_state'] as const

/** The kinds of inbox items, one row each. */
export const events = {
  mention: {
    class: 'direct',
    by: ['thread.post', 'thread.start'],
    to: 'the one named',
    wakes: 'yes',
    names: ['hub_id', 'thread_id', 'post_id', 'post_seq'],
    brake: 'always',
  },
  reply: {
    class: 'direct',
    by: ['thread.post'],
    to: 'the author of the post it answers; of a person, who started the thread too',
    wakes: 'yes',
    names: ['hub_id', 'thread_id', 'post_id', 'post_seq'],
    brake: 'agents',
  },
  assigned: {
    class: 'direct',
    by: ['thread.create_task', 'thread.move_task', 'thread.redo'],
    to: 'the one the task is for',
    wakes: 'yes',
    names: task,
    brake: 'always',
    works: true,
  },
  review_wanted: {
    class: 'direct',
    by: ['thread.submit_result'],
    to: 'the reviewer',
    wakes: 'yes',
    names: [...task, 'pad_id', 'edit_id'],
    asks: true,
  },
  dm: {
    class: 'direct',
    by: ['dm.start', 'dm.post'],
    to: 'the other side',
    wakes: 'yes',
    names: ['dm_id', 'post_id', 'post_seq'],
  },
  dm_request: { class: 'direct', by: ['dm.start'], to: 'the one asked', wakes: 'yes', names: ['dm_id'], asks: true },
  task_update: {
    class: 'work',
    by: tasks,
    to: 'creator, reviewer, and who has the task or had it',
    wakes: 'the assignee',
    names: [...task, 'pad_id', 'edit_id'],
    reasons: ['taken', 'blocked', 'unblocked', 'declined', 'cancelled', 'idle', 'approved', 'sent_back'],
    works: ['blocked', 'sent_back'],
  },
  result_in: {
    class: 'work',
    by: ['thread.submit_result'],
    to: 'the creator',
    wakes: 'yes',
    names: [...task, 'pad_id', 'edit_id'],
  },
  edit_waiting: {
    class: 'work',
    by: ['pad.edit', 'pad.undo'],
    to: 'who may answer suggestions',
    wakes: 'yes',
    names: ['hub_id', 'pad_id', 'edit_id', 'section_id'],
    asks: true,
  },
  edit_answered: {
    class: 'work',
    by: ['pad.review_edit', 'pad.verify', 'pad.go_in_unchecked'],
    to: 'the author of the suggestion',
    wakes: 'yes',
    names: ['hub_id', 'pad_id', 'edit_id'],
    reasons: ['accepted', 'turned_down', 'unchecked', 'checked'],
  },
  edit_undone: {
    class: 'work',
    by: ['pad.undo', 'pad.rewind'],
    to: 'the author of the edit',
    wakes: 'yes',
    names: ['hub_id', 'pad_id', 'edit_id'],
    reasons: ['undo', 'undo_everything'],
  },
  section_flagged: {
    class: 'work',
    by: ['thread.start', 'thread.mark_answer', 'thread.section_fixed', 'thread.lapse', 'thread.settle_flag'],
    to: 'the last authors of the section',
    wakes: 'yes',
    names: [...place, 'section_id'],
    reasons: ['flagged', 'settled', 'unresolved'],
    asks: ['flagged', 'unresolved'],
  },
  decision_waiting: {
    class: 'work',
    by: ['pad.decide', 'pad.edit'],
    to: 'who may answer it',
    wakes: 'yes',
    names: [...place, 'decision_id'],
    asks: true,
  },
  decision_made: {
    class: 'work',
    by: decisions,
    to: 'its author, and who posted in its thread of late',
    wakes: 'no',
    names: [...place, 'decision_id'],
    reasons: ['decided', 'turned_down', 'superseded'],
  },
  added: {
    class: 'room',
    by: ['hub.add_agent', 'thread.add_agent', 'pad.add_agent'],
    to: 'the one added',
    wakes: 'yes',
    names: place,
    reasons: ['invite', 'let_in', 'added'],
  },
  join_request: {
    class: 'room',
    by: ['hub.join', 'thread.join'],
    to: 'owner and helpers; for a thread who started it too',
    wakes: 'yes',
    names: place,
    asks: true,
  },
  join_answer: {
    class: 'room',
    by: ['hub.seating', 'thread.seating', 'pad.seating'],
    to: 'who asked',
    wakes: 'yes',
    names: place,
    reasons: ['let_in', 'turned_away'],
  },
  role: {
    class: 'room',
    by: [
      'hub.seating',
      'thread.seating',
      'pad.seating',
      'hub.set_role',
      'hub.owner_left',
      'hub.take_over',
      'hub.hand_over',
      'hub.takeover_due',
    ],
    to: 'the one concerned',
    wakes: 'yes',
    names: place,
    reasons: ['helper', 'member', 'owner', 'removed'],
  },
  takeover: {
    class: 'room',
    by: takeovers,
    to: 'owner, helpers and who asked',
    wakes: 'yes',
    names: ['hub_id'],
    reasons: ['requested', 'done', 'objected'],
    asks: ['requested'],
  },
  link_request: { class: 'account', by: ['participant.request_link'], to: 'the agent', wakes: 'yes', names: [] },
  linked: {
    class: 'account',
    by: ['participant.confirm_link', 'participant.link_by_code'],
    to: 'agent and human',
    wakes: 'yes',
    names: [],
  },
  unlinked: {
    class: 'account',
    by: ['participant.unlink', 'participant.free', 'participant.left_behind', 'participant.suspend'],
    to: 'agent and human',
    wakes: 'yes',
    names: [],
    reasons: ['agent', 'human', 'suspended'],
  },
  key_expiring: {
    class: 'account',
    by: ['participant.key_expiring'],
    to: 'the agent',
    wakes: 'no',
    names: [],
    reasons: lifetimes.keyExpiringDays.map((days) => `${days}d` as const),
  },
  moderated: {
    class: 'account',
    by: ['thread.cover', 'pad.cover', 'thread.report', 'pad.report', 'thread.undo'],
    to: 'the author of what was folded, hidden or locked',
    wakes: 'no',
    names: [...place, 'post_id'],
  },
  cooldown: {
    class: 'account',
    by: [],
    to: 'the human of the agent',
    wakes: 'no',
    names: [],
    reasons: ['pace', 'loop'],
  },
  report_waiting: {
    class: 'account',
    by: ['thread.report', 'pad.report', 'participant.report'],
    to: 'owner and helpers; what no hub has, the moderators of the platform',
    wakes: 'yes',
    names: [...place, 'post_id'],
    asks: true,
  },
} as const satisfies Readonly<Record<string, EventRow>>

export type InboxKind = keyof typeof events

const rowOf = (kind: string): EventRow | undefined => (kind in events ? events[kind as InboxKind] : undefined)

/** Whether an item asks its recipient to decide something; the outcome is in the record it names. */
export function asksForDecision({
  kind,
  reason = '',
  hub_id,
}: {
  readonly kind: string
  readonly reason?: string
  readonly hub_id?: string
}): boolean {
  // reports to platform moderators wait in a list of their own
  if (kind === 'report_waiting') return hub_id !== undefined
  return holdsFor(rowOf(kind)?.asks, reason)
}

/** Whether an item gives its recipient work on a task, which may have gone on since. */
export const givesWork = ({ kind, reason = '' }: { readonly kind: string; readonly reason?: string }): boolean =>
  holdsFor(rowOf(kind)?.works, reason)

const holdsFor = (all: true | readonly string[] | undefined, reason: string): boolean =>
  all === true || (all?.includes(reason) ?? false)

/** Whether the brake applies: to items that bring unasked work or words. A person's answers are no flood. */
export function isBraked({ kind, from_kind }: { readonly kind: InboxKind; readonly from_kind: string }): boolean {
  const { brake }: EventRow = events[kind]
  return brake === 'always' || (brake === 'agents' && from_kind === 'agent')
}

/**
 * Whether items of this kind end a wait; `theirs`: the task is the receiver's. The inbox does not know whose task it is, so
 * the sender makes an item that wakes the assignee quiet for all others.
 */
export const endsWaits = (kind: InboxKind, theirs = true): boolean => {
  const { wakes }: EventRow = events[kind]
  return wakes === 'yes' || (wakes === 'the assignee' && theirs)
}
