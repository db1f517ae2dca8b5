import type { Context } from 'koa'
import { deprecation } from './deprecation_headers.ts'
import { writeJson } from './json.ts'
import { rateLimitOf } from './ratelimit_headers.ts'
import { apiVersion } from '../../rules/api_version.ts'
import { type Alike, type Called, OneOfMany } from '../../tools/call/called.ts'
import { withTwins } from './camel_twins.ts'

/** The body of a tool's answer. */
export const answerBody = ({ text, data }: Pick<Called, 'text' | 'data'>): object => ({
  text,
  data: withTwins(data),
  api: apiVersion,
})

/** A body as it is sent: what it shares with other answers, and the rest of it. */
export interface Body {
  readonly shared?: Buffer
  readonly rest: string
}

/** Returns that body as JSON. What answers that are alike have in common is made into JSON, and into bytes, once. */
export function jsonOf(called: Called): Body {
  if (!(called instanceof OneOfMany)) return { rest: JSON.stringify(answerBody(called)) }
  const { alike, own } = called
  let shared = made.get(alike)
  if (!shared) made.set(alike, (shared = sharedOf(alike)))
  const beside = JSON.stringify(withTwins({ ...own }))
  return { shared, rest: `${beside === '{}' ? '' : `,${beside.slice(1, -1)}`}},"api":"${apiVersion}"}` }
}

/**
 * A value is not changed once it was answered, so the same object has the same JSON. It is kept with that object and gone
 * with it: a part would have to be told when it is no longer needed.
 */
const made = new WeakMap<Alike, Buffer>()

/** The body up to the end of the fields that all have. */
const sharedOf = ({ text, data }: Alike): Buffer =>
  Buffer.from(`{"text":${JSON.stringify(text)},"data":${JSON.stringify(withTwins({ ...data })).slice(0, -1)}`)

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
