import { tooManyParts } from '../../text/json_parts.ts'
import { clears, isNarrowing, isOpaque } from './fields.ts'

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

/** A text with more parts than a body may have stays a text, which the schema refuses. */
const readJson = (text: string): unknown => {
  if (tooManyParts(text) !== undefined) return text
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}

/** The fields of an object, also of one that was sent as JSON text; undefined for anything else. */
export function fieldsIn(sent: unknown): Fields | undefined {
  const read = typeof sent === 'string' ? readJson(sent) : sent
  return isFields(read) ? read : undefined
}

/** Converts values the way hosts send them: nested arguments and numbers as text, enums in any case. */
export function coerced(shape: Shape, value: unknown): unknown {
  if (shape.anyOf) return coerceChoice(shape.anyOf, value)
  if (typeof value === 'string') return coerceText(shape, value)
  // a title that is a year, a version, a code
  if (shape.type === 'string' && typeof value === 'number') return coerceText(shape, String(value))
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

/** Names under which clients send all arguments once more, and those under which they name the tool beside. */
const wrappers: ReadonlySet<string> = new Set(['arguments', 'args', 'input', 'params', 'parameters', 'tool_input'])
const toolNames: ReadonlySet<string> = new Set(['name', 'tool', 'tool_name'])

/**
 * The arguments themselves, where a client sent all of them as JSON text or as one field around them, under names as ours are
 * written. Call this on a client's arguments before anything else reads them: a check that saw the wrapping would see no
 * argument.
 */
export function unwrapped(sent: unknown, input: object, tool?: string): unknown {
  const whole = typeof sent === 'string' ? readJson(sent) : sent
  if (!isFields(whole)) return whole
  const names = Object.keys(whole).filter(
    (name) => Object.hasOwn(input, name) || !toolNames.has(name) || tool === undefined || whole[name] !== tool,
  )
  const [name = '', ...others] = names
  const within =
    others.length > 0 || !wrappers.has(name) || Object.hasOwn(input, name) ? undefined : fieldsIn(whole[name])
  return within ? unwrapped(within, input, tool) : asSpelt(whole, input)
}

/** threadId, thread-id and Thread_Id are thread_id. A name of the tool's own stays, as does one whose other spelling was sent too. */
function asSpelt(sent: unknown, own: object = {}): unknown {
  if (Array.isArray(sent)) return sent.map((one) => asSpelt(one))
  if (!isFields(sent)) return sent
  return Object.fromEntries(
    Object.entries(sent).map(([name, value]) => {
      const ours = name
        .replaceAll(/([a-z0-9])([A-Z])/g, '$1_$2')
        .replaceAll('-', '_')
        .toLowerCase()
      return [Object.hasOwn(own, name) || Object.hasOwn(sent, ours) ? name : ours, asSpelt(value)]
    }),
  )
}

/** Hosts send omitted arguments as empty text. */
export const isLeftOut = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Reads a value sent for a list: as JSON text, as one item, or as the list. */
export function listOf(value: unknown): readonly unknown[] {
  const read = typeof value === 'string' ? readJson(value) : value
  if (Array.isArray(read)) return read
  return isLeftOut(read) ? [] : [read]
}

/** What a caller sends where an object with fields is expected. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (sent: unknown): sent is Fields =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

export const withoutField = (fields: Fields, name: string): Fields => {
  const { [name]: _, ...rest } = fields
  return rest
}
