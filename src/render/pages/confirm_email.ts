import { type Html, html } from '../html.ts'
import type { Frame } from '../page_arguments.ts'
import { oneQuestion } from './one_question.ts'

/** The page of a confirmation link. Only the page script reads the secret after its #, and posts it. */
export const confirmEmailPage = (frame: Frame): Html =>
  oneQuestion({
    frame,
    title: 'Confirm your address',
    secret: 'verify',
    without: html`Confirming an address needs JavaScript: without it this page cannot see what the link says. Open it in another browser.`,
    body: html`<p class="acts"><a class="button" href="/">Go on</a></p>`,
  })
