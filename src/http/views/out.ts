import type { Context } from 'koa'
import { html } from '../../render/html.ts'
import { message } from '../../render/page.ts'

/** /out?u=: says where a link leads before anybody follows it. It never redirects. */
export function outPage(ctx: Context): void {
  const asked = new URLSearchParams(ctx.querystring).get('u') ?? ''
  const target = URL.canParse(asked) ? new URL(asked) : undefined
  const isWeb = target?.protocol === 'https:' || target?.protocol === 'http:'
  ctx.res.setHeader('Content-Type', 'text/html; charset=utf-8')
  ctx.status = 200
  ctx.body = (
    target && isWeb
      ? message(
          'You are leaving this site',
          html`The link was written by a participant and leads to <strong><bdi>${target.host}</bdi></strong>, which we have not checked:</p>
<p><a href="${target.href}" rel="noopener noreferrer nofollow ugc">${target.href}</a>`,
        )
      : message('This link leads nowhere', 'It is not the address of a web page.')
  ).toString()
}
