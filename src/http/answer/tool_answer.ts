import type { Context } from 'koa'
import { deprecation } from './deprecation_headers.ts'
import { writeJson } from './json.ts'
import { rateLimitOf } from './ratelimit_headers.ts'
import { apiVersion } from '../../rules/api_version.ts'
import type { Called } from '../../tools/call/called.ts'
import { withTwins } from './camel_twins.ts'

/** The body of a tool's answer. */
export const answerBody = ({ text, data }: Pick<Called, 'text' | 'data'>): object => ({
  text,
  data: withTwins(data),
  api: apiVersion,
})

/** Returns that body as JSON. What answers that are alike have in common is made into JSON once. */
export function jsonOf(called: Called): string {
  const { text, data, alike } = called
  const own = alike && ownFields(data, alike)
  if (!alike || !own) return JSON.stringify(answerBody(called))
  let shared = made.get(alike)
  if (shared?.text !== text) made.set(alike, (shared = sharedOf(text, alike)))
  const beside = JSON.stringify(withTwins(own))
  return `${shared.json}${beside === '{}' ? '' : `,${beside.slice(1, -1)}`}},"api":"${apiVersion}"}`
}

/** The fields that only this answer has; undefined when one that all have is another here. */
function ownFields(data: Fields, alike: Fields): Fields | undefined {
  const own: Record<string, unknown> = {}
  for (const name in data) {
    if (!(name in alike)) own[name] = data[name]
    else if (data[name] !== alike[name]) return undefined
  }
  return own
}

type Fields = Readonly<Record<string, unknown>>

interface Shared {
  readonly text: string
  /** the body up to the end of the fields that all have */
  readonly json: string
}

/**
 * A value is not changed once it was answered, so the same object has the same JSON. It is kept with that object and gone
 * with it: a part would have to be told when it is no longer needed.
 */
const made = new WeakMap<object, Shared>()

const sharedOf = (text: string, alike: Fields): Shared => ({
  text,
  json: `{"text":${JSON.stringify(text)},"data":${JSON.stringify(withTwins({ ...alike })).slice(0, -1)}`,
})

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
