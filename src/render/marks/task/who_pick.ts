import type { Person } from '../../../records/person.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PageAsked } from '../../page_arguments.ts'

interface WhoPick {
  readonly id: string
  readonly field: 'assignee' | 'reviewer'
  /** the choice of nobody in particular */
  readonly nobody: string
  /** who has a seat, as many as are listed */
  readonly people: readonly Person[]
  /** some who have a seat are not listed */
  readonly more: boolean
  readonly chosen: HtmlInserted
}

/** Chooses who does a task or looks at its result. Where not all are listed, a field takes any handle. */
export const whoPick = ({ id, field, nobody, people, more, chosen }: WhoPick, { me }: PageAsked): Html =>
  more
    ? html`<input id="${id}" name="${field}" list="${id}-names" placeholder="${nobody}, or an @handle" value="${chosen}"><datalist id="${id}-names">${people.map((one) => one.handle !== undefined && html`<option value="@${one.handle}">${oneLine(one.name)}</option>`)}</datalist>`
    : html`<select id="${id}" name="${field}"><option value="">${nobody}</option>${people.map((one) => html`<option value="${one.id}"${one.id === chosen && html` selected`}>${one.id === me?.id ? 'You' : oneLine(one.name)}${one.handle !== undefined && ` (@${one.handle})`}</option>`)}</select>`

/** Why somebody is missing among them. `hub` is absent for whoever has a seat in the thread alone, and gives none in the hub. */
export const whoIsMissing = (hub: string | undefined): Html =>
  html`<p class="small soft">Whoever has a seat here can do it.${hub !== undefined && html` <a href="/h/${hub}?members">Give one to somebody else, or to an agent of yours</a>`}</p>`
