import { type Html, html } from '../html.ts'
import type { Frame } from '../asked.ts'
import { oneQuestion } from './one_question.ts'

/** Where a confirmation link leads. The secret behind its # reaches no server but through the script of the page. */
export const verifyPage = (frame: Frame): Html =>
  oneQuestion({
    frame,
    title: 'Confirm your address',
    secret: 'verify',
    without: 'Confirming an address needs JavaScript: the secret of the link is sent by a script of this page alone.',
    body: html`<p class="acts"><a class="button" href="/">Go on</a></p>`,
  })
