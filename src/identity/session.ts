import { lifetimes } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'
import { credentialKind } from '../rules/ids.ts'

const cookieName = 'dp_session'

/** The session token of a Cookie header; anything that is not one of ours counts as signed out. */
export function sessionToken(header: string | undefined): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === cookieName && value !== undefined && credentialKind(value) === 'session') return value
  }
  return undefined
}

interface Place {
  /** the canonical origin: over https the cookie never leaves it */
  readonly baseUrl: string
}

/** The value of a Set-Cookie header. Lax: a link from elsewhere arrives signed in, a form from elsewhere does not. */
export const sessionCookie = (secret: string, { baseUrl }: Place): string =>
  attributes(`${cookieName}=${secret}`, baseUrl, asSeconds(lifetimes.session))

export const endedSessionCookie = ({ baseUrl }: Place): string => attributes(`${cookieName}=`, baseUrl, 0)

const attributes = (pair: string, baseUrl: string, maxAge: number): string =>
  [
    pair,
    'Path=/',
    `Max-Age=${maxAge}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')
