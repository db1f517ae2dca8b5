import type { Context } from 'koa'

/** Codes of JSON-RPC 2.0, and the one that MCP's HTTP transport uses for all other errors. */
export const parseError = -32_700
export const invalidRequest = -32_600
export const invalidParams = -32_602
export const internalError = -32_603
export const transportError = -32_000
/** MCP's own; the SDK of 2026 sends invalidParams in its place, as that revision has it. */
export const resourceNotFound = -32_002

/** What both SDKs send as an error. The older SDK's own McpError puts words before the message that its clients put again. */
export class RpcError extends Error {
  readonly code: number
  readonly data: object

  constructor(code: number, message: string, data: object) {
    super(message)
    this.code = code
    this.data = data
  }
}

/**
 * Answers an error of the envelope: the request is malformed, too large or not allowed. Tools never answer this way.
 */
export function answerError(ctx: Context, status: number, code: number, message: string): void {
  ctx.status = status
  ctx.res.setHeader('Content-Type', 'application/json')
  ctx.body = JSON.stringify({ jsonrpc: '2.0', error: { code, message }, id: null })
}
