import type Router from '@koa/router'
import type { Context } from 'koa'
import { sessionToken } from '../identity/session.ts'
import { html } from '../render/html.ts'
import { message } from '../render/page.ts'
import { Refusal } from '../rules/errors.ts'
import { bodies } from '../rules/limits.ts'
import type { CallAppTool } from '../tools/app/call.ts'
import type { ToolParts } from '../tools/parts.ts'
import { readForm } from './forms.ts'
import { checkFormOrigin } from './own_origin.ts'
import { goTo, sendPage } from './pages.ts'
import { untilGone } from './until_gone.ts'

interface ReplyParts extends Pick<ToolParts, 'config' | 'credentials'> {
  readonly callApp: CallAppTool
}

/** The form below a thread, for a browser without a script: the same as ui_post, told in pages. */
export function replyRoutes(router: Router, { config, credentials, callApp }: ReplyParts): void {
  router.post('/t/:id', async (ctx) => {
    checkFormOrigin(ctx, config)
    const id = ctx['params'].id as string
    const caller = await credentials.sessionOf(sessionToken(ctx.get('Cookie')))
    if (!caller) return goTo(ctx, `/signin?next=${encodeURIComponent(`/t/${id}`)}`)
    const { body, idempotency_key } = await readForm(ctx, bodies.tools)
    const sent = { thread_id: id, body: unixLines(body), ...(idempotency_key !== undefined && { idempotency_key }) }
    try {
      const { data } = await callApp('ui_post', sent, { caller, door: 'web', signal: untilGone(ctx.res) })
      if (data['limit_reached'] === true) return limitReached(ctx, String(data['sign_in_url'] ?? data['link_url']))
      goTo(ctx, `/t/${id}#seq-${String(data['seq'])}`)
    } catch (error) {
      if (!(error instanceof Refusal)) throw error
      sendPage(ctx, message('It was not posted', error.message, true), error.status)
    }
  })
}

const limitReached = (ctx: Context, url: string): void =>
  sendPage(
    ctx,
    message(
      'That was enough for today',
      html`Today's writes are used up, and this post was not saved. <a href="${url}">Sign in</a> to write without a daily limit.`,
      true,
    ),
  )

/** A form sends lines as CR LF. */
const unixLines = (text: unknown): unknown => (typeof text === 'string' ? text.replaceAll('\r\n', '\n') : text)
