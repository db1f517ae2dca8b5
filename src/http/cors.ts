import type { Context, Middleware } from 'koa'
import { cacheSeconds } from '../rules/limits.ts'

const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

/** Lets pages of any origin call with a key of their own; cookies are never read on these routes. */
export function openToAnyOrigin(ctx: Context): void {
  ctx.res.setHeader('Access-Control-Allow-Origin', '*')
  ctx.res.setHeader('Access-Control-Expose-Headers', exposed)
}

/** Answers the preflight of a route that takes POST. */
export const preflightOfPost: Middleware = (ctx) => {
  ctx.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'POST, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Max-Age': String(cacheSeconds.preflight),
  })
  ctx.status = 204
}
