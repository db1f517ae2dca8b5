import type { PageAsked } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { refusedHere } from '../../marks/form/act.ts'
import { fullMonths, time } from '../../marks/in_words.ts'
import type { SettingsView } from '../../../records/account.ts'

/** The field `back` of a form in a section is the id of the section or card to return to. */
export interface SettingsShown {
  readonly view: SettingsView
  readonly asked: PageAsked
  /** slug of the hub that a new agent is for */
  readonly hub?: string
  /** id of the agent that was asked for */
  readonly agent?: string
}

export const when = (at: string): Html => time(new Date(at))

/** Only the day, for expiry dates. */
export const day = (at: string): Html =>
  html`<time datetime="${at}" data-day>${new Date(at).getUTCDate()} ${fullMonths[new Date(at).getUTCMonth()]!}</time>`

export const section = (id: string, heading: HtmlInserted, body: HtmlInserted, acts?: HtmlInserted): Html =>
  html`<section class="block" id="${id}" aria-labelledby="${id}-h">
<div class="head"><h2 id="${id}-h">${heading}</h2>${acts && html`<div class="acts">${acts}</div>`}</div>
${body}
</section>`

export const isRefused = (
  { asked }: SettingsShown,
  act: string,
  fields: Readonly<Record<string, string>> = {},
): boolean => refusedHere(asked, act, fields) !== undefined

/** Returns the result of an act on this page, which is shown once. */
export function answeredBy({ asked }: SettingsShown, ...acts: readonly string[]): PageAsked['answered'] {
  return asked.answered && acts.includes(asked.answered.act) ? asked.answered : undefined
}
