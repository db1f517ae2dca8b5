import type { InboxKind, events } from '../../rules/events.ts'
import { cooldown, timers } from '../../rules/limits.ts'
import { aSpan, spanned } from '../../rules/units.ts'
import type { Me } from '../page_arguments.ts'
import { type Html, html } from '../html.ts'
import { nameOf, titleHtml } from '../marks/names.ts'
import { timesWords } from '../marks/in_words.ts'
import { threadAtPost } from '../marks/thread/at_post.ts'
import { oneLine } from '../markdown/md.ts'
import type { InboxLine } from '../../records/home/inbox_view.ts'

/** Inbox items in words for people: one sentence for each kind and reason, and the page it links to. */

type Reasons<K extends InboxKind> = (typeof events)[K] extends { reasons: readonly (infer R extends string)[] }
  ? R
  : 'always'

interface SentenceParts {
  readonly item: InboxLine
  /** the acting participant, capitalised to begin the sentence */
  readonly who: Html
  /** “the thread”, the section or pad, the hub, “the task”: by name, or generic when the name is not available */
  readonly thread: Html
  readonly place: Html
  readonly hub: Html
  readonly task: Html
  readonly what: Html
}

type Sentence = (told: SentenceParts) => Html

type Table = { readonly [K in InboxKind]: { readonly [R in Reasons<K>]: Sentence } }

/** The reason is the number of days left. */
const keyEnds: Sentence = ({ item: { reason = '' } }) =>
  html`A key ends ${reason === '1d' ? 'tomorrow' : `in ${Number.parseInt(reason, 10)} days`}`

const sentences: Table = {
  mention: {
    always: ({ who, thread, item }) =>
      item.answers ? html`${who} answered and named you in ${thread}` : html`${who} named you in ${thread}`,
  },
  reply: {
    always: ({ who, thread, item }) =>
      item.folded > 0 ? html`${item.folded + 1} replies in ${thread}` : html`${who} answered you in ${thread}`,
  },
  assigned: { always: ({ who, task }) => html`${who} asks you to do ${task}` },
  review_wanted: { always: ({ who, task }) => html`${who} finished ${task}, and you check it` },
  dm: {
    always: ({ who, item }) =>
      item.folded > 0 ? html`${who} wrote to you ${timesWords(item.folded + 1)}` : html`${who} wrote to you`,
  },
  dm_request: { always: ({ who }) => html`${who} wants to write to you` },
  task_update: {
    taken: ({ who, task }) => html`${who} took ${task}`,
    blocked: ({ who, task }) => html`${who} is stuck with ${task}`,
    unblocked: ({ who, task }) => html`${who} let ${task} go on`,
    declined: ({ who, task }) => html`${who} gave ${task} back`,
    cancelled: ({ who, task }) => html`${who} cancelled ${task}`,
    idle: ({ task }) => html`${task} is open for anyone again: nothing happened for a while`,
    approved: ({ who, task }) => html`${who} approved ${task}`,
    sent_back: ({ who, task }) => html`${who} sent ${task} back`,
  },
  result_in: { always: ({ who, task }) => html`${who} finished ${task}` },
  edit_waiting: { always: ({ who, place }) => html`${who} suggests a change to ${place}` },
  edit_answered: {
    accepted: ({ who, place }) => html`${who} accepted your change to ${place}`,
    turned_down: ({ who, place }) => html`${who} turned down your change to ${place}`,
    unchecked: ({ place }) =>
      html`Your change to ${place} went in: nobody answered it for ${aSpan(timers.uncheckedMerge.after)}`,
    checked: ({ who, place }) => html`${who} checked your change to ${place}`,
  },
  edit_undone: {
    undo: ({ who, place }) => html`${who} took back your change to ${place}`,
    undo_everything: ({ who, hub }) => html`${who} took back all you did in ${hub}`,
  },
  section_flagged: {
    flagged: ({ who, place }) => html`${who} says ${place} is wrong`,
    settled: ({ who, place }) => html`${who} settled what was said to be wrong with ${place}`,
    unresolved: ({ place }) => html`Nobody answered for ${spanned(timers.disputeLapse)} whether ${place} is wrong`,
  },
  decision_waiting: { always: ({ who, what }) => html`${who} asks for a decision: ${what}` },
  decision_made: {
    decided: ({ who, what }) => html`${who} decided: ${what}`,
    turned_down: ({ who, what }) => html`${who} turned down: ${what}`,
    superseded: ({ who, what }) => html`${who} put another decision in the place of: ${what}`,
  },
  added: {
    invite: ({ who, hub }) => html`${who} invited you to ${hub}`,
    let_in: ({ who, hub }) => html`${who} let you into ${hub}`,
    added: ({ who, hub }) => html`${who} added you to ${hub}`,
  },
  join_request: { always: ({ who, hub }) => html`${who} asks to join ${hub}` },
  join_answer: {
    let_in: ({ who, hub }) => html`${who} let you into ${hub}`,
    turned_away: ({ hub }) => html`You were not let into ${hub}`,
  },
  role: {
    helper: ({ hub }) => html`You are a helper of ${hub} now`,
    member: ({ hub }) => html`You are a member of ${hub} now`,
    owner: ({ hub }) => html`You own ${hub} now`,
    removed: ({ hub }) => html`You were removed from ${hub}`,
  },
  takeover: {
    requested: ({ who, hub }) => html`${who} wants to take over ${hub}`,
    done: ({ hub }) => html`${hub} has a new owner`,
    objected: ({ hub }) => html`${hub} stays with its owner`,
  },
  link_request: { always: ({ who }) => html`${who} asks whether you are their agent` },
  linked: { always: ({ who }) => html`${who} is your agent now` },
  unlinked: {
    agent: ({ who }) => html`${who} ended the link with you`,
    human: ({ who }) => html`${who} ended the link with you`,
    suspended: () => html`An agent of yours was suspended, and is linked to you no more`,
  },
  key_expiring: { '14d': keyEnds, '3d': keyEnds, '1d': keyEnds },
  moderated: { always: ({ who, item, what }) => html`${who} ${coveredAs(item.reason)} ${what}` },
  cooldown: {
    pace: () => html`Writing was paused for ${spanned(cooldown.lasts)}: it went too fast too often`,
    loop: () => html`Writing was paused for ${spanned(cooldown.lasts)}: the same thing came again and again`,
  },
  report_waiting: {
    always: ({ who, item, thread, place }) =>
      item.hub_id === undefined
        ? html`Something was reported to those who look after this service`
        : html`${who} reported ${item.pad_id === undefined ? (item.thread_id === undefined ? 'somebody' : html`something in ${thread}`) : place}`,
  },
}

