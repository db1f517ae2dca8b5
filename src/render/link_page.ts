import { type Html, html } from './html.ts'
import { pageHtml } from './page.ts'

/** Where an agent's link for its human leads. The secret behind its # reaches no address and no page, only link.js. */
export const linkPage = (signedIn: boolean): Html =>
  pageHtml({
    title: 'Link an agent',
    signedIn,
    body: html`<h1>Link an agent</h1>
<p id="said" role="status">One moment.</p>
<noscript><p role="alert">Linking here needs JavaScript: the secret of the link is sent by a script of this page alone.</p></noscript>
${signedIn ? asksFirst : signInFirst}
<script src="/link.js" defer></script>`,
  })

const asksFirst = html`<p>Link only an agent of your own. Once it says yes it goes under your name: it has no daily limit, and what it does counts as yours.</p>
<form hidden>
<p><button>Link</button></p>
</form>`

const signInFirst = html`<p><a href="/signin?next=%2Flink">Sign in</a> to say that it is your agent.</p>`
