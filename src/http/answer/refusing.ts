import type { Context, Middleware, Next } from 'koa'
import { missingPage, refusedPage } from '../../render/pages/refused_page.ts'
import { sessionToken } from '../../identity/session_cookie.ts'
import { methodNotAllowed, notFound, type Refusal } from '../../rules/errors.ts'
import { allowedMethods } from './allowed_methods.ts'
import { quotable, setChallenge } from './www_authenticate.ts'
import { isForm } from '../request/form_body.ts'
import { frame, sendPage } from './uncached_page.ts'
import type { DoorParts } from '../door_parts.ts'
import { sentForm } from '../request/sent_form.ts'
import { refuse, setRefusalHeaders } from './error_body.ts'
import { asRefusal } from '../../tools/call/refused/as_refusal.ts'
import { sendMissing } from '../views/serving/private_or_missing.ts'
import { namesHtml } from '../views/serving/format.ts'

const isPageView = (ctx: Context): boolean => (ctx.method === 'GET' || ctx.method === 'HEAD') && namesHtml(ctx)

/** Whether a person gets the answer: after opening a page or sending its form. */
const isForPerson = (ctx: Context): boolean =>
  isPageView(ctx) || (ctx.method === 'POST' && isForm(ctx) && namesHtml(ctx))

/**
 * Answers every refusal of the routes behind it, 404 for a path without a route, and 405 where the path answers other
 * methods: with a page for a browser.
 */
export function refusing(
  { config, log }: Pick<DoorParts, 'config' | 'log'>,
  isPage: (path: string) => boolean = () => false,
): Middleware {
  return async (ctx: Context, next: Next) => {
    try {
      await next()
      if (ctx.status === 404 && ctx.body === undefined) {
        const allowed = allowedMethods(ctx, isPage)
        if (allowed.length > 0) ctx.set('Allow', allowed.join(', '))
        if (ctx.method === 'OPTIONS' && allowed.length > 0) {
          ctx.status = 204
          return
        }
        if (allowed.length > 0 && !allowed.includes(ctx.method)) {
          throw methodNotAllowed('method', `Nothing answers ${ctx.method} here: send ${allowed.join(' or ')}.`)
        }
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
      else refuse(ctx, refusal, ctx.path.startsWith('/oauth/') ? { error_description: quotable(refusal.message) } : {})
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
