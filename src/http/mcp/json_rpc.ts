import type { Context } from 'koa'

/** Codes of JSON-RPC 2.0, and the one that MCP's HTTP transport uses for all other errors. */
export const parseError = -32_700
export const invalidRequest = -32_600
export const invalidParams = -32_602
export const transportError = -32_000

/**
 * Answers an error of the envelope: the request is malformed, too large or not allowed. Tools never answer this way.
 */
export function answerError(ctx: Context, status: number, code: number, message: string): void {
  ctx.status = status
  ctx.res.setHeader('Content-Type', 'application/json')
  ctx.body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
}
