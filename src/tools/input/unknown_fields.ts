import type { Shape } from './coerce.ts'

interface Sorted {
  readonly known: unknown
  /** by path, without list indexes: `edits.colour` */
  readonly unknown: readonly string[]
}

/**
 * Separates the fields that a schema names from those it does not, at every depth. The others are ignored, not refused;
 * `call/in_every_answer.ts` names them at the end of the text.
 */
export function withoutUnknown(shape: Shape, value: unknown): Sorted {
  const unknown = new Set<string>()
  return { known: sorted(shape, value, '', unknown), unknown: [...unknown] }
}

function sorted(shape: Shape, value: unknown, path: string, unknown: Set<string>): unknown {
  const { items, properties } = shape
  if (Array.isArray(value)) return items ? value.map((one) => sorted(items, one, path, unknown)) : value
  if (!properties || typeof value !== 'object' || value === null) return value
  const fields: Record<string, unknown> = {}
  for (const name of Object.keys(value)) {
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined
    const named = path === '' ? name : `${path}.${name}`
    if (known) fields[name] = sorted(known, (value as Record<string, unknown>)[name], named, unknown)
    else unknown.add(named)
  }
  return fields
}
