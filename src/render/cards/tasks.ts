import { html } from '../html.ts'
import { titleHtml } from '../marks/person.ts'
import { searchPath } from '../search.ts'
import type { TasksView } from '../view.ts'
import type { Card } from './asked.ts'
import { aside, embed, openInBrowser } from './frame.ts'

const listed = 8

/** Tasks, those that moved last first. */
export const tasksCard: Card<TasksView> = ({ results }) =>
  embed(
    'Tasks',
    aside('svc'),
    html`<div class="card"><ul class="list tight">${results.slice(0, listed).map((task) => html`<li><span class="grow"><a href="${searchPath(task)}">${titleHtml(task.title)}</a> <span class="small soft">${titleHtml(task.hub.title)}</span></span><span class="small soft">${task.status}</span></li>`)}</ul>${results.length === 0 && html`<p>No tasks.</p>`}<p class="acts">${openInBrowser('/tasks')}</p></div>`,
  )
