import type { ActsAsked } from '../../page_arguments.ts'
import type { Fragment } from '../../body.ts'
import { html, type HtmlInserted, markup } from '../../html.ts'
import type { Ground, Led } from '../../../records/thread/post.ts'
import { nameOf, ofWhom, titleHtml } from '../names.ts'
import { reasonWords } from '../form/reasons.ts'

/** The posts that a thread or task was made from, in their first words. Authors may lack reach, so links are labels. */
export const groundHtml = (
  from: readonly Ground[] = [],
  { asked, fragment }: { readonly asked: ActsAsked & { readonly origin: string }; readonly fragment: Fragment },
): HtmlInserted =>
  from.map(({ post, edits, thread, by, folded, said }) => {
    const key = `${post}:${edits}:ground`
    return html`<blockquote>${
      said === undefined
        ? html`<p class="soft">${folded === undefined ? 'Not shown any more.' : html`Folded: ${reasonWords(folded)}.`}</p>`
        : markup(fragment({ key, text: said, as: 'html', labels: true, origin: asked.origin, top: 4 }))
    }<p class="small">From <a href="/t/${thread}/m/${post}">a post by ${nameOf(by)}</a>${ofWhom(by, asked.me)}</p></blockquote>\n`
  })

/** The threads and tasks made from a post. */
export const madeFromItHtml = (led: readonly Led[] = []): HtmlInserted =>
  led.map(
    ({ id, thread, title }) =>
      html`<p class="small soft">${id === thread ? 'Led to the thread' : 'Led to the task'} <a href="/t/${thread}${id !== thread && `#${id}`}">${titleHtml(title)}</a></p>\n`,
  )
