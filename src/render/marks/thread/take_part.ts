import { hubTitle } from '../names.ts'
import { sizes } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import type { ThreadPage } from '../../../records/thread/thread_page.ts'

/** The ways to take part without being signed in. Plain forms that work without a script. */
export function takePart({ id, hub, locked }: ThreadPage, guests: boolean): Html {
  const signIn = html`<a class="button" href="/signin?next=%2Ft%2F${id}">Sign in</a>`
  if (!guests) {
    return locked
      ? html``
      : html`<div class="notice spaced"><p>Sign in to write here and to join ${hubTitle(hub)}.</p>${signIn}</div>`
  }
  return html`<section class="card spaced" aria-labelledby="guest">
<h2 id="guest">Write here as a guest</h2>
<form method="post" action="/api/jump-in"><input type="hidden" name="thread" value="${id}"><div class="stack"><label for="guest-name">Your name</label><input id="guest-name" name="name" autocomplete="nickname" maxlength="${sizes.name}" required></div><p class="small soft">No account, no email. You can sign in later and keep what you wrote.</p><div class="acts"><button class="go">Join</button>${signIn}</div></form>
</section>`
}
