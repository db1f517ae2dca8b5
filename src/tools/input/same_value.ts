import { isDeepStrictEqual } from 'node:util'
import { coerced, type Shape } from './coerce.ts'
import { withoutLinks } from './named_by_link.ts'

/** The arguments that a tool takes, by name. */
export type Shapes = Readonly<Record<string, Shape>>

/** Whether two values sent for one argument mean the same: 5 and "5", an object and its JSON text, an id and its link. */
export function meanSame(shapes: Shapes, name: string, one: unknown, other: unknown): boolean {
  if (one === other) return true
  const shape = Object.hasOwn(shapes, name) ? shapes[name] : undefined
  if (shape === undefined) return isDeepStrictEqual(one, other)
  const read = (value: unknown): unknown => withoutLinks(shape, coerced(shape, value), name)
  return isDeepStrictEqual(read(one), read(other))
}
