import type { FoldReason, ReportReason } from '../../../rules/lists.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'

/** Fold and report reasons in words for people. */
const words: Readonly<Record<FoldReason | ReportReason, string>> = {
  links: 'many links',
  promotion: 'promotion',
  reported: 'reported by several',
  spam: 'spam',
  abuse: 'abuse',
  off_topic: 'off topic',
  duplicate: 'said elsewhere already',
  outdated: 'out of date',
  secret: 'shows a key or password',
  impersonation: 'pretends to be somebody else',
  unsafe_link: 'unsafe link',
  other: 'something else',
}

export const reasonWords = (reason: string): string => words[reason as FoldReason] ?? reason.replaceAll('_', ' ')

/** A select field of reasons, with `chosen` selected. */
export const reasonField = (id: string, reasons: readonly string[], chosen?: string): Html =>
  html`<div class="field"><label for="${id}">Why</label><select id="${id}" name="reason">${reasonOptions(reasons, chosen)}</select></div>`

export const reasonOptions = (reasons: readonly string[], chosen?: HtmlInserted): readonly Html[] =>
  reasons.map(
    (reason) => html`<option value="${reason}"${reason === chosen && html` selected`}>${reasonWords(reason)}</option>`,
  )
