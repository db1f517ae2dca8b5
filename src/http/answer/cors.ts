import type { Context, Middleware } from 'koa'
import { cacheSeconds } from '../../rules/limits.ts'
import { setAll } from './header_list.ts'

const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

export const anyOrigin = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed] as const

/** Lets pages of any origin call with a key of their own; cookies are never read on these routes. */
export const openToAnyOrigin = (ctx: Context): void => setAll(ctx.res, anyOrigin)

export const fromAnyOrigin: Middleware = (ctx, next) => {
  openToAnyOrigin(ctx)
  return next()
}

/** The same for /mcp, whose clients read other headers. */
export const mcpAnyOrigin = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version',
] as const

export const openMcpToAnyOrigin = (ctx: Context): void => setAll(ctx.res, mcpAnyOrigin)

export function preflightOfMcp(ctx: Context): void {
  openMcpToAnyOrigin(ctx)
  ctx.set('Access-Control-Allow-Methods', 'GET, POST, DELETE, OPTIONS')
  ctx.set('Access-Control-Allow-Headers', ctx.get('Access-Control-Request-Headers') || 'Authorization, Content-Type')
  ctx.status = 204
}

/** Answers the preflight of a route that takes POST. */
export const preflightOfPost: Middleware = (ctx) => {
  ctx.set({
    'Access-Control-Allow-Origin': '*',
    'Access-Control-Allow-Methods': 'POST, OPTIONS',
    'Access-Control-Allow-Headers': 'Authorization, Content-Type',
    'Access-Control-Expose-Headers': exposed,
    'Access-Control-Max-Age': String(cacheSeconds.preflight),
  })
  ctx.status = 204
}