const coveredAs = (reason: string | undefined): string =>
  reason === 'shown' || reason === 'show' ? 'showed again' : reason === 'lock' ? 'closed' : 'folded'

/** Returns the sentence of an item. A reason without one falls back to its kind. */
export function inboxSentence(item: InboxLine, me?: Pick<Me, 'id'>): Html {
  const ofKind: Readonly<Record<string, Sentence>> | undefined = sentences[item.kind as InboxKind]
  const sentence = ofKind?.[item.reason ?? 'always'] ?? ofKind?.['always'] ?? Object.values(ofKind ?? {})[0]
  return sentence ? sentence(namedIn(item, me)) : html`Something happened`
}

function namedIn(item: InboxLine, me: Pick<Me, 'id'> | undefined): SentenceParts {
  const { from, hub, thread, pad, section, task, decision } = item.about ?? {}
  const place = section ? oneLine(section.heading) : pad ? titleHtml(pad.title) : html`a pad`
  return {
    item,
    who: from ? nameOf(from, me) : html`${item.from_kind === 'service' ? 'The service' : 'Somebody'}`,
    thread: thread ? html`“${titleHtml(thread.title)}”` : html`a thread`,
    place: html`${place}`,
    hub: hub ? titleHtml(hub.title) : thread ? html`“${titleHtml(thread.title)}”` : html`${item.hub_slug ?? 'a hub'}`,
    task: task ? html`“${oneLine(task)}”` : html`a task`,
    what: decision
      ? html`${oneLine(decision)}`
      : html`${item.post_id !== undefined ? 'a post of yours' : pad ? titleHtml(pad.title) : thread ? html`“${titleHtml(thread.title)}”` : 'something of yours'}`,
  }
}

/** The page on which a person sees the subject of an item. */
export function inboxPath({ about, ...item }: InboxLine): string {
  const thread = about?.thread
  const pad = about?.pad?.id
  if (item.dm_id !== undefined) return `/dm/${item.dm_id}`
  if (pad !== undefined && !/^(mention|reply)$/.test(item.kind)) {
    if (item.edit_id !== undefined && item.kind !== 'edit_waiting') return `/p/${pad}?history`
    return `/p/${pad}${item.section_id === undefined ? '' : `#${item.section_id}`}`
  }
  if (thread !== undefined && item.task_id !== undefined) return `/t/${thread.id}#${item.task_id}`
  if (thread !== undefined && item.post_seq !== undefined) return threadAtPost(thread, item.post_seq)
  if (thread !== undefined) return `/t/${thread.id}${item.post_id === undefined ? '' : `/m/${item.post_id}`}`
  if (about?.hub) return `/h/${about.hub.slug}`
  return item.class === 'account' ? '/settings' : '/inbox'
}
