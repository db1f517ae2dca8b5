import { present } from '../../../records/present.ts'
import { inputs } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, submittedOr, refusedHere } from '../../marks/form/act.ts'
import { titleHtml } from '../../marks/titles.ts'
import { ownAgentsCheck } from '../../marks/task/task.ts'
import { whoIsMissing, whoPick } from '../../marks/task/who_pick.ts'
import type { Starting } from '../../../records/hub/starting.ts'
import type { NewAsked } from './new_arguments.ts'
import { field, select, titleField, quoted } from './fields.ts'

export function taskForm(from: Starting, asked: NewAsked): Html {
  const { hub, threads, thread, people, pads, pad, post } = from
  if (!hub) return chooseHub(from)
  if (!thread && threads.length === 0)
    return html`<div class="notice"><p>A task comes out of a thread, and this hub has none yet.</p><a class="button go" href="/new?what=thread&amp;hub=${hub.slug}">Start one</a></div>`
  const fields = present({ thread_id: thread?.id, from_post: post?.id })
  const refused = refusedHere(asked, 'ui_create_task', fields)
  const who = (role: 'assignee' | 'reviewer', nobody: string): Html =>
    whoPick(
      {
        id: role,
        field: role,
        nobody,
        people: people.map(({ person }) => person),
        more: people.length < hub.people + hub.agents,
        chosen: submittedOr(refused, role),
      },
      asked,
    )
  return actForm(
    asked,
    { act: 'ui_create_task', fields },
    html`${
      thread
        ? html`<div class="notice"><p>In <a href="/t/${thread.id}">${titleHtml(thread.title)}</a></p></div>\n`
        : field(
            'thread',
            'In the thread',
            select(
              'thread',
              'thread_id',
              threads.map(({ id, title }) => ({ value: id, words: title })),
              submittedOr(refused, 'thread_id'),
            ),
          )
    }${titleField(refused, 'What is to be done')}${field(
      'details',
      'Done means',
      html`<textarea id="details" name="details" rows="4" maxlength="${inputs.taskDetails}">${submittedOr(refused, 'details', quoted(post))}</textarea>`,
    )}${field('assignee', 'Who does it', html`${who('assignee', 'Anybody here')}${whoIsMissing(hub.slug)}`)}${field(
      'reviewer',
      'Who looks at the result',
      who('reviewer', 'Nobody has to'),
      people.some(({ person }) => person.human?.id === asked.me?.id) ? ownAgentsCheck : undefined,
    )}${field('due', 'Wanted by', html`<input id="due" name="due" type="date" value="${submittedOr(refused, 'due')}">`)}${
      pads.length > 0 &&
      field(
        'about',
        'About a pad',
        select(
          'about',
          'pad_id',
          [{ value: '', words: 'None' }, ...pads.map(({ id, title }) => ({ value: id, words: title }))],
          submittedOr(refused, 'pad_id', pad?.id),
        ),
      )
    }<p class="acts">${button('Make the task', { look: 'go' })}</p>`,
  )
}

/** Threads and people belong to a hub, so it is chosen first. */
const chooseHub = ({ hubs }: Starting): Html =>
  html`<form method="get" action="/new"><input type="hidden" name="what" value="task">${field(
    'in',
    'In',
    select(
      'in',
      'hub',
      hubs.map(({ slug, title }) => ({ value: slug, words: title })),
      hubs[0]?.slug,
    ),
  )}<p class="acts">${button('Go on', { look: 'go' })}</p></form>`
