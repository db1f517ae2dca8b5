/**
 * How each act of a person ends. An act that asks is held for a few seconds by the page script, or asked about at once
 * where it always asks, and confirmed on a question page where there is no script. Any other runs at once, and offers
 * Undo where it has one. An act without a row runs at once and reports nothing.
 */

export type ActFields = Readonly<Record<string, unknown>>

interface ActEnding {
  /** the confirmation shown afterwards; `what` is the target that the form names, `data` empty before the answer */
  readonly did?: (what: string, fields: ActFields, data: ActFields) => string | undefined
  /** the undo, built from the request and the result */
  readonly undo?: (
    fields: ActFields,
    data: ActFields,
  ) => { readonly act: string; readonly fields: ActFields } | undefined
  /** the question before an act that no undo follows: held with a script, asked without one */
  readonly asks?: Told
  /** always ask, because the effect is wide */
  readonly always?: boolean | ((fields: ActFields) => boolean)
  /** the result is shown once, on the page of the form */
  readonly shows?: boolean
  /** the id of the result on the page */
  readonly at?: (data: ActFields, fields: ActFields) => string | undefined
  /** the act ends the session */
  readonly leaves?: boolean
  /** it ends at Home, for its page may show nothing now */
  readonly home?: boolean
  /** the result field with the page to go to, when that is another page */
  readonly leadsTo?: 'url' | 'path'
}

export type Told = (what: string, fields: ActFields) => string | undefined

/** Chooses the words by the value of a field; `%` becomes the target. */
const by =
  (field: string) =>
  (words: Readonly<Record<string, string>>): Told => {
    // a map, because a form may send the name of any property, such as `constructor`
    const rows = new Map(Object.entries(words))
    return (what, fields) => rows.get(String(fields[field]))?.replace('%', () => what)
  }

const byOutcome = by('outcome')
export const byAction = by('action')

/** The words of a decision name the chosen option, if there is one. */
const ofDecision =
  (words: Readonly<Record<string, string>>): Told =>
  (what, { outcome, chosen }) =>
    byOutcome(words)(outcome === 'accept' && typeof chosen === 'string' ? chosen : what, { outcome })

const answerEdit = (edit_id: unknown, outcome: string) =>
  typeof edit_id === 'string' ? { act: 'ui_answer_edit', fields: { edit_id, outcome } } : undefined

const undoEdit = (_: ActFields, { edit_id }: ActFields) =>
  typeof edit_id === 'string' ? { act: 'ui_undo_edit', fields: { edit_id } } : undefined

const moderated = byAction({
  hide: 'Folded.',
  show: 'Shown again.',
  lock: 'Closed.',
  unlock: 'Open again.',
  remove: '% is removed. The log can take it back.',
  take_over: '% is yours.',
  // by the status in the answer: of who may only ask for that, and of what is put away further than folded
  requested: 'You asked to take over %.',
  hidden: 'Hidden.',
  object_takeover: 'It stays yours.',
})

/** The action that reverses another. */
const reverse = byAction({ hide: 'show', lock: 'unlock', unlock: 'lock' })

const isSuggested = ({ propose }: ActFields): boolean => String(propose) === 'true'

/** A line of the log, which `show` takes back. */
const isOfLog = ({ action, target }: ActFields): boolean => action === 'show' && /^(act|und)_/.test(String(target))

/** A report was settled by leaving its target as it is, so there is nothing to undo. */
const isLeft = ({ action, chosen }: ActFields): boolean => action === 'show' && chosen === 'left'

