import type { Context } from 'koa'
import { type Body, jsonOfMany } from './alike_json.ts'
import { deprecation } from './deprecation_headers.ts'
import { writeJson } from './json.ts'
import { rateLimitOf } from './ratelimit_headers.ts'
import { apiVersion } from '../../rules/server_info.ts'
import { type Called, OneOfMany } from '../../tools/call/called.ts'
import { withTwins } from './camel_twins.ts'

/** The body of a tool's answer. */
export const answerBody = ({ text, data }: Pick<Called, 'text' | 'data'>): object => ({
  text,
  data: withTwins(data),
  api: apiVersion,
})

export const jsonOf = (called: Called): Body =>
  called instanceof OneOfMany ? jsonOfMany(called, answerBody) : { rest: JSON.stringify(answerBody(called)) }

/** Of a tool's answer, besides no-store and the origins that may read it: RateLimit where the write counted. */
export const successHeaders = ({ allowance, outdated }: Called, now: number): Record<string, string> => ({
  ...(allowance && rateLimitOf(allowance, now)),
  ...(outdated && deprecation()),
})

/** Answers a tool's call; `beside` are fields besides those of every answer. */
export function answerTool(ctx: Context, called: Called, now: number, beside: object = {}): void {
  ctx.set({ 'Cache-Control': 'no-store', ...successHeaders(called, now) })
  writeJson(ctx, { ...answerBody(called), ...withTwins({ ...beside }) })
}
