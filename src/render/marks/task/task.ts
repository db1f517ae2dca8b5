import { inputs } from '../../../rules/limits.ts'
import { hasEnded, type TaskCall } from '../../../rules/states/task_moves.ts'
import { type Untrusted, words as textOf } from '../../../text/untrusted.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import type { Fragment } from '../../body.ts'
import { type Html, html, type HtmlInserted, markup, name } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PadRef, HubSeen } from '../../../records/refs.ts'
import type { TaskLine, TaskMade } from '../../../records/thread/task_line.ts'
import type { AgentToAsk } from '../../../records/home/own_agent.ts'
import { saidOnMove } from '../../words/said_on_move.ts'
import { actForm, button, refusedHere } from '../form/act.ts'
import { choiceField, lineField, textField } from '../form/field.ts'
import { foldedForm } from '../form/folded_form.ts'
import { groundHtml } from '../thread/ground.ts'
import { called, nameOf, hubLink, titleHtml } from '../names.ts'
import { capitalised, time } from '../in_words.ts'
import { pauseAgent } from '../pause_agent.ts'
import { resultLink } from './result_link.ts'
import { state } from '../state.ts'

export interface TaskShowing {
  readonly asked: ActsAsked & { readonly origin: string }
  readonly fragment: Fragment
  /** pads that a result can point at */
  readonly pads?: readonly PadRef[]
  /** the task's thread and hub, when it is shown on another page */
  readonly from?: {
    readonly thread: { readonly id: string }
    readonly hub: HubSeen
    readonly agents?: readonly AgentToAsk[]
    readonly asking?: AskingAgents
  }
  /** the thread whose page shows it */
  readonly here?: string
  /** its heading level */
  readonly level?: 2 | 3
}

/** An agent is asked on the page itself, of one task at a time: the reader may have dozens, and a page as many tasks. */
export interface AskingAgents {
  /** id of the task whose agent is being chosen */
  readonly of?: string | undefined
  /** where one is chosen for this task */
  readonly at: (task: string) => string
}

/** A task: its state, its texts, and the moves that the reader may make. */
export function taskHtml(task: TaskLine, showing: TaskShowing): Html {
  const { id, title, moves = [] } = task
  const { from } = showing
  const named = from ? html`<a href="/t/${from.thread.id}#${id}">${titleHtml(title)}</a>` : titleHtml(title)
  const heading = showing.level === 2 ? html`<h2>${named}</h2>` : html`<h3>${named}</h3>`
  // an assignee starts a task directly; other participants take it first
  const begins =
    moves.includes('take') && moves.includes('start') ? (task.state === 'open' ? 'take' : 'start') : undefined
  const quick = moves.filter(
    (call) => call in quickly && ((call !== 'take' && call !== 'start') || call === (begins ?? call)),
  )
  const forms = [
    askForm(task, showing),
    ...withWords.filter((call) => moves.includes(call)).map((call) => formOf(call, task, showing)),
  ].filter((one) => one !== undefined)
  const more = [askLink(task, showing), switchAgent(task, showing)].filter((one) => one !== undefined)
  return html`<div class="${from ? 'task' : 'task in'}" id="${id}">${taskBox(task)}${heading}<p>${taskState(task)} ${people(task, showing)}${from && html` ${hubLink(from.hub)}`}</p>${
    quick.length + more.length > 0 &&
    html`<div class="acts">${quick.map((call) => quickMove(call, task, showing))}${more}</div>`
  }${detailsOf(task, showing)}${forms.length > 0 && html`<div class="more">${forms}</div>`}</div>`
}

/** The line of a task whose details are no longer loaded, because it ended long ago. */
export const taskMadeHtml = ({ by, title, task, created }: TaskMade, { asked }: TaskShowing): Html =>
  html`<p class="fold" id="${task}">${nameOf(by, asked.me)} made the task ${titleHtml(title)}, ${time(created)}</p>`

export const taskBox = ({ state: is }: Pick<TaskLine, 'state'>): Html =>
  html`<span class="box${is === 'done' ? ' done' : is === 'blocked' ? ' stuck' : is === 'taken' || is === 'working' ? ' half' : ''}" aria-hidden="true"></span>`

function taskState({ state: is, review }: Pick<TaskLine, 'state' | 'review'>): Html {
  switch (is) {
    case 'open':
      return state('open', 'Open for anyone here')
    case 'assigned':
      return state('open', 'Not taken yet')
    case 'taken':
      return state('live', 'Taken')
    case 'working':
      return state('live', review === 'sent_back' ? 'Working, sent back once' : 'Working')
    case 'blocked':
      return state('wrong', 'Waits for something')
    case 'cancelled':
      return state('quiet', 'Cancelled')
    case 'done':
      return review === 'waiting'
        ? state('open', 'Done, waits to be looked at')
        : state('good', review === 'approved' ? 'Done and approved' : 'Done')
  }
}

