import { unauthenticated } from '../rules/errors.ts'

/** Returns the token of an Authorization header; undefined without one. Another scheme is a bad credential. */
export function bearerToken(header: string | undefined): string | undefined {
  if (header === undefined || header === '') return undefined
  const token = /^Bearer +([\x21-\x7e]+) *$/i.exec(header)?.[1]
  if (token === undefined) throw unauthenticated('bad_key', 'This credential is not valid or was revoked.')
  return token
}
