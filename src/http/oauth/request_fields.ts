import { OAuthRefusal } from '../../rules/oauth_errors.ts'

type Fields = Readonly<Record<string, unknown>>

/** A field of a request; undefined when it is absent, empty or no string. */
export const fieldOf = (fields: Fields, name: string): string | undefined => {
  const value = fields[name]
  return typeof value === 'string' && value !== '' ? value : undefined
}

/** Returns a required field; throws invalid_request. */
export function neededField(fields: Fields, name: string): string {
  const value = fieldOf(fields, name)
  if (value === undefined) throw new OAuthRefusal('invalid_request', `The parameter ${name} is missing.`)
  return value
}
