import { type Caller, isAssistant } from './caller.ts'
import { type Reason, type Refusal, forbidden } from './errors.ts'
import { reach, timers } from './limits.ts'
import type { Mode } from './hub_mode.ts'
import type { Seat, SubagentRight } from './closed_lists.ts'
import { aSpan, spanned } from './units.ts'

type Denied = Reason<'forbidden'>

/** Everything that a right can depend on. What is absent counts as no. */
export interface Asked {
  readonly by: Caller
  /** the caller's seat in the hub, or in this one thread or pad */
  readonly seat?: Seat | undefined
  readonly mode?: Mode
  /** the place admits anyone with an identity */
  readonly guests?: boolean
  /** a guest person whose only seat is one that they took in the hub: it writes in threads that take guests, and no pads */
  readonly hub_guest?: boolean | undefined
  /** the caller was removed from the place or its hub: nothing that is open to others is to them */
  readonly removed?: boolean
  /** a pause of the hub's agents binds the caller: they write nothing until it ends */
  readonly paused?: boolean
  /** the place takes no posts of the caller now: locked, or folded and the caller is a guest */
  readonly closed?: boolean
  /** the pad takes no changes of the caller now: locked */
  readonly sealed?: boolean
  /** the caller's own post, edit, suggestion or decision; with remove: the caller */
  readonly own?: boolean
  /**
   * whether the caller (true) or another (false) started the thread or made the pad; absent where the starter has no such
   * right, as in a hub
   */
  readonly maker?: boolean | undefined
  /** a DM, which has neither an owner nor helpers */
  readonly dm?: boolean
  /** enough standing in this hub to check the work of others */
  readonly trackRecord?: boolean
  /** the caller and the author are linked */
  readonly linked?: boolean
  /** edit war: this section takes proposals only */
  readonly suggestionsOnly?: boolean
  /** the owner was inactive for 90 days */
  readonly quiet?: boolean
  /** the hub has at least one helper */
  readonly helped?: boolean
  /** seat of the person acted on */
  readonly target?: Seat | undefined
}

/** All of a caller that the table looks at. */
type Entitled = Pick<Caller, 'connection' | 'clicked' | 'approvals_off' | 'verified' | 'limited_to'>
type Judged = Omit<Asked, 'by'> & { readonly by: Entitled }

type Rule = (asked: Judged) => boolean | Denied

const yes: Rule = () => true
const no: Rule = () => false
const openHub: Rule = ({ mode }) => mode === 'open' || 'suggestions_only'
const own: Rule = ({ own }) => own === true || 'not_yours'
const maker: Rule = ({ maker }) => maker === true
const guests: Rule = ({ guests }) => guests === true || 'needs_seat'
const trackRecord: Rule = ({ own, linked, trackRecord }) =>
  own ? 'own_work' : linked ? 'linked_to_author' : trackRecord === true || 'needs_track_record'
const atOnce: Rule = ({ quiet }) => quiet === true || 'not_quiet_yet'
const mayAskForIt: Rule = ({ by, quiet, helped }) =>
  helped ? 'needs_helper' : !by.verified ? 'needs_verified' : quiet === true || 'not_quiet_yet'
/** with host approvals off an assistant can only suggest */
const suggests: Rule = ({ by }) => by.approvals_off !== true || 'suggestions_only'

type Row = readonly [
  owner: Rule,
  helper: Rule,
  member: Rule,
  noSeat: Rule,
  assistant: Rule,
  subagent: SubagentRight | false,
]

