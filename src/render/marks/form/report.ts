import { inputs } from '../../../rules/limits.ts'
import { reportReasons } from '../../../rules/closed_lists.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { type Act, actForm, button, refusedHere } from './act.ts'
import { optional, textField } from './field.ts'
import { reasonField } from './reasons.ts'

/** The confirmation of a report, shown when the address of the page names it. */
export const reported: Html = reportedTo('The people who look after this place will see it.')

export function reportedTo(words: string): Html {
  return html`<div class="notice good told" id="reported" role="status"><p>Thank you. ${words}</p></div>\n`
}

interface Reporting {
  readonly act: Act
  readonly heading: Html
  /** who reads it */
  readonly says?: string
  readonly asks?: string
  readonly cancel: HtmlInserted
}

/** The opened form of a report; it is headed `report-head`. */
export function reportForm(asked: ActsAsked, reporting: Reporting): Html {
  const { act, heading, says, asks = 'What is wrong with it?', cancel } = reporting
  const refused = refusedHere(asked, act.act, act.fields)
  return html`<section class="card spaced" id="report" aria-labelledby="report-head" data-keep>
${heading}
${says !== undefined && html`<p class="small soft">${says}</p>\n`}${actForm(
  asked,
  act,
  html`${reasonField(refused, { id: 'report-reason', reasons: reportReasons })}${textField(refused, { id: 'report-note', name: 'note', label: optional(asks), rows: 2, maxlength: inputs.reportNote })}<div class="acts">${button('Report', { look: 'go' })}${cancel}</div>`,
)}</section>`
}
