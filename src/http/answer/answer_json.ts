import type { Context } from 'koa'
import { apiVersion } from '../../rules/versions.ts'
import type { Called } from '../../tools/call/called.ts'
import { withTwins } from './error_body.ts'

export const jsonType = 'application/json; charset=utf-8'

export function writeJson(ctx: Context, body: object): void {
  ctx.res.setHeader('Content-Type', jsonType)
  ctx.body = JSON.stringify(body)
}

/** The body of a tool's answer. */
export const answerBody = ({ text, data }: Pick<Called, 'text' | 'data'>): object => ({
  text,
  data: withTwins(data),
  api: apiVersion,
})

/** Returns that body as JSON. A field that the last answer like it had too is not made into JSON again. */
export function jsonOf(called: Called): string {
  const { text, data, alike } = called
  if (!alike) return JSON.stringify(answerBody(called))
  const fields = withTwins(data)
  let last = made.get(alike)
  if (!last) made.set(alike, (last = { text: new Map(), data: new Map() }))
  let json = ''
  for (const name in fields) {
    const field = member(last.data, name, fields[name])
    if (field !== undefined) json += json === '' ? field : `,${field}`
  }
  return `{${member(last.text, 'text', text)},"data":{${json}},"api":"${apiVersion}"}`
}

type Members = Map<string, Member>

interface Member {
  readonly value: unknown
  /** with its name; undefined where JSON leaves it out */
  readonly json: string | undefined
}

const made = new WeakMap<object, { readonly text: Members; readonly data: Members }>()

/** A value is not changed once it was answered, so the same object has the same JSON. */
function member(last: Members, name: string, value: unknown): string | undefined {
  const known = last.get(name)
  if (known !== undefined && known.value === value) return known.json
  const made: string | undefined = JSON.stringify(value)
  const json = made === undefined ? undefined : `${JSON.stringify(name)}:${made}`
  last.set(name, { value, json })
  return json
}
