import { createCipheriv, createDecipheriv, createHmac, randomBytes } from 'node:crypto'
import type { Site } from '../config.ts'
import { type Cookie, cookieIn, setCookie } from './cookies.ts'
import { sessionToken } from './session_cookie.ts'

/** A cookie that only the service can have written: its text is encrypted with the secret of the session beside it. */
interface SealedCookie extends Cookie {
  /** part of the key, so that one cookie is not read as another */
  readonly purpose: string
}

const algorithm = 'aes-256-gcm'
const bytes = { nonce: 12, tag: 16 }

const keyOf = (session: string, purpose: string): Buffer => createHmac('sha256', session).update(purpose).digest()

export function setSealedCookie(cookie: SealedCookie, session: string, text: string, site: Site): string {
  const nonce = randomBytes(bytes.nonce)
  const cipher = createCipheriv(algorithm, keyOf(session, cookie.purpose), nonce)
  const sealed = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()])
  return setCookie(cookie, Buffer.concat([nonce, cipher.getAuthTag(), sealed]).toString('base64url'), site)
}

/** Returns the text in a Cookie header; undefined for anything that was not sealed with the session there. */
export function sealedIn(
  header: string | undefined,
  cookie: SealedCookie,
): { readonly session: string; readonly text: string } | undefined {
  const value = cookieIn(header, cookie)
  const session = value === undefined ? undefined : sessionToken(header)
  if (value === undefined || session === undefined) return undefined
  const whole = Buffer.from(value, 'base64url')
  const from = bytes.nonce + bytes.tag
  if (whole.length <= from) return undefined
  const cipher = createDecipheriv(algorithm, keyOf(session, cookie.purpose), whole.subarray(0, bytes.nonce))
  cipher.setAuthTag(whole.subarray(bytes.nonce, from))
  try {
    return { session, text: cipher.update(whole.subarray(from), undefined, 'utf8') + cipher.final('utf8') }
  } catch {
    return undefined
  }
}