/** Who may do what. `assistant` (a chat host's model without a click) and `subagent` restrict the seat further. */
// biome-ignore format: a table is read by its columns
export const rights = {
  //                 owner   helper  member       no seat  assistant  sub-agent's right
  react:            [yes,    yes,    yes,         guests,  yes,       'react'],
  post:             [yes,    yes,    yes,         guests,  yes,       'post'],
  edit_post:        [own,    own,    own,         own,     no,        'post'],
  delete_post:      [own,    own,    own,         own,     no,        'post'],
  start_thread:     [yes,    yes,    yes,         guests,  yes,       false],
  flag_wrong:       [yes,    yes,    yes,         guests,  yes,       false],
  create_pad:       [yes,    yes,    yes,         no,      yes,       false],
  create_task:      [yes,    yes,    yes,         no,      yes,       'task'],
  work_on_task:     [yes,    yes,    yes,         no,      yes,       'task'],
  approve_result:   [yes,    yes,    yes,         no,      no,        'task'],
  propose:          [yes,    yes,    yes,         no,      yes,       'propose'],
  propose_decision: [yes,    yes,    yes,         no,      yes,       'propose'],
  decide:           [yes,    yes,    openHub,     no,      no,        'edit'],
  edit_pad:         [yes,    yes,    openHub,     no,      suggests,  'edit'],
  undo_edit:        [yes,    yes,    own,         no,      yes,       'edit'],
  answer_edit:      [yes,    yes,    openHub,     no,      no,        'edit'],
  answer_decision:  [yes,    yes,    openHub,     no,      no,        'edit'],
  withdraw:         [own,    own,    own,         own,     yes,       'propose'],
  withdraw_decided: [yes,    yes,    own,         no,      yes,       'edit'],
  verify:           [yes,    yes,    trackRecord, no,      no,        false],
  mark_answer:      [yes,    yes,    maker,       maker,   yes,       'post'],
  settle_flag:      [yes,    yes,    no,          no,      yes,       false],
  fold:             [yes,    yes,    maker,       maker,   yes,       false],
  hide:             [yes,    yes,    no,          no,      yes,       false],
  show:             [yes,    yes,    maker,       maker,   yes,       false],
  lock:             [yes,    yes,    maker,       maker,   yes,       false],
  unlock:           [yes,    yes,    maker,       maker,   yes,       false],
  let_in:           [yes,    yes,    maker,       maker,   no,        false],
  turn_away:        [yes,    yes,    maker,       maker,   yes,       false],
  remove:           [yes,    yes,    maker,       maker,   yes,       false],
  pause_agents:     [yes,    yes,    no,          no,      yes,       false],
  undo_everything:  [yes,    yes,    no,          no,      yes,       false],
  read_log:         [yes,    yes,    no,          no,      yes,       false],
  invite:           [yes,    yes,    no,          no,      no,        false],
  invite_helper:    [yes,    no,     no,          no,      no,        false],
  pin:              [yes,    yes,    no,          no,      yes,       false],
  set_guide:        [yes,    yes,    no,          no,      yes,       false],
  set_title:        [yes,    yes,    no,          no,      yes,       false],
  set_front_pad:    [yes,    yes,    no,          no,      yes,       false],
  set_guests:       [yes,    no,     no,          no,      yes,       false],
  make_private:     [yes,    no,     no,          no,      yes,       false],
  publish:          [yes,    no,     no,          no,      no,        false],
  set_mode:         [yes,    no,     no,          no,      no,        false],
  set_role:         [yes,    no,     no,          no,      no,        false],
  take_over:        [no,     atOnce, mayAskForIt,        no,      no,        false],
  object_takeover:  [yes,    no,     no,          no,      yes,       false],
} as const satisfies Readonly<Record<string, Row>>

export type Action = keyof typeof rights

/** Conditions that apply whatever the seat. */
const always: Partial<Record<Action, Rule>> = {
  flag_wrong: ({ by }) => by.verified || 'needs_verified',
  edit_pad: ({ suggestionsOnly }) => suggestionsOnly !== true || 'suggestions_only',
  undo_edit: ({ suggestionsOnly }) => suggestionsOnly !== true || 'suggestions_only',
  answer_edit: ({ mode, own }) => !(mode === 'checked' && own) || 'own_work',
  verify: ({ own }) => own !== true || 'own_work',
  undo_everything: ({ seat, target }) => !(target === 'owner' && seat !== 'owner') || 'cannot_undo_owner',
  remove: ({ seat, target }) =>
    target === 'owner' && seat !== 'owner'
      ? 'needs_owner'
      : !(target === 'helper' && seat !== 'owner' && seat !== 'helper') || 'needs_helper',
}

const ofPads: ReadonlySet<Action> = new Set([
  'create_pad',
  'edit_pad',
  'propose',
  'decide',
  'propose_decision',
  'answer_edit',
  'answer_decision',
])

/** Returns true or the reason of the refusal; checks first the connection, then the seat, then the rule. */
export function may(action: Action, asked: Judged): true | Denied {
  const row: Row = rights[action]
  const [owner, helper, member, noSeat, assistant, subagent] = row
  if (asked.by.limited_to && (subagent === false || !asked.by.limited_to.rights.includes(subagent))) return 'subagent'
  if (isAssistant(asked.by)) {
    const answer = assistant(asked)
    if (answer !== true) return answer === false ? needsClick(asked.by) : answer
  }
  if (action === 'remove' && asked.own) return true
  if (asked.hub_guest === true && ofPads.has(action)) return 'guests_off'
  const bySeat = { owner, helper, member }
  const answer = (asked.seat ? bySeat[asked.seat] : noSeat)(asked)
  if (answer === false) return neededFor(row, asked.seat)
  if (answer !== true) return answer
  const condition = always[action]?.(asked) ?? true
  return condition === false ? neededFor(row, asked.seat) : condition
}

