import { reads } from '../../rules/limits.ts'
import { spanned } from '../../rules/units.ts'
import type { PageAsked } from '../page_arguments.ts'
import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { block, side, sidePart, tabs, twoColumns } from '../marks/layout.ts'
import { nameOf, titleHtml } from '../marks/names.ts'
import { type AskingAgents, taskHtml } from '../marks/task/task.ts'
import { pageHtml } from '../shell.ts'
import type { TaskHere, TasksDesk } from '../../records/home/task_views.ts'

export const taskTabs = ['open', 'everybody', 'done'] as const
type TaskTab = (typeof taskTabs)[number]

interface TasksAsked extends PageAsked {
  readonly show?: TaskTab
  /** id of the task for which an agent is chosen */
  readonly task?: string
}

/** Tasks to review, tasks of the reader and their agents, and tasks open to everyone. */
export const tasksPage = (view: TasksDesk, asked: TasksAsked, fragment: Fragment): Html =>
  pageHtml({
    title: 'Tasks',
    frame: asked,
    place: 'tasks',
    body: twoColumns(
      html`<div class="head"><h1>Tasks</h1><a class="button" href="/new?what=task">New task</a></div>
${tabs('Which tasks', tabsOf(view, asked.show))}${movedOn(view, asked)}${shown(view, asked, fragment)}`,
      doneThisWeek(view, asked),
    ),
  })

/** Somebody was quicker than the reader, who was about to choose an agent. */
const movedOn = ({ open }: TasksDesk, { task: chosen }: TasksAsked): Html | false =>
  chosen !== undefined &&
  !open.some(({ task }) => task.id === chosen) &&
  html`<div class="notice open" role="status"><p>That task is no longer in this list. Somebody may have taken it.</p></div>\n`

const pathOf = (show?: TaskTab): string => (show === undefined ? '/tasks' : `/tasks?show=${show}`)

const tabsOf = ({ open }: TasksDesk, show: TaskTab | undefined) => [
  { path: pathOf(), words: 'Yours and your agents’', current: show === undefined },
  {
    path: pathOf('open'),
    words: html`Open for anyone${open.length > 0 && html` <b class="n">${open.length}</b>`}`,
    current: show === 'open',
  },
  { path: pathOf('everybody'), words: 'Everybody’s', current: show === 'everybody' },
  { path: pathOf('done'), words: 'Done', current: show === 'done' },
]

function shown(view: TasksDesk, asked: TasksAsked, fragment: Fragment): Html {
  const one = (key: string, title: string, tasks: readonly TaskHere[]): Html | undefined =>
    tasks.length === 0 ? undefined : part(key, title, tasks, { view, asked, fragment })
  if (asked.show === 'open')
    return one('open', 'Open for anyone', view.open) ?? nothing('Nothing is open in your hubs.')
  if (asked.show === 'everybody')
    return one('everybody', 'Everybody’s', view.everybody ?? []) ?? nothing('Nobody has anything to do in your hubs.')
  if (asked.show === 'done')
    return (
      one('done', `Done in the last ${doneLately}`, view.done) ??
      nothing(`You and your agents did no task in the last ${doneLately}.`)
    )
  const { to_check, at_work, open } = view
  if (to_check.length + at_work.length + open.length === 0)
    return nothing('Nothing is to be done by you or your agents. Whoever is in a thread can make a task there.')
  // the task that an agent is asked of stays, although others moved since
  const few = open.filter(({ task }, at) => at < reads.openShown || task.id === asked.task)
  return html`${one('check', 'You check', to_check)}${one('work', 'At work', at_work)}${one('open', 'Open for anyone', few)}${few.length < open.length && html`<p><a href="${pathOf('open')}">More that is open for anyone</a></p>\n`}`
}

const doneLately = spanned(reads.tasksDone.tab)

const nothing = (words: string): Html => html`<p class="soft">${words}</p>\n`

const part = (
  key: string,
  title: string,
  tasks: readonly TaskHere[],
  { view, asked, fragment }: { view: TasksDesk; asked: TasksAsked; fragment: Fragment },
): Html =>
  block(
    key,
    title,
    html`<div class="stack">
${tasks.map(({ task, thread, hub }) => html`${taskHtml(task, { asked, fragment, from: { thread, hub, agents: view.agents, asking: askingOn(asked) } })}\n`)}</div>
${tasks.length >= reads.searchTasks.page && html`<p class="small soft spaced">These moved last. <a href="/search?q=type%3Atask">Search</a> finds the others.</p>\n`}`,
  )

const askingOn = ({ show, task }: TasksAsked): AskingAgents => ({
  of: task,
  at: (id) => `${pathOf(show)}${show === undefined ? '?' : '&'}task=${id}#${id}`,
})

const doneThisWeek = ({ done }: TasksDesk, { me, show }: TasksAsked): Html | undefined =>
  done.length === 0 || show === 'done'
    ? undefined
    : side(
        'More about tasks',
        sidePart(
          'lately',
          'Done this week',
          html`<ul class="list tight">
${done.map(({ task, thread }) => html`<li><span class="box done" aria-hidden="true"></span><a class="grow" href="/t/${thread.id}#${task.id}">${titleHtml(task.title)}</a>${task.assignee && html`<span class="small soft">${nameOf(task.assignee, me)}</span>`}</li>\n`)}</ul>`,
        ),
      )
