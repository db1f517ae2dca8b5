import { Type, type TProperties, type TSchema } from 'typebox'
import { described } from '../input/fields.ts'

/** How results are built of fields. The fields that any answer may hold: `in_any_answer.ts`. */

/** An object in a result: every field is optional, and none is ever null. */
export const partial = <P extends TProperties>(properties: P) => Type.Partial(Type.Object(properties))

export const rows = <T extends TSchema>(items: T, description?: string) => Type.Array(items, described(description))

export const time = (description?: string) => Type.String({ format: 'date-time', ...described(description) })

export const nested = Type.Object
