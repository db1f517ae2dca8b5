import type { Untrusted } from '../text/untrusted.ts'
import type { Fragment } from './body.ts'
import { type Html, html, markup, name } from './html.ts'
import { withLabels } from './links.ts'
import { oneLine } from './md.ts'
import type { TaskLine, TaskMade } from './model.ts'
import { dotted, time } from './page.ts'
import { personHtml, titleHtml } from './person_html.ts'
import { saidOnMove } from './work.ts'

/** Tasks for people: where each stands, and what was said of it. Who said it may have no reach, so links are labels. */

export interface TasksShowing {
  readonly origin: string
  readonly fragment: Fragment
}

export const tasksHtml = (tasks: readonly TaskLine[], showing: TasksShowing): Html | undefined =>
  tasks.length === 0
    ? undefined
    : html`<h2>Tasks</h2>
<ul>
${tasks.map((task) => html`<li id="${task.id}">${taskHtml(task, showing)}</li>\n`)}</ul>`

export const taskMadeHtml = ({ by, title, task }: TaskMade): Html =>
  html`<p class="task">${personHtml(by)} made the task <a href="#${task}">${titleHtml(title)}</a></p>`

const taskHtml = (task: TaskLine, showing: TasksShowing): Html =>
  html`${dotted([
    html`<b>${titleHtml(task.title)}</b>`,
    task.state,
    task.assignee && html`held by ${personHtml(task.assignee)}`,
    task.reviewer && html`review by ${personHtml(task.reviewer)}`,
    task.review && `review ${task.review.replace('_', ' ')}`,
    task.due && html`wanted by ${time(task.due)}`,
    task.idle && html`falls open ${time(task.idle)}`,
  ])}${saidOf(task).map(([what, words]) => said(task, what, words, showing))}${task.result && pointsAt(task.result)}`

const saidOf = ({
  state,
  details,
  block_note,
  result,
}: TaskLine): readonly [what: string, words: Untrusted | undefined][] => [
  ['done means', details],
  [saidOnMove(state), block_note],
  ['what was done', result?.summary],
  ['its reviewer said', result?.review_note],
]

function said(
  { id, updated }: TaskLine,
  what: string,
  words: Untrusted | undefined,
  { fragment, origin }: TasksShowing,
): Html | undefined {
  if (words === undefined) return undefined
  const key = `${id}:${updated.getTime()}:${what}`
  const printed = fragment({ key, text: words, as: 'html', labels: true, origin, under: 3 })
  return html`\n<p>${what}:</p>\n<div class="said">\n${markup(printed)}</div>`
}

const pointsAt = ({ pad_id, link }: NonNullable<TaskLine['result']>): Html =>
  html`\n<p>Result: ${dotted([
    pad_id !== undefined && html`<a href="/p/${pad_id}">the pad</a>`,
    link !== undefined && name(oneLine(withLabels(link))),
  ])}</p>`
