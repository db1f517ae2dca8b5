import { Type, type TSchema } from 'typebox'
import { type Thing, prefixes } from '../rules/ids.ts'
import type { Untrusted } from '../text/untrusted.ts'

/** Shared input and output fields. Sizes come from rules/limits.ts. */

export const id = (thing: Thing, description: string) =>
  Type.String({ pattern: `^${prefixes[thing]}[0-9a-hjkmnp-tv-z]{26}$`, description })

/** Words of a participant: opaque from the door to the page. */
export const wordsOf = (min: number, max: number, description: string) =>
  Type.Unsafe<Untrusted>({ type: 'string', minLength: min, maxLength: max, description })

export const choice = <const Values extends readonly string[]>(values: Values, description: string) =>
  Type.Unsafe<Values[number]>({ type: 'string', enum: [...values], description })

export const flag = (description: string) => Type.Boolean({ description })
export const integer = (minimum: number, description: string, maximum?: number) =>
  Type.Integer(maximum === undefined ? { minimum, description } : { minimum, maximum, description })
export const list = <T extends TSchema>(items: T, maxItems: number, description: string) =>
  Type.Array(items, { maxItems, description })
export const hex8 = (description: string) => Type.String({ pattern: '^[0-9a-f]{8}$', description })
export const hub = Type.String({ minLength: 1, maxLength: 80, description: 'hub slug or hub_ id' })
