import { type Html, html, type HtmlInserted } from '../../html.ts'

/** A field under its label; `hint` is shown below it. */
export const labelled = (id: string, label: HtmlInserted, field: Html, hint?: HtmlInserted): Html =>
  html`<div class="field"><label for="${id}">${label}</label>${field}${hint !== undefined && html`<p class="small soft" id="${id}-hint">${hint}</p>`}</div>\n`
