import type { Context } from 'koa'

/** Codes of JSON-RPC 2.0, and the one MCP's HTTP transport uses for everything else. */
export const parseError = -32_700
export const invalidRequest = -32_600
export const transportError = -32_000

/** An error of the envelope itself: the request was not one, or too big, or not allowed. Tools never answer so. */
export function answerError(ctx: Context, status: number, code: number, message: string): void {
  ctx.status = status
  ctx.res.setHeader('Content-Type', 'application/json')
  ctx.body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
}
