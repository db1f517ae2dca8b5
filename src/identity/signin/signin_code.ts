import type { Sql } from '../../../sql/client.ts'
import { mailboxOf } from '../../../sql/reads/account/emails.ts'
import type { ShortLived } from '../../redis/short_lived.ts'
import { emailKey } from '../../rules/email_address.ts'
import { lifetimes } from '../../rules/limits.ts'
import { browserIn, browserWithEmail } from './known_browser.ts'
import type { Site } from '../../config.ts'
import { endCookie, setCookie } from '../cookies.ts'
import { digits, hashOf, sameSecret } from '../secrets.ts'

interface Parts {
  readonly shortLived: ShortLived
}

const cookie = { name: 'dp_signin', path: '/signin', lifetime: lifetimes.signinCode }

/** Returns the browser that asked for a code, from a cookie of its own that lives as long as the code. */
export const askingBrowser = (header: string | undefined): string | undefined => browserIn(header, cookie)

export const browserCookie = (browser: string, site: Site): string => setCookie(cookie, browser, site)

export const endedBrowserCookie = (site: Site): string => endCookie(cookie, site)

/**
 * Returns where to send a code for this address: to the mailbox of the account it signs in to, since a spelling with
 * another +tag may be another person's.
 */
export const mailboxFor = async (sql: Sql, email: string): Promise<string> =>
  (await mailboxOf(sql, emailKey(email))) ?? email

interface Asked {
  readonly browser: string
  readonly email: string
  /** path to continue at; empty for the default */
  readonly next: string
}

/** Makes a code for one address in one browser; earlier codes stop working. */
export async function makeSigninCode({ shortLived }: Parts, { browser, email, next }: Asked): Promise<string> {
  const code = digits(lifetimes.signinCodeDigits)
  const record = { email, code_hash: codeHash(browser, code), next, tries: 0 }
  await shortLived.of('sign_in_code').put(browserWithEmail(browser, email), record, lifetimes.signinCode)
  return code
}

/** The address that the code was mailed to, as typed. */
interface Proved {
  readonly email: string
  readonly next: string
}

interface Tried {
  readonly browser: string
  readonly email: string
  readonly code: string
}

/**
 * Checks a code; `spend` resolves to true for only one of concurrent calls. The `last` of five wrong tries ends
 * the code. Undefined when this browser has no code to try.
 */
export async function trySigninCode(
  { shortLived }: Parts,
  { browser, email, code }: Tried,
): Promise<(Proved & { readonly spend: () => Promise<boolean> }) | 'wrong' | 'last' | 'ended' | undefined> {
  const records = shortLived.of('sign_in_code')
  const id = browserWithEmail(browser, email)
  // counted before the comparison, so that parallel tries do not exceed the limit
  const record = await records.countTry(id)
  if (!record) return undefined
  if (record.tries > lifetimes.signinCodeTries) return 'ended'
  if (!sameSecret(record.code_hash, codeHash(browser, code))) {
    return record.tries === lifetimes.signinCodeTries ? 'last' : 'wrong'
  }
  return {
    email: record.email,
    next: record.next,
    spend: async () => (await records.take(id)) !== undefined,
  }
}

/** The cookie is in no store: with the store's contents alone the digits cannot be guessed. */
const codeHash = (browser: string, code: string): string => hashOf(`${browser} ${code}`)
