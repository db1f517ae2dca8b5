import { createHmac, randomBytes } from 'node:crypto'
import { lifetimes } from '../../rules/limits.ts'
import { sameSecret } from '../secrets.ts'

/**
 * The GET parameters travel through the consent form, signed with the session's secret: only the browser that was asked
 * can consent, on any instance, and only to what its page showed.
 */
interface Consent {
  readonly request: string
  readonly csrf: string
}

/** `query` as it was requested; `now` is the service clock in milliseconds. */
export function askConsent(session: string, query: string, now: number): Consent {
  const signed = Buffer.from(JSON.stringify([query, now + lifetimes.consentRequest, nonce()])).toString('base64url')
  return { request: `${signed}.${mac(session, `request ${signed}`)}`, csrf: csrfOf(session, signed) }
}

interface ConsentAnswer {
  readonly query: string
  /** the page was shown too long ago */
  readonly expired: boolean
}

/** Returns the query of a consent; undefined when it was not signed with this session. */
export function askedConsent(session: string, { request, csrf }: Consent, now: number): ConsentAnswer | undefined {
  const [signed = '', signature = ''] = request.split('.')
  if (!sameSecret(signature, mac(session, `request ${signed}`))) return undefined
  if (!sameSecret(csrf, csrfOf(session, signed))) return undefined
  const [query, until] = JSON.parse(Buffer.from(signed, 'base64url').toString('utf8')) as [string, number]
  return { query, expired: now >= until }
}

/** Makes every consent request unique. */
const nonce = (): string => randomBytes(9).toString('base64url')

const csrfOf = (session: string, signed: string): string => mac(session, `csrf ${signed}`)

const mac = (session: string, words: string): string => createHmac('sha256', session).update(words).digest('base64url')