function people(task: TaskLine, { asked }: TaskShowing): HtmlInserted {
  const { assignee, reviewer, due, idle, review, state: is } = task
  const over = hasEnded(task)
  const reviews = reviewer && (!over || review !== undefined)
  const mine = assignee?.id === asked.me?.id
  const has = is === 'done' ? 'did it' : mine ? 'have it' : 'has it'
  return html`${assignee && (is === 'assigned' ? html` It is for ${mine ? 'you' : nameOf(assignee)}.` : html` ${nameOf(assignee, asked.me)} ${has}.`)}${reviews && html` ${nameOf(reviewer, asked.me)} ${checking(task, reviewer.id === asked.me?.id)}.`}${due && !over && html` Wanted by ${time(due)}.`}${idle && !over && html` Without news it is open for others from ${time(idle)}.`}`
}

const checking = ({ review, reviewer_gone }: TaskLine, mine: boolean): string => {
  if (review === 'approved') return 'checked it'
  if (reviewer_gone) return 'cannot check it any more: who made it, the owner or a helper does'
  return mine ? 'check' : 'checks'
}

const quickly: Partial<Record<TaskCall, string>> = {
  take: 'Take it',
  start: 'Start',
  unblock: 'Go on',
  approve: 'Looks right',
}

function quickMove(call: TaskCall, { id, title }: TaskLine, { asked }: TaskShowing): Html {
  const what = named(title)
  if (call === 'approve') {
    const fields = { task_id: id, outcome: 'approve', back: id }
    return actForm(
      asked,
      { act: 'ui_review_result', fields, what },
      button(quickly[call], { look: 'go', does: 'accept' }),
    )
  }
  const fields = { task_id: id, action: call, back: id }
  return actForm(asked, { act: 'ui_update_task', fields, what }, button(quickly[call]))
}

/** The reader's agents that could take this task, which is open to all. */
const agentsFor = ({ state: is, moves = [] }: TaskLine, { from }: TaskShowing): readonly AgentToAsk[] =>
  from && is === 'open' && moves.includes('take')
    ? (from.agents ?? []).filter(({ hubs, paused }) => !paused && hubs.includes(from.hub.id))
    : []

const askLink = (task: TaskLine, showing: TaskShowing): Html | undefined => {
  const asking = showing.from?.asking
  if (!asking || asking.of === task.id || agentsFor(task, showing).length === 0) return undefined
  return html`<a class="button plain soft" href="${asking.at(task.id)}">Ask an agent<span class="hide">: ${titleHtml(task.title)}</span></a>`
}

/** A post in the task's thread names the chosen agent. */
function askForm(task: TaskLine, showing: TaskShowing): Html | undefined {
  const { asked, from } = showing
  const { id, title } = task
  const agents = agentsFor(task, showing)
  if (!from || from.asking?.of !== id || agents.length === 0) return undefined
  const act = 'ui_post'
  const fields = { thread_id: from.thread.id, back: id }
  const choices = agents.map((agent) => ({
    value: `@${agent.handle} Please take this task: ${asked.origin}/t/${from.thread.id}#${id}`,
    words: called(agent),
  }))
  const field = { id: `ask-${id}`, name: 'body', label: 'Which agent', choices, hint: 'A post in the thread asks it.' }
  return actForm(
    asked,
    { act, fields, what: named(title) },
    html`${choiceField(refusedHere(asked, act, fields), field)}<div class="acts">${button('Ask it', { look: 'go' })}</div>`,
  )
}

/** Pauses the reader's own agent that has the task, or lets it go on. */
function switchAgent(task: TaskLine, { asked, from }: TaskShowing): Html | undefined {
  const own = from?.agents?.find((agent) => agent.id === task.assignee?.id)
  if (!own || hasEnded(task)) return undefined
  const { paused } = own
  const words = html`<span>${paused ? 'Let ' : 'Pause '}${name(called(own))}${paused && ' go on'}</span>`
  return pauseAgent(asked, own, paused, { back: task.id, words })
}

/** The moves that need words, the way forward first. */
const withWords = ['submit', 'send_back', 'block', 'decline', 'cancel'] as const satisfies readonly TaskCall[]

