import type { Context, Middleware } from 'koa'
import { cacheSeconds } from '../../rules/limits.ts'

const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

/** Names and values in turn. */
export const anyOrigin = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed] as const

/** Lets pages of any origin call with a key of their own; cookies are never read on these routes. */
export const openToAnyOrigin = (ctx: Context): void => setAll(ctx, anyOrigin)

function setAll({ res }: Context, headers: readonly string[]): void {
  for (let at = 0; at < headers.length; at += 2) res.setHeader(headers[at] as string, headers[at + 1] as string)
}

/** The same for /mcp, whose clients read other headers. */
export const mcpAnyOrigin = [
  'Access-Control-Allow-Origin',
  '*',
  'Access-Control-Expose-Headers',
  'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version',
] as const

export const openMcpToAnyOrigin = (ctx: Context): void => setAll(ctx, mcpAnyOrigin)

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
