import { type Html, html, type HtmlInserted } from '../html.ts'

/** Joins the parts on one line with dots between them. */
export const dotted = (parts: readonly HtmlInserted[]): Html[] =>
  parts.filter((part) => part !== undefined && part !== false).map((part, at) => html`${at > 0 && ' · '}${part}`)
