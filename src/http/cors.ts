import type { Context, Middleware } from 'koa'
import { cacheSeconds } from '../rules/limits.ts'

const exposed = 'WWW-Authenticate, Retry-After, RateLimit, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset'

/** Names and values in turn. */
export const anyOrigin = ['Access-Control-Allow-Origin', '*', 'Access-Control-Expose-Headers', exposed] as const

/** Lets pages of any origin call with a key of their own; cookies are never read on these routes. */
export function openToAnyOrigin(ctx: Context): void {
  const { res } = ctx
  for (let at = 0; at < anyOrigin.length; at += 2) res.setHeader(anyOrigin[at] as string, anyOrigin[at + 1] as string)
}

/** The same for /mcp, whose clients read other headers. */
export function openMcpToAnyOrigin(ctx: Context): void {
  ctx.res.setHeader('Access-Control-Allow-Origin', '*')
  ctx.res.setHeader('Access-Control-Expose-Headers', 'WWW-Authenticate, Mcp-Session-Id, MCP-Protocol-Version')
}

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
    'Access-Control-Max-Age': String(cacheSeconds.preflight),
  })
  ctx.status = 204
}