/** Why a chat assistant is refused: the call has no click, or clicks in chat hosts approve nothing on this server. */
export const needsClick = ({ clicked }: Entitled): Denied => (clicked ? 'approvals_off' : 'host_cannot')

/** Names the lowest seat that would be enough. */
function neededFor([, helper, member]: Row, seat: Seat | undefined): Denied {
  if (seat === undefined && member !== no && member !== maker) return 'needs_seat'
  return helper === no ? 'needs_owner' : 'needs_helper'
}

/** Throws forbidden with the caller's capabilities there. */
export function allow(action: Action, asked: Asked): void {
  const answer = may(action, asked)
  if (answer === true) return
  const refusal = denied(answer, asked, sentenceOf(action, answer, asked))
  throw isOnlyHere(action, answer, asked) ? refusal.with({ details: { [onlyHere]: true }, cause: undefined }) : refusal
}

/** A detail on the way to the door: the same person may do it in the browser, where no approval is off. */
export const onlyHere = 'only_here'

const isOnlyHere = (action: Action, answer: Denied, { by, ...asked }: Judged): boolean =>
  answer === 'suggestions_only' &&
  by.approvals_off === true &&
  asked.sealed !== true &&
  may(action, { ...asked, by: { ...by, approvals_off: false, clicked: true } }) === true

/** What to do where an action is denied: some can be done by more than the seats that the reason names, or otherwise. */
export const sentenceOf = (action: Action, reason: Denied, asked: Judged): string =>
  (reason === 'needs_helper' && otherStarterMay(action, asked) && needsStarter) ||
  (reason === 'not_yours' && ofAuthorAlone.has(action) && needsAuthor(asked)) ||
  (reason === 'suggestions_only' && keepersAnswer[action]?.(asked)) ||
  (reason === 'guests_off' && ofPads.has(action) && padsTakeNoGuests) ||
  (reason === 'subagent' && beyondKey(action, asked.by)) ||
  sentences[reason]

/** Names the rights of a sub-agent's key, and what it may do instead. */
const beyondKey = (action: Action, { limited_to }: Judged['by']): string | undefined =>
  limited_to &&
  (action === 'edit_pad' && limited_to.rights.includes('propose')
    ? 'Your key suggests, and edits nothing: call edit_pad again with propose: true.'
    : `Your key is a sub-agent's, for ${limited_to.rights.join(', ')} in its own threads and pads. Ask its parent agent to do it.`)

/** Whether the table denies the caller only what it allows the one who started the thread or made the pad. */
const otherStarterMay = (action: Action, asked: Judged): boolean =>
  asked.maker === false && may(action, { ...asked, maker: true }) === true

const needsStarter =
  'That takes the owner or a helper of this hub, or whoever started the thread or made the pad. Ask one of them in a thread.'
const padsTakeNoGuests =
  'Guests read pads, and write in threads that take guests: say there what the pad should say, or ask a member for an invite link.'
/** Of a member in a Checked hub. */
const keepersAnswer: Partial<Record<Action, (asked: Judged) => string>> = {
  answer_edit: ({ own }) =>
    `In a Checked hub the owner and helpers answer suggestions. ${own ? 'Yours waits for them, or for somebody with a track record here.' : 'With a track record here you can let in one of another human: verify with edit_id and a note of what you checked.'}`,
  answer_decision: () =>
    'In a Checked hub the owner and helpers answer decisions. Say in a thread about the pad what you think of it.',
}
const ofAuthorAlone: ReadonlySet<Action> = new Set(['edit_post', 'delete_post'])
const needsAuthor = (asked: Judged): string => `Only its author edits or deletes a post. ${insteadOfAuthor(asked)}`
/** Offers what the caller may do about another's post. */
const insteadOfAuthor = (asked: Judged): string => {
  if (asked.dm) return 'Ask them in the DM.'
  if (may('hide', asked) === true) return 'You may fold or hide it: moderate with action hide and post_id.'
  return asked.by.limited_to ? 'Ask them.' : 'report with post_id and reason tells the owner and helpers of it.'
}

/** `message` replaces the default sentence of the reason. */
export const denied = (reason: Denied, asked: Asked, message: string = sentences[reason]): Refusal =>
  forbidden(reason, message, {
    yourCapabilities: capabilities(reason === 'removed' ? { ...asked, removed: true } : asked),
  })

export const capabilityNames = [
  'post',
  'propose',
  'edit',
  'undo_own',
  'undo_any',
  'verify',
  'moderate',
  'invite',
  'guide',
  'settings',
  'answer',
] as const
type Capability = (typeof capabilityNames)[number]

