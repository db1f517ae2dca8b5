import type { ShortLived } from '../../redis/short_lived.ts'
import { lifetimes } from '../../rules/limits.ts'
import type { Site } from '../../config.ts'
import { setCookie, type Cookie, cookieIn } from '../cookies.ts'
import { emailKey } from '../../rules/email_address.ts'
import { hashOf, unguessable } from '../secrets.ts'

/**
 * A browser in which a person signed in with an address before. All such browsers of an address have a share of codes
 * of their own, so that strangers who ask for codes until the hour's are spent do not lock its owner out.
 */
const cookie = { name: 'dp_known', path: '/signin', lifetime: lifetimes.knownBrowser }

interface Parts {
  readonly shortLived: ShortLived
  readonly config: Site
}

interface SignedInWith {
  /** the Cookie header of the request */
  readonly cookies: string | undefined
  readonly email: string
}

/** What a code is counted for: the address, or those of its browsers that proved it before. */
export async function shareOf({ shortLived }: Parts, { cookies, email }: SignedInWith): Promise<string> {
  const browser = browserIn(cookies, cookie)
  const id = browser && browserWithEmail(browser, email)
  const isKnown = id !== undefined && (await shortLived.of('known_browser').get(id)) !== undefined
  return isKnown ? `${emailKey(email)} where known` : emailKey(email)
}

/** Remembers the browser after its code was right; returns the cookie to set. */
export async function knowBrowser({ shortLived, config }: Parts, { cookies, email }: SignedInWith): Promise<string> {
  const browser = browserIn(cookies, cookie) ?? newBrowser()
  await shortLived.of('known_browser').put(browserWithEmail(browser, email), { known: 1 }, lifetimes.knownBrowser)
  return setCookie(cookie, browser, config)
}

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
