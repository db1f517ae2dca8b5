import { present } from '../../../records/present.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, refusedHere } from '../../marks/form/act.ts'
import { choiceField } from '../../marks/form/field.ts'
import { titleHtml } from '../../marks/names.ts'
import { newTaskFields } from '../../marks/task/new_task_fields.ts'
import type { Starting } from '../../../records/hub/starting.ts'
import type { NewAsked } from './new_arguments.ts'
import { noPad, quoted, titled, titleField } from './fields.ts'

export function taskForm(from: Starting, asked: NewAsked): Html {
  const { hub, threads, thread, people, pads, pad, post } = from
  if (!hub) return chooseHub(from)
  if (!thread && threads.length === 0)
    return html`<div class="notice"><p>A task comes out of a thread, and this hub has none yet.</p><a class="button go" href="/new?what=thread&amp;hub=${hub.slug}">Start one</a></div>`
  const fields = present({ thread_id: thread?.id, from_post: post?.id })
  const refused = refusedHere(asked, 'ui_create_task', fields)
  const members = people.map(({ person }) => person)
  const more = people.length < hub.people + hub.agents
  return actForm(
    asked,
    { act: 'ui_create_task', fields },
    html`${
      thread
        ? html`<div class="notice"><p>In <a href="/t/${thread.id}">${titleHtml(thread.title)}</a></p></div>\n`
        : choiceField(refused, {
            id: 'thread',
            name: 'thread_id',
            label: 'In the thread',
            choices: threads.map(titled),
          })
    }${titleField(refused, 'What is to be done')}${newTaskFields(refused, { hub: hub.slug, people: members, more, details: quoted(post) }, asked)}${
      pads.length > 0 &&
      choiceField(refused, {
        id: 'about',
        name: 'pad_id',
        label: 'About a pad',
        value: pad?.id,
        choices: [noPad, ...pads.map(titled)],
      })
    }<p class="acts">${button('Make the task', { look: 'go' })}</p>`,
  )
}

/** Threads and people belong to a hub, so it is chosen first. */
const chooseHub = ({ hubs }: Starting): Html =>
  html`<form method="get" action="/new"><input type="hidden" name="what" value="task">${choiceField(undefined, { id: 'in', name: 'hub', label: 'In', choices: hubs.map(({ slug, title }) => ({ value: slug, words: title })) })}<p class="acts">${button('Go on', { look: 'go' })}</p></form>`
