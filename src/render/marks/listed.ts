import { type Html, html, type HtmlInserted } from '../html.ts'

/** "a, b and c". */
export const listed = (parts: readonly HtmlInserted[]): readonly Html[] =>
  parts.map((part, at) => html`${at > 0 && (at === parts.length - 1 ? ' and ' : ', ')}${part}`)
