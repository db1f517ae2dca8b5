import { tooManyParts } from '../../text/json_parts.ts'

/** What a caller sends where an object with fields is expected. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (sent: unknown): sent is Fields =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

export const withoutField = (fields: Fields, name: string): Fields => {
  const { [name]: _, ...rest } = fields
  return rest
}

/** A text with more parts than a body may have stays a text, which the schema refuses. */
export const readJson = (text: string): unknown => {
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

/** Hosts send omitted arguments as empty text. */
export const isLeftOut = (value: unknown): boolean => value === undefined || value === null || value === ''

/** Reads a value sent for a list: as JSON text, as one item, or as the list. */
export function listOf(value: unknown): readonly unknown[] {
  const read = typeof value === 'string' ? readJson(value) : value
  if (Array.isArray(read)) return read
  return isLeftOut(read) ? [] : [read]
}
