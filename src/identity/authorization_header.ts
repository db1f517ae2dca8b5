import { badCredential } from '../rules/refusals/bad_credential.ts'

/** Returns the token of an Authorization header; undefined without one. Another scheme is a bad credential. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1]
  if (token === undefined)
    throw badCredential('bad_key', 'the header Authorization takes the word Bearer and the whole key')
  return token
}