/** The form of such a move, which opens in place. */
function formOf(call: (typeof withWords)[number], task: TaskLine, showing: TaskShowing): Html {
  const { asked } = showing
  const { id, title } = task
  const what = named(title)
  const moving = (action: string, ask: string, words: string, required: boolean, look: 'go' | 'risky' = 'go'): Html => {
    const sends = action === 'send_back'
    const act = sends ? 'ui_review_result' : 'ui_update_task'
    const fields = { task_id: id, ...(sends ? { outcome: action } : { action }), back: id }
    const field = `${action}-${id}`
    return foldedForm(
      asked,
      { act, fields, what, summary: words },
      (refused) =>
        html`${textField(refused, { id: field, name: 'note', label: ask, rows: 2, maxlength: inputs.taskNote, required })}<div class="acts">${button(words, { look })}</div>`,
    )
  }
  switch (call) {
    case 'submit':
      return handIn(task, showing)
    case 'send_back':
      return moving('send_back', 'What is missing?', 'Send it back', true)
    case 'block':
      return moving('block', 'What does it wait for?', 'It waits for something', true)
    case 'decline':
      return moving('decline', 'Why? Others read it, too.', 'Give it back', false)
    case 'cancel':
      return moving('cancel', 'Why? Whoever has it reads it.', 'Cancel the task', false, 'risky')
  }
}

function handIn({ id, title }: TaskLine, { asked, pads = [] }: TaskShowing): Html {
  const fields = { task_id: id, back: id }
  const choices = [{ value: '', words: 'No pad' }, ...pads.map((pad) => ({ value: pad.id, words: pad.title }))]
  return foldedForm(
    asked,
    { act: 'ui_submit_result', fields, what: named(title), summary: 'Hand in the result' },
    (refused) =>
      html`${textField(refused, { id: `summary-${id}`, name: 'summary', label: 'What was done', rows: 3, maxlength: inputs.summary })}${
        pads.length > 0 && choiceField(refused, { id: `pad-${id}`, name: 'pad_id', label: 'The pad it is in', choices })
      }${lineField(refused, { id: `link-${id}`, name: 'link', label: 'Or a link to it', inputmode: 'url', maxlength: inputs.link, placeholder: 'https://' })}<div class="acts">${button('It is done', { look: 'go' })}</div>`,
  )
}

function detailsOf(task: TaskLine, showing: TaskShowing): Html | undefined {
  const { state: is, details, from, block_note, result, moves = [] } = task
  const words: readonly [string, Untrusted | undefined][] = [
    ['Done means', details],
    [capitalised(saidOnMove(is)), block_note],
    ['What was done', result?.summary],
    ['Its reviewer said', result?.review_note],
  ]
  const said = words.flatMap(([what, text]) => (text === undefined ? [] : [saidOf(task, what, text, showing)]))
  if (said.length === 0 && !result && !from) return undefined
  const body = html`${said}${groundHtml(from, showing)}${result && !leadsToItsThread(result, showing) && pointsAt(result, task, showing)}`
  // a reviewer sees the result without opening it
  return (is === 'done' && !moves.includes('approve')) || is === 'cancelled'
    ? html`<details class="said"><summary class="small soft">${is === 'done' ? 'What came of it' : 'What was said'}</summary>${body}</details>`
    : html`<div class="said">${body}</div>`
}

/** The author may have no reach, so links are labels. */
function saidOf({ id, updated }: TaskLine, what: string, text: Untrusted, { fragment, asked }: TaskShowing): Html {
  const key = `${id}:${updated.getTime()}:${what}`
  return html`<p class="small soft">${what}</p>${markup(fragment({ key, text, as: 'html', labels: true, origin: asked.origin, top: 4 }))}`
}

/** A result without a place of its own has its thread for one, which is here. */
const leadsToItsThread = (
  { pad_id, link }: NonNullable<TaskLine['result']>,
  { asked: { origin }, from, here = from?.thread.id }: TaskShowing,
): boolean => pad_id === undefined && link !== undefined && textOf(link).trim() === `${origin}/t/${here}`

const pointsAt = (
  { pad_id, edit_id, link }: NonNullable<TaskLine['result']>,
  { assignee }: TaskLine,
  { asked: { origin } }: TaskShowing,
): Html =>
  html`<p>Result: ${pad_id !== undefined && html`<a href="/p/${pad_id}">the pad</a>`}${edit_id !== undefined && html` <a href="/p/${pad_id}?history#${edit_id}">the change</a>`}${link !== undefined && html` ${resultLink(link, { by: assignee, origin })}`}</p>`

/** A task's title without its final punctuation, for use in a sentence. */
const named = (title: Untrusted): string => oneLine(title).replace(/[.!?…]+$/, '')
