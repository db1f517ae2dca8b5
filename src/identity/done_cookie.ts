import { lifetimes } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { sealed, unsealed } from './sealed.ts'
import { sessionToken } from './session_cookie.ts'

/**
 * What an act did, told on the page that its form redirects to. Sealed with the session's secret: no link and no other
 * site can make a page say something, and no header holds a participant's words.
 */
const cookie = { name: 'dp_done', path: '/' }
const what = 'what an act did'

interface Place {
  readonly baseUrl: string
}

/** Returns the Set-Cookie value for the session of a Cookie header; undefined without one. */
export function doneCookie(header: string | undefined, words: string, place: Place): string | undefined {
  const session = sessionToken(header)
  if (session === undefined) return undefined
  return setCookie({ ...cookie, value: sealed(session, what, words), maxAge: asSeconds(lifetimes.doneWords) }, place)
}

/** Returns the words of a Cookie header; undefined for anything that was not sealed with its session. */
export function doneWords(header: string | undefined): string | undefined {
  const value = cookieOf(header, cookie.name)
  const session = value === undefined ? undefined : sessionToken(header)
  return value === undefined || session === undefined ? undefined : unsealed(session, what, value)
}

/**
 * Set where an account was deleted, and its session with it: there is no secret to seal words with, so it says only that.
 */
export const deletedCookie = (place: Place): string =>
  setCookie({ ...cookie, value: deleted, maxAge: asSeconds(lifetimes.doneWords) }, place)

export const saysDeleted = (header: string | undefined): boolean => cookieOf(header, cookie.name) === deleted

const deleted = 'deleted'

export const endedDoneCookie = (place: Place): string => setCookie({ ...cookie, value: '', maxAge: 0 }, place)
