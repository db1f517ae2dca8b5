import { clears, isNarrowing, isOpaque } from './fields.ts'
import { isFields, isLeftOut, readJson } from './sent_fields.ts'

/** The part of JSON Schema that inputs use. */
export interface Shape {
  readonly type?: string
  readonly enum?: readonly string[]
  readonly pattern?: string
  readonly minLength?: number
  readonly properties?: Readonly<Record<string, Shape>>
  readonly required?: readonly string[]
  readonly items?: Shape
  readonly maxItems?: number
  readonly anyOf?: readonly Shape[]
}

/** Converts values the way hosts send them: nested arguments and numbers as text, enums in any case. */
export function coerced(shape: Shape, value: unknown): unknown {
  if (shape.anyOf) return coerceChoice(shape.anyOf, value)
  if (typeof value === 'string') return coerceText(shape, value)
  // a title that is a year, a version, a code; of a number with more digits some are lost
  if (shape.type === 'string' && typeof value === 'number' && Math.abs(value) <= Number.MAX_SAFE_INTEGER)
    return coerceText(shape, String(value))
  // a single item where a list of such items is taken
  if (shape.type === 'array' && (isFields(value) || typeof value === 'number')) return coerced(shape, [value])
  if (shape.type === 'array' && Array.isArray(value) && shape.items) {
    const { items, maxItems = value.length } = shape
    // one item over the limit is refused like a hundred thousand, without checking each of them
    return value.slice(0, maxItems + 1).map((item) => coerced(items, item))
  }
  if (shape.type === 'object' && isFields(value)) return coerceFields(shape, value)
  return value
}

/** Drops optional arguments sent empty, except those where an empty text has a meaning. */
export function coerceFields(shape: Shape, value: Record<string, unknown>): Record<string, unknown> {
  const fields: [string, unknown][] = []
  for (const [name, field] of Object.entries(value)) {
    const known = Object.hasOwn(shape.properties ?? {}, name) ? shape.properties?.[name] : undefined
    const leftOut = (field === '' && !clears(known ?? {})) || field === null || (known && saysNothing(known, field))
    if (known === undefined) fields.push([name, field])
    else if (!leftOut || shape.required?.includes(name)) fields.push([name, coerced(known, field)])
  }
  // fromEntries creates own properties: a field called __proto__ stays a field
  return Object.fromEntries(fields)
}

/** Hosts write what a model left out as the word for nothing (anthropics/claude-code #95239), which may be meant as words only. */
function saysNothing(shape: Shape, sent: unknown): boolean {
  if (Array.isArray(sent)) return sent.length === 1 && shape.items !== undefined && saysNothing(shape.items, sent[0])
  // hosts that send every argument fill an object that the model left out with nothing
  if (isFields(sent)) return (shape.required ?? []).length > 0 && Object.values(sent).every(isLeftOut)
  if (typeof sent !== 'string' || !isWordForNothing(sent)) return false
  if (isNarrowing(shape)) return false
  if (isOpaque(shape)) return true
  const { type, pattern, minLength = 0 } = shape
  if (shape.enum) return chosen(shape.enum, sent.toLowerCase()) === undefined
  return type !== 'string' || sent.length < minLength || (pattern !== undefined && !new RegExp(pattern).test(sent))
}

/** What models write into an argument that they mean to leave out. */
export const isWordForNothing = (text: string): boolean => /^(?:none|null|nil|undefined|n\/?a)\.?$/i.test(text)

function coerceText(shape: Shape, text: string): unknown {
  if (shape.enum) return chosen(shape.enum, text.toLowerCase()) ?? text
  switch (shape.type) {
    case 'integer':
    case 'number':
      return /^-?\d{1,15}(?:\.0+)?$/.test(text) ? Number(text) : text
    case 'boolean':
      return readBoolean(text.toLowerCase()) ?? text
    case 'object':
    case 'array': {
      const read = readJson(text)
      if (shape.type === 'array' && !Array.isArray(read) && shape.items) {
        const several = listed(shape.items, text)
        if (several) return several.map((item) => coerced(shape.items as Shape, item))
        if (shape.items.type === 'string') return [text]
      }
      return typeof read === 'string' ? text : coerced(shape, read)
    }
    case undefined:
    default:
      return text
  }
}

/** The items of a list that was written with commas, where no item could hold one: numbers, choices and ids. */
function listed({ type, enum: choices, pattern }: Shape, text: string): readonly string[] | undefined {
  const isPlain = type === 'integer' || choices !== undefined || pattern !== undefined
  return isPlain && /^[\w-]+(?:\s*,\s*[\w-]+)+$/.test(text) ? text.split(/\s*,\s*/) : undefined
}

/** The choice itself, or the one of which the text is the plural. */
const chosen = (choices: readonly string[], text: string): string | undefined =>
  choices.find((choice) => choice.toLowerCase() === text) ??
  choices.find((choice) => `${choice.toLowerCase()}s` === text)

const readBoolean = (text: string): boolean | undefined =>
  text === 'true' ? true : text === 'false' ? false : undefined

/** Takes the first shape that converts the value: `wait` is seconds or true. */
function coerceChoice(shapes: readonly Shape[], value: unknown): unknown {
  for (const shape of shapes) {
    const read = coerced(shape, value)
    if (read !== value) return read
  }
  return value
}
