import type { ActsAsked, Me } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import type { AtWork } from '../../../records/hub/hub_view.ts'
import { actForm, button } from '../form/act.ts'
import { called, nameOf, ofWhom } from '../by_line.ts'
import { titleHtml } from '../titles.ts'
import { avatar } from '../avatar.ts'
import { state } from '../state.ts'
import { since } from '../time.ts'

/** A participant at work on a task; their human can pause an agent here. */
export const atWork = ({ person, paused, state: is, title, thread_id, task_id, at }: AtWork, asked: ActsAsked): Html =>
  html`<div class="work">${avatar(person)}<span><b>${nameOf(person, asked.me)}</b>${ofWhom(person, asked.me)}</span>${pause(person, paused, asked)}<p>${
    paused ? state('quiet', 'Paused') : is === 'working' ? state('live', 'Working') : 'Has'
  } ${is === 'working' || paused ? 'on ' : ''}<a href="/t/${thread_id}#${task_id}">“${titleHtml(title)}”</a>, ${since(at)}</p></div>\n`

function pause(person: AtWork['person'], paused: boolean | undefined, asked: ActsAsked): Html {
  if (!isOwn(person, asked.me)) return html`<span></span>`
  return actForm(
    asked,
    { act: 'ui_pause_agents', fields: { agent_id: person.id, paused: !paused }, what: called(person) },
    button(paused ? 'Let it go on' : 'Pause', { look: 'plain soft' }),
  )
}

const isOwn = ({ kind, human }: AtWork['person'], me?: Pick<Me, 'id'>): boolean =>
  kind === 'agent' && me !== undefined && human?.id === me.id
