import type { Context, Middleware, Next } from 'koa'
import { missingPage, refusedPage } from '../../render/pages/refused_page.ts'
import { sessionToken } from '../../identity/session_cookie.ts'
import { notFound, type Refusal } from '../../rules/errors.ts'
import { setChallenge } from './www_authenticate.ts'
import { isForm } from '../request/form_body.ts'
import { frame, sendPage } from './uncached_page.ts'
import type { DoorParts } from '../door_parts.ts'
import { sentForm } from '../request/sent_form.ts'
import { refuse } from './error_body.ts'
import { setRefusalHeaders } from './refusal_headers.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { sendMissing } from '../views/serving/private_or_missing.ts'
import { namesHtml } from '../views/serving/format.ts'

const isPageView = (ctx: Context): boolean => (ctx.method === 'GET' || ctx.method === 'HEAD') && namesHtml(ctx)

/** Whether a person gets the answer: after opening a page or sending its form. */
const isForPerson = (ctx: Context): boolean =>
  isPageView(ctx) || (ctx.method === 'POST' && isForm(ctx) && namesHtml(ctx))

/** Answers every refusal of the routes behind it, and 404 for a path without a route: with a page for a browser. */
export function refusing({ config, log }: Pick<DoorParts, 'config' | 'log'>): Middleware {
  return async (ctx: Context, next: Next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) {
        if (isPageView(ctx)) return sendMissing(ctx, 'html')
        throw notFound(
          'unreadable',
          `Nothing answers ${ctx.method} here. /llms.txt says how to begin, /openapi.json names what answers.`,
        )
      }
    } catch (error) {
      const refusal = asRefusal(error)
      if (error !== refusal) log.error({ err: error, path: ctx.path }, 'a request failed')
      setChallenge(ctx, config, refusal)
      if (isForPerson(ctx)) answerPerson(ctx, refusal)
      else refuse(ctx, refusal)
    }
  }
}

function answerPerson(ctx: Context, refusal: Refusal): void {
  const sent = sentForm(ctx)
  if (refusal.status === 404)
    return sent ? sendPage(ctx, missingPage(frame, undefined, sent.fields), 404) : sendMissing(ctx, 'html')
  setRefusalHeaders(ctx, refusal)
  const unnamed = refusal.code !== 'unauthenticated' && sessionToken(ctx.req.headers.cookie) !== undefined
  sendPage(ctx, refusedPage(unnamed ? { ...frame, unnamed } : frame, refusal, sent), refusal.status)
}
