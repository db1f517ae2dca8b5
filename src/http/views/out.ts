import type { Context } from 'koa'
import { html } from '../../render/html.ts'
import type { Frame } from '../../render/page_arguments.ts'
import { pageHtml } from '../../render/shell.ts'
import { frameOf } from '../answer/signed_in_frame.ts'
import type { ViewParts } from './serving/view_parts.ts'

/** /out?u=: shows where a link leads before the reader follows it. It never redirects. */
export async function outPage(ctx: Context, parts: ViewParts): Promise<void> {
  const asked = new URLSearchParams(ctx.querystring).get('u') ?? ''
  const target = URL.canParse(asked) ? new URL(asked) : undefined
  const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:'
  const frame = await frameOf(ctx, parts)
  ctx.res.setHeader('Content-Type', 'text/html; charset=utf-8')
  ctx.status = 200
  ctx.body = (target && isWeb ? leaving(target, frame) : leadsNowhere(frame)).toString()
}

const leaving = (target: URL, frame: Frame) =>
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

const leadsNowhere = (frame: Frame) =>
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
