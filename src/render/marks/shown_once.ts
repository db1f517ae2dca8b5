import { type Html, type HtmlInserted, html } from '../html.ts'

/** A link that is shown once, with a button of the script that copies it. */
export const shownOnce = (url: HtmlInserted): Html =>
  html`<p class="key" id="the-link">${url}</p><p class="acts"><button type="button" data-copy="the-link" hidden>Copy the link</button></p>`
