/** What a caller sends where an object with fields is expected. */
export type Fields = Readonly<Record<string, unknown>>

export const isFields = (sent: unknown): sent is Fields =>
  typeof sent === 'object' && sent !== null && !Array.isArray(sent)

export const withoutField = (fields: Fields, name: string): Fields => {
  const { [name]: _, ...rest } = fields
  return rest
}
