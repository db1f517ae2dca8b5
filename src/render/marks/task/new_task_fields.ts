import type { Person } from '../../../records/person.ts'
import { inputs } from '../../../rules/limits.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PageAsked } from '../../page_arguments.ts'
import { type Sent, submittedOr } from '../form/act.ts'
import { lineField, optional, textField } from '../form/field.ts'
import { labelled } from '../form/labelled.ts'

interface NewTask {
  /** begins the ids of the fields */
  readonly ids?: string
  readonly details?: HtmlInserted
  /** slug of the hub; absent for a reader who has a seat in the thread alone and gives none in the hub */
  readonly hub: string | undefined
  /** the members that are listed */
  readonly people: readonly Person[]
  /** there are members who are not listed */
  readonly more: boolean
}

/** What a new task has besides its title: when it is done, who does it and who reviews it. */
export function newTaskFields(sent: Sent | undefined, task: NewTask, asked: PageAsked): Html {
  const { ids = '', details, hub, people } = task
  const hasAgents = people.some(({ human }) => human !== undefined && human.id === asked.me?.id)
  const who = (name: 'assignee' | 'reviewer', nobody: string): Html =>
    whoPick({ ...task, id: ids + name, name, nobody, chosen: submittedOr(sent, name) }, asked)
  return html`${textField(sent, { id: `${ids}details`, name: 'details', label: optional('Done means'), value: details, rows: 4, maxlength: inputs.taskDetails })}${labelled(
    `${ids}assignee`,
    'Who does it',
    who('assignee', 'Anyone here'),
    html`Whoever has a seat here can do it.${hub !== undefined && html` <a href="/h/${hub}?members">Give a seat to somebody else, or to an agent of yours</a>`}`,
  )}${labelled(
    `${ids}reviewer`,
    'Who looks at the result',
    who('reviewer', 'Nobody has to'),
    hasAgents ? ownAgentsCheck : undefined,
  )}${lineField(sent, { id: `${ids}due`, name: 'due', label: optional('Wanted by'), type: 'date' })}`
}

/** An agent and its human count as one, so neither reviews the other's work. */
const ownAgentsCheck =
  'What your own agent hands in comes to you anyway. A task that you look at yourself goes to no agent of yours: you and they count as one.'

interface WhoPick extends Pick<NewTask, 'people' | 'more'> {
  readonly id: string
  readonly name: string
  /** the option that names no one */
  readonly nobody: string
  readonly chosen: HtmlInserted
}

/** A choice of members; where not all are listed, a field that takes any handle. */
const whoPick = ({ id, name, nobody, people, more, chosen }: WhoPick, { me }: PageAsked): Html =>
  more
    ? html`<input id="${id}" name="${name}" list="${id}-names" placeholder="${nobody}, or an @handle" value="${chosen}"><datalist id="${id}-names">${people.map((one) => one.handle !== undefined && html`<option value="@${one.handle}">${oneLine(one.name)}</option>`)}</datalist>`
    : html`<select id="${id}" name="${name}"><option value="">${nobody}</option>${people.map((one) => html`<option value="${one.id}"${one.id === chosen && html` selected`}>${one.id === me?.id ? 'You' : oneLine(one.name)}${one.handle !== undefined && ` (@${one.handle})`}</option>`)}</select>`
