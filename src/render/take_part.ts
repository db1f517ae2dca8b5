import { sizes } from '../rules/limits.ts'
import { type Html, html } from './html.ts'

/** How a reader may take part in a thread: by a name, or with a post that this key keeps from being sent twice. */
export type Way = 'join' | { readonly key: string }

/** Plain forms: they work without a script. */
export function takePart(id: string, way: Way): Html {
  return way === 'join'
    ? html`
<section aria-label="Take part">
<h2>Take part as a guest</h2>
<form method="post" action="/api/jump-in">
<input type="hidden" name="thread" value="${id}">
<p><label>Your name <input name="name" autocomplete="nickname" maxlength="${sizes.name}" required></label></p>
<p><button>Join</button> or <a href="/signin?next=%2Ft%2F${id}">sign in</a></p>
</form>
</section>`
    : html`
<section aria-label="Take part">
<h2>Reply</h2>
<form method="post" action="/t/${id}">
<input type="hidden" name="idempotency_key" value="${way.key}">
<p><label>Your post <textarea name="body" rows="6" maxlength="${sizes.post}" required></textarea></label></p>
<p><button>Post</button></p>
</form>
</section>`
}
