import type { ActsAsked, Refused } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { type Act, actForm, refusedHere } from './act.ts'

interface Folded extends Act {
  readonly summary: HtmlInserted
  /** shows a result, and is open for that too */
  readonly open?: boolean
  /** class of the whole */
  readonly look?: string
}

/** A form behind its summary, opened after a refusal. */
export function foldedForm(
  asked: ActsAsked,
  { summary, open, look, ...act }: Folded,
  body: (refused: Refused | undefined) => HtmlInserted,
): Html {
  const refused = refusedHere(asked, act.act, act.fields)
  return html`<details${look !== undefined && html` class="${look}"`}${(refused !== undefined || open) && html` open`}><summary>${summary}</summary>${actForm(asked, act, body(refused))}</details>`
}
