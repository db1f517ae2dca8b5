import { randomBytes, randomInt } from 'node:crypto'
import type { ShortLived } from '../redis/short_lived.ts'
import { lifetimes } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { emailKey } from './email.ts'
import { hashOf, sameSecret } from './secrets.ts'

interface Parts {
  readonly shortLived: ShortLived
}

const cookie = { name: 'dp_signin', path: '/signin' }
const browserPattern = /^[A-Za-z0-9_-]{43}$/

/** The browser that asked for a code, by a cookie of its own for the code's hour. */
export function askingBrowser(header: string | undefined): string | undefined {
  const value = cookieOf(header, cookie.name)
  return value !== undefined && browserPattern.test(value) ? value : undefined
}

export const newBrowser = (): string => randomBytes(32).toString('base64url')

interface Place {
  readonly baseUrl: string
}

export const browserCookie = (browser: string, place: Place): string =>
  setCookie({ ...cookie, value: browser, maxAge: asSeconds(lifetimes.signinCode) }, place)

export const endedBrowserCookie = (place: Place): string => setCookie({ ...cookie, value: '', maxAge: 0 }, place)

interface Asked {
  readonly browser: string
  readonly email: string
  /** where to go on; empty: wherever signing in leads */
  readonly next: string
}

/** Six digits for one address in one browser; the ones it was given before stop working. */
export async function makeSigninCode({ shortLived }: Parts, { browser, email, next }: Asked): Promise<string> {
  const code = String(randomInt(1_000_000)).padStart(6, '0')
  const record = { email, code_hash: codeHash(browser, code), next, tries: 0 }
  await shortLived.of('sign_in_code').put(recordId(browser, email), record, lifetimes.signinCode)
  return code
}

/** The address that a code was mailed to, as it was typed then. */
export interface Proved {
  readonly email: string
  readonly next: string
}

interface Tried {
  readonly browser: string
  readonly email: string
  readonly code: string
}

/**
 * What a right code proves; `spend` gives it to one of many. After five wrong tries no code is right. Undefined where this
 * browser has no code to try.
 */
export async function trySigninCode(
  { shortLived }: Parts,
  { browser, email, code }: Tried,
): Promise<(Proved & { readonly spend: () => Promise<boolean> }) | 'wrong' | undefined> {
  const records = shortLived.of('sign_in_code')
  const id = recordId(browser, email)
  // counted before it is looked at: many at once are no more tries than one after the other
  const record = await records.countUp(id, 'tries')
  if (!record || record.tries > lifetimes.signinCodeTries) return undefined
  if (!sameSecret(record.code_hash, codeHash(browser, code))) return 'wrong'
  return {
    email: record.email,
    next: record.next,
    spend: async () => (await records.take(id)) !== undefined,
  }
}

/** The cookie stands in no store, so six digits alone cannot be tried against what does. */
const recordId = (browser: string, email: string): string => hashOf(`${browser} ${emailKey(email)}`)
const codeHash = (browser: string, code: string): string => hashOf(`${browser} ${code}`)
