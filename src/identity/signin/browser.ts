import { type Cookie, cookieIn } from '../cookies.ts'
import { emailKey } from '../../rules/email_address.ts'
import { hashOf, unguessable } from '../secrets.ts'

/** A browser is known by a random value in a cookie of its own. */
export const newBrowser = unguessable

const pattern = /^[A-Za-z0-9_-]{43}$/

/** Returns the browser that a Cookie header names in this cookie. */
export function browserIn(header: string | undefined, cookie: Cookie): string | undefined {
  const value = cookieIn(header, cookie)
  return value !== undefined && pattern.test(value) ? value : undefined
}

/** Names a record of one browser and one address. The cookie's value is in no store: from the hash it cannot be guessed. */
export const browserWithEmail = (browser: string, email: string): string => hashOf(`${browser} ${emailKey(email)}`)
