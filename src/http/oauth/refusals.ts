import type { Context, Middleware } from 'koa'
import { Refusal } from '../../rules/errors.ts'
import { OAuthRefusal } from '../../rules/oauth_errors.ts'
import { quotable } from '../answer/www_authenticate.ts'
import { openToAnyOrigin } from '../answer/cors.ts'
import { refuse } from '../answer/error_body.ts'
import { writeJson } from '../answer/json.ts'

/** Answers refusals of the OAuth endpoints for programs in OAuth's own shape: {error, error_description}. */
export const inOAuthShape: Middleware = async (ctx, next) => {
  openToAnyOrigin(ctx)
  ctx.set('Pragma', 'no-cache')
  try {
    await next()
  } catch (error) {
    if (error instanceof OAuthRefusal) return refuseOAuth(ctx, error)
    if (!(error instanceof Refusal)) throw error
    const { status, message } = error
    if (error.code === 'invalid' || error.code === 'too_large')
      return refuseOAuth(ctx, { code: 'invalid_request', status, message })
    // other refusals, such as limits, have the body of every other route
    refuse(ctx, error, { error_description: quotable(message) })
  }
}

function refuseOAuth(ctx: Context, { code, status, message }: Pick<OAuthRefusal, 'code' | 'status' | 'message'>): void {
  ctx.status = status
  writeJson(ctx, { error: code, error_description: quotable(message) })
}
