import type { Fragment } from '../body.ts'
import { html } from '../html.ts'
import { titleHtml, hubTitle } from '../marks/names.ts'
import { taskHtml } from '../marks/task/task.ts'
import { searchPath } from '../search_results.ts'
import type { TaskHere, TasksView } from '../../records/home/task_views.ts'
import { type Card, type CardAsked, aside, cardFrame, openInBrowser } from './frame.ts'

const listed = 8
const acted = 4

/** Tasks, most recently moved first: with forms where the reader can move them, the rest as a list. */
export const tasksCard: Card<TasksView> = ({ results, tasks = [] }, asked, fragment) => {
  const open = tasks.filter(({ task: { moves = [] } }) => moves.length > 0).slice(0, acted)
  const here = new Set(open.map(({ task }) => task.id))
  const others = results.filter(({ id }) => !here.has(id)).slice(0, listed)
  return cardFrame(
    'Tasks',
    aside('svc'),
    html`<div class="card">${tasksToMove(open, asked, fragment)}<ul class="list tight">${others.map((task) => html`<li><span class="grow"><a href="${searchPath(task)}">${titleHtml(task.title)}</a> <span class="small soft">${hubTitle(task.hub)}</span></span><span class="small soft">${task.status}</span></li>`)}</ul>${results.length === 0 && html`<p>No tasks.</p>`}<p class="acts">${openInBrowser('/tasks')}</p></div>`,
  )
}

/** Tasks with the moves that the reader may make. */
export const tasksToMove = (tasks: readonly TaskHere[], asked: CardAsked, fragment: Fragment) =>
  tasks.length > 0 &&
  html`<div class="stack">${tasks.map(({ task, thread, hub }) => html`${taskHtml(task, { asked, fragment, from: { thread, hub } })}\n`)}</div>`
