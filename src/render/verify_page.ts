import { type Html, html } from './html.ts'
import { pageHtml } from './page.ts'

/** Where a confirmation link leads. The secret behind its # reaches no server but through verify.js. */
export const verifyPage = (): Html =>
  pageHtml({
    title: 'Confirm your address',
    signedIn: false,
    body: html`<h1>Confirm your address</h1>
<p id="said" role="status">One moment.</p>
<noscript><p role="alert">Confirming an address needs JavaScript: the secret of the link is sent by a script of this page alone.</p></noscript>
<script src="/verify.js" defer></script>`,
  })
