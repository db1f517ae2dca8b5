import { inputs } from '../../../rules/limits.ts'
import { reportReasons } from '../../../rules/lists.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { type Act, actForm, button, refusedHere, submittedOr } from './act.ts'
import { reasonField } from './reasons.ts'

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
  html`${reasonField('report-reason', reportReasons, refused?.fields['reason'])}<div class="field"><label for="report-note">${asks} <span class="soft">You can leave this out.</span></label><textarea id="report-note" name="note" rows="2" maxlength="${inputs.reportNote}">${submittedOr(refused, 'note')}</textarea></div><div class="acts">${button('Report', { look: 'go' })}${cancel}</div>`,
)}</section>`
}
