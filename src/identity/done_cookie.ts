import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import { lifetimes } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { sessionToken } from './session_cookie.ts'

/**
 * What an act did, told on the page that its form redirects to. Sealed with the session's secret: no link and no other
 * site can make a page say something, and no header holds a participant's words.
 */
const cookie = { name: 'dp_done', path: '/' }

interface Place {
  readonly baseUrl: string
}

/** Returns the Set-Cookie value for the session of a Cookie header; undefined without one. */
export function doneCookie(header: string | undefined, words: string, place: Place): string | undefined {
  const session = sessionToken(header)
  if (session === undefined) return undefined
  return setCookie({ ...cookie, value: sealed(session, words), maxAge: asSeconds(lifetimes.doneWords) }, place)
}

/** Returns the words of a Cookie header; undefined for anything that was not sealed with its session. */
export function doneWords(header: string | undefined): string | undefined {
  const value = cookieOf(header, cookie.name)
  const session = value === undefined ? undefined : sessionToken(header)
  return value === undefined || session === undefined ? undefined : opened(session, value)
}

/**
 * Set where an account was deleted, and its session with it: there is no secret to seal words with, so it says only that.
 */
export const deletedCookie = (place: Place): string =>
  setCookie({ ...cookie, value: deleted, maxAge: asSeconds(lifetimes.doneWords) }, place)

export const saysDeleted = (header: string | undefined): boolean => cookieOf(header, cookie.name) === deleted

const deleted = 'deleted'

export const endedDoneCookie = (place: Place): string => setCookie({ ...cookie, value: '', maxAge: 0 }, place)

const algorithm = 'aes-256-gcm'
const bytes = { nonce: 12, tag: 16 }

const keyOf = (session: string): Buffer => createHmac('sha256', session).update('what an act did').digest()

function sealed(session: string, words: string): string {
  const nonce = randomBytes(bytes.nonce)
  const cipher = createCipheriv(algorithm, keyOf(session), nonce)
  const text = Buffer.concat([cipher.update(words, 'utf8'), cipher.final()])
  return Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64url')
}

function opened(session: string, value: string): string | undefined {
  const whole = Buffer.from(value, 'base64url')
  const from = bytes.nonce + bytes.tag
  if (whole.length <= from) return undefined
  const cipher = createDecipheriv(algorithm, keyOf(session), whole.subarray(0, bytes.nonce))
  cipher.setAuthTag(whole.subarray(bytes.nonce, from))
  try {
    return cipher.update(whole.subarray(from), undefined, 'utf8') + cipher.final('utf8')
  } catch {
    return undefined
  }
}
