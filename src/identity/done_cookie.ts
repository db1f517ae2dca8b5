import { lifetimes } from '../rules/limits.ts'
import type { Site } from '../config.ts'
import { cookieIn, endCookie, setCookie } from './cookies.ts'
import { sealedIn, setSealedCookie } from './sealed_cookie.ts'
import { sessionToken } from './session_cookie.ts'

/**
 * What an act did, told on the page that its form redirects to. It is sealed: no link and no other site can make a page
 * say something, and no header holds a participant's words.
 */
const cookie = { name: 'dp_done', path: '/', lifetime: lifetimes.doneWords, purpose: 'what an act did' }

/** Returns the Set-Cookie value for the session of a Cookie header; undefined without one. */
export function doneCookie(header: string | undefined, words: string, site: Site): string | undefined {
  const session = sessionToken(header)
  return session === undefined ? undefined : setSealedCookie(cookie, session, words, site)
}

export const doneWords = (header: string | undefined): string | undefined => sealedIn(header, cookie)?.text

/** After the deletion of an account: its session is gone, and with it the secret to seal words with. */
export const deletedCookie = (site: Site): string => setCookie(cookie, deleted, site)

export const saysDeleted = (header: string | undefined): boolean => cookieIn(header, cookie) === deleted

const deleted = 'deleted'

export const endedDoneCookie = (site: Site): string => endCookie(cookie, site)
