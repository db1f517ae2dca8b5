import { lifetimes } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'
import { credentialKind } from '../rules/ids.ts'
import { cookieOf, setCookie } from './cookies.ts'

const cookie = { name: 'dp_session', path: '/' }

/** The session token of a Cookie header; anything that is not one of ours counts as signed out. */
export function sessionToken(header: string | undefined): string | undefined {
  const value = cookieOf(header, cookie.name)
  return value !== undefined && credentialKind(value) === 'session' ? value : undefined
}

interface Place {
  readonly baseUrl: string
}

/** The value of a Set-Cookie header. */
export const sessionCookie = (secret: string, place: Place): string =>
  setCookie({ ...cookie, value: secret, maxAge: asSeconds(lifetimes.session) }, place)

export const endedSessionCookie = (place: Place): string => setCookie({ ...cookie, value: '', maxAge: 0 }, place)
