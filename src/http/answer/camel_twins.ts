import { camelTwins } from '../../rules/old_names.ts'

export type Fields = Record<string, unknown>

const twins = Object.entries(camelTwins)

/** Adds camelCase copies of the fields of a body or result that have one. Mutates and returns the object. */
export function withTwins<Body extends Fields>(body: Body): Body {
  for (const [name, twin] of twins) {
    const value = body[name]
    if (value !== undefined) (body as Fields)[twin] = value
  }
  return body
}
