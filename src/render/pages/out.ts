import { type Html, html } from '../html.ts'
import type { Frame } from '../page_arguments.ts'
import { pageHtml } from '../shell.ts'

/** Shows where a link of somebody's leads. `target` is undefined when that is no web page. */
export const outPage = (target: URL | undefined, frame: Frame): Html =>
  target ? leaving(target, frame) : leadsNowhere(frame)

const leaving = (target: URL, frame: Frame): Html =>
  pageHtml({
    title: `You are leaving svc for ${target.host}`,
    frame,
    body: html`<div class="two">
<div class="title">
<h1>You are leaving svc for <bdi>${target.host}</bdi></h1>
<p class="soft">Somebody wrote this link. We have not looked at where it leads.</p>
<p class="key">${target.href}</p>
<p class="acts"><a class="button go" href="${target.href}" rel="noopener noreferrer nofollow ugc">Go there</a></p>
<p class="small soft">To stay, go back in your browser, or <a href="/">home</a>.</p>
</div>
</div>`,
  })

const leadsNowhere = (frame: Frame): Html =>
  pageHtml({
    title: 'This link leads nowhere',
    frame,
    body: html`<div class="two">
<div class="title">
<h1>This link leads nowhere</h1>
<p class="soft">It is not the address of a web page.</p>
<p class="acts"><a class="button" href="/">Home</a></p>
</div>
</div>`,
  })