const endings: Readonly<Record<string, ActEnding>> = {
  ui_answer_edit: {
    did: byOutcome({
      accept: 'You accepted %.',
      turn_down: 'You turned down %.',
      withdraw: 'You took back %.',
    }),
    undo: ({ outcome, edit_id }) => (outcome === 'accept' ? { act: 'ui_undo_edit', fields: { edit_id } } : undefined),
    asks: byOutcome({ turn_down: 'Turn down %?', withdraw: 'Take back %?' }),
  },
  ui_answer_decision: {
    did: ofDecision({ accept: 'Decided: %.', turn_down: 'Turned down: %.', withdraw: 'Taken back: %.' }),
    asks: ofDecision({ accept: 'Decide %?', turn_down: 'Turn down %?', withdraw: 'Take back %?' }),
  },
  ui_review_result: {
    did: byOutcome({ approve: 'You approved %.', send_back: 'You sent back %.' }),
    asks: byOutcome({ approve: 'Approve %?', send_back: 'Send back %?' }),
  },
  ui_answer_request: {
    did: byOutcome({ let_in: 'You let % in.', turn_away: 'You turned % away.' }),
    asks: byOutcome({ let_in: 'Let % in?', turn_away: 'Turn % away?' }),
  },
  ui_settle_flag: {
    did: byOutcome({ fixed: 'Settled: % is fixed.', not_wrong: 'Settled: % was right.' }),
    asks: byOutcome({ fixed: 'Is % fixed?', not_wrong: 'Was % right?' }),
  },
  ui_answer_dm: {
    did: byAction({
      accept: 'You can write to % now.',
      decline: 'You declined the message of %.',
      block: 'You blocked %.',
      unblock: 'You do not block % any more.',
      report: 'Thank you. The people who run this svc will see it.',
    }),
    asks: byAction({
      decline: 'Decline the message of %?',
      block: 'Block %?',
      report: 'Report %?',
    }),
  },
  ui_verify: {
    did: byOutcome({ checked: 'You checked %.', turned_down: 'You turned down %.' }),
    asks: byOutcome({ turned_down: 'Turn down %?' }),
  },
  // only the form that asks an agent sends `what`, the task; a composer's post never does
  ui_post: {
    did: (_, { what }) => (typeof what === 'string' ? `Asked: ${what}.` : undefined),
    at: ({ seq }, { what }) => (what ? undefined : `seq-${String(seq)}`),
  },
  ui_edit_pad: {
    // who may not decide asks, whichever button they press
    did: (_, fields, { decision }) =>
      decision
        ? (decision as { readonly status: string }).status === 'proposed'
          ? 'The others are asked.'
          : 'Decided.'
        : isSuggested(fields)
          ? 'Suggested.'
          : 'Saved.',
    undo: (fields, data) => (isSuggested(fields) ? answerEdit(data['edit_id'], 'withdraw') : undoEdit(fields, data)),
  },
  ui_create_pad: { leadsTo: 'url' },
  ui_create_hub: { leadsTo: 'url' },
  ui_start_thread: { leadsTo: 'url' },
  ui_create_task: { did: () => 'The task is made.', leadsTo: 'url' },
  ui_start_dm: { leadsTo: 'url' },
  ui_undo_edit: {
    did: (what) => `Taken back: ${what}.`,
    // an acceptance comes back by another one
    undo: (fields, data) =>
      data['by_check'] ? undefined : (answerEdit(data['waits_again'], 'accept') ?? undoEdit(fields, data)),
  },
  ui_react: {
    undo: ({ post_id, reaction, remove }) => ({
      act: 'ui_react',
      fields: { post_id, reaction, remove: String(remove) === 'true' ? undefined : true },
    }),
  },
  ui_mark_answer: {
    did: (_, { unmark }) => (unmark === undefined ? 'Marked as the answer.' : 'It is not the answer any more.'),
    undo: ({ thread_id, post_id, unmark }) => ({
      act: 'ui_mark_answer',
      fields: { thread_id, post_id, unmark: unmark === undefined ? true : undefined },
    }),
  },
  ui_pause_agents: {
    did: (what, { paused }) => (String(paused) === 'true' ? `${what} paused.` : `${what} may go on.`),
    undo: ({ agent_id, hub, paused }) => ({
      act: 'ui_pause_agents',
      fields: { ...(agent_id === undefined ? { hub } : { agent_id }), paused: String(paused) !== 'true' },
    }),
  },
  ui_join_hub: {
    did: (what, _, { requested }) =>
      requested ? `You asked to join ${what}. Your inbox will tell.` : `You joined ${what}.`,
    undo: ({ hub }, { joined, already }) => (joined && !already ? { act: 'ui_leave_hub', fields: { hub } } : undefined),
  },
  ui_leave_hub: { did: (what) => `You left ${what}.`, asks: (what) => `Leave ${what}?`, always: true, home: true },
  ui_edit_post: { did: () => 'Saved.' },
  ui_update_task: {
    did: byAction({
      take: 'You have it now: %.',
      start: 'Begun: %.',
      block: 'It waits: %.',
      unblock: 'It goes on: %.',
      decline: 'Given back: %.',
      cancel: 'Cancelled: %.',
    }),
    undo: ({ task_id, action }) =>
      action === 'take' ? { act: 'ui_update_task', fields: { task_id, action: 'decline' } } : undefined,
  },
  ui_submit_result: { did: (what) => `Handed in: ${what}.` },
  ui_delete_post: { did: () => 'Deleted.', asks: () => 'Delete this post?' },
  ui_moderate: {
    did: (what, fields, { status }) =>
      isLeft(fields)
        ? 'Left as it is.'
        : isOfLog(fields)
          ? 'Taken back.'
          : (moderated(what, { action: status }) ?? moderated(what, fields)),
    undo: ({ action, target }) => {
      const back = reverse('', { action })
      return back ? { act: 'ui_moderate', fields: { action: back, target } } : undefined
    },
    asks: (what, fields) =>
      isLeft(fields)
        ? `Leave ${what} as it is?`
        : byAction({ remove: 'Remove %?', take_over: 'Take over %?' })(what, fields),
    always: (fields) => !isLeft(fields),
  },
  ui_set_role: {
    did: (what, { role }) => `${what} is ${role === 'owner' ? 'the owner' : `a ${String(role)}`} now.`,
    asks: (what, { role }) =>
      role === 'owner' ? `Make ${what} the owner of this hub, and stay as a helper?` : undefined,
    always: true,
  },
  ui_report: {
    did: () => 'Thank you. The people who look after this place will see it.',
    at: () => 'reported',
  },
  ui_update_hub: { did: () => 'Saved.' },
  ui_add_agent: { did: () => 'Your agent has a seat here, and hears when you name it.' },
  ui_pin: {
    did: (_, { pinned }) => (String(pinned) === 'true' ? 'Pinned to the top.' : 'The pin is off.'),
    undo: ({ hub, id, pinned }) => ({ act: 'ui_pin', fields: { hub, id, pinned: String(pinned) !== 'true' } }),
  },
  ui_invite: { shows: true },
  ui_set_visibility: { shows: true },
  ui_undo_everything: { shows: true },
  'create-agent': { shows: true },
  'new-agent-key': { shows: true },
  'link-code': { shows: true },
  'my-link': { shows: true },
  'export-account': { shows: true },
  export: { shows: true },
  'accept-invite': { leadsTo: 'path' },
  'link-agent': { did: (what) => `${what} is asked, and has to say yes.` },
  'free-agent': {
    did: (what) => `${what} is on its own now.`,
    asks: (what) => `End the link with ${what}?`,
    always: true,
  },
  revoke: { did: (what) => `Ended: ${what}.`, asks: (what) => `End ${what}?` },
  'set-name': { did: () => 'Your name is changed.' },
  'rename-handle': { did: () => 'The handle is changed.' },
  'handle-under': { did: () => 'The handle is changed.' },
  reports: { did: () => 'Settled.' },
  'guest-pause': { did: (_, { paused }) => (String(paused) === 'true' ? 'Paused.' : 'It goes on.') },
  'delete-account': { asks: () => 'Delete your account for good?', always: true, leaves: true, home: true },
  suspend: {
    did: (_, fields) => (goesOn(fields) ? `${whomOf(fields)} may go on.` : `${whomOf(fields)} is suspended.`),
    asks: (_, fields) => (goesOn(fields) ? undefined : `Suspend ${whomOf(fields)}?`),
    always: true,
  },
}

const goesOn = ({ suspended }: ActFields): boolean => String(suspended) === 'false'

/** A form that takes a handle concerns the participant with that handle. */
const whomOf = ({ what, participant }: ActFields): string => String(what ?? participant)

export const endingOf = (act: string): ActEnding => endings[act] ?? {}

/** Whether the question of an act is asked at once, and not held for an undo. */
export function asksFirst({ always }: ActEnding, fields: ActFields): boolean {
  return typeof always === 'function' ? always(fields) : !!always
}