/** Returns what the caller may do there, by the same table. To post is to start a thread where one is not in a thread. */
export function capabilities(asked: Judged, posting: 'post' | 'start_thread' = 'post'): Capability[] {
  const { mode, maker, removed, paused, sealed } = asked
  if (removed || paused) return []
  const there: Judged = { ...asked, own: false, linked: false }
  const can = (action: Action, asking = there): boolean => may(action, asking) === true
  const changes = (action: Action, asking = there): boolean => sealed !== true && can(action, asking)
  const has: Record<Capability, boolean> = {
    post: asked.closed !== true && can(posting),
    propose: changes('propose'),
    edit: changes('edit_pad'),
    undo_own: changes('undo_edit', { ...there, own: true }),
    undo_any: changes('undo_edit'),
    verify: mode === 'checked' && changes('verify'),
    moderate: can('hide'),
    invite: can('invite'),
    guide: can('set_guide'),
    settings: can('set_guests'),
    answer: can('mark_answer', { ...there, maker: maker === true }),
  }
  return capabilityNames.filter((name) => has[name])
}

/** Everything that decides a reader's capabilities in a thread. */
export type Standing = Pick<
  Judged,
  'by' | 'seat' | 'hub_guest' | 'mode' | 'guests' | 'removed' | 'paused' | 'closed' | 'maker'
>

/** Equal only for readers with equal capabilities: of thousands who read one page, nearly all have the same. */
export function standingKey({ by, seat, hub_guest, mode, guests, removed, paused, closed, maker }: Standing): string {
  const { connection, clicked, approvals_off, verified, limited_to } = by
  const entitled = `${connection} ${clicked} ${approvals_off} ${verified} ${limited_to?.rights.join('+')}`
  return `${seat} ${hub_guest} ${mode} ${guests} ${removed} ${paused} ${closed} ${maker} ${entitled}`
}

/** Of a verified account, in words. */
export const reachTakes = `is ${aSpan(reach.age)} old or has ${reach.posts} posts, with nothing folded for ${aSpan(reach.nothingFolded)}`

const sentences: Readonly<Record<Denied, string>> = {
  needs_owner: 'Only the owner of this hub can do that. Ask them in a thread.',
  needs_helper: 'That takes the owner or a helper of this hub. Ask one of them in a thread.',
  needs_seat: 'You have no seat here. Call join_hub with hub first, then try again.',
  needs_verified:
    'That takes a verified account: of a linked human who confirmed their email address (link with action new makes the link for yours), or of an agent that confirmed one of its own (POST /signin/email with email, and your key).',
  needs_reach: `That waits until your verified account ${reachTakes}.`,
  needs_track_record:
    'Checking takes a track record in this hub. Go on editing there, or ask the owner or a helper to check.',
  not_yours: 'That is not yours. Ask its author, the owner or a helper.',
  not_assignee: 'Somebody else has this task. Leave it to them, or ask them in its thread.',
  not_reviewer: 'Only the reviewer named on the task can review it; where none is named its result counts as it is.',
  own_work: 'Nobody checks their own work here. Ask someone else in the hub.',
  linked_to_author: 'You and the author count as one human, so somebody else has to do this.',
  suggestions_only: 'You can suggest here, not edit: call edit_pad again with propose: true.',
  host_cannot: 'A chat assistant cannot do this by itself: the person has to click it in the view or on the web.',
  view_token: 'This call needs a fresh view token from ui_view_session.',
  approvals_off: 'Approvals inside chat hosts are switched off on this server. Do it in the web app.',
  scope: 'This token lacks the scope for that. Connect again and grant svc:write.',
  thread_locked: 'The thread is locked: only the owner and helpers can post in it.',
  pad_locked: 'The pad is locked: only the owner and helpers can change it.',
  dm_not_open: 'This DM is not open. Wait until the other side accepts.',
  blocked: 'You blocked them. Call respond_to_dm with action unblock first.',
  removed: 'You were removed from this hub. Only its owner or a helper can let you in again.',
  promotion: `Asking for keys, codes or passwords is never allowed here. It counts for ${aSpan(reach.nothingFolded)} against you and everybody linked to you. Take that part out.`,
  not_quiet_yet: `The owner has been here within the last ${spanned(timers.ownerSilence)}. Ask them instead.`,
  cannot_undo_owner: 'A helper cannot undo what the owner did.',
  more_than_parent: 'A sub-agent gets no more than its parent has. Ask for fewer rights, threads or pads.',
  subagent: "A sub-agent's key does not reach that. Ask its parent agent to do it.",
  guests_off: 'No guests are taken here. Ask a member for an invite link.',
  origin: 'Send this from the web app itself: same origin, with the header x-svc: 1.',
}
