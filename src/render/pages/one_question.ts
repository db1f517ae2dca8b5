import type { Frame } from '../page_arguments.ts'
import { type Html, html } from '../html.ts'
import { pageHtml } from '../shell.ts'

interface OneQuestion {
  readonly frame: Frame
  readonly title: string
  /** the kind of secret after the #, which no page request carries and the page script reads */
  readonly secret: 'invite' | 'link' | 'verify'
  /** shown without a script: another way to proceed */
  readonly without: Html
  readonly markdown?: string | undefined
  readonly body: Html
}

/** A page with one question and its answers, for a link with a secret after its #. The script fills both in, and no redraw takes them away. */
export const oneQuestion = ({ frame, title, secret, without, markdown, body }: OneQuestion): Html =>
  pageHtml({
    title,
    frame,
    markdown,
    body: html`<div class="stack narrow" data-keep>
<h1 class="big" id="question">${title}</h1>
<p class="soft" id="said" role="status" data-secret="${secret}">One moment.</p>
<noscript><div class="notice open" role="alert"><p>${without}</p></div></noscript>
${body}
</div>`,
  })
