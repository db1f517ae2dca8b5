import type { Site } from '../config.ts'
import { asSeconds } from '../rules/units.ts'

/** A kind of cookie that the service sets. */
export interface Cookie {
  readonly name: string
  readonly path: string
  /** milliseconds */
  readonly lifetime: number
}

/** Returns its value in a Cookie header. */
export function cookieIn(header: string | undefined, { name: wanted }: Pick<Cookie, 'name'>): string | undefined {
  for (const pair of header?.split(';') ?? []) {
    const [name, value] = pair.trim().split('=', 2)
    if (name === wanted) return value
  }
  return undefined
}

/** Builds a Set-Cookie header. SameSite=Lax: sent when a link from another site is followed, not with its forms. */
export const setCookie = ({ name, path, lifetime }: Cookie, value: string, { baseUrl }: Site): string =>
  [
    `${name}=${value}`,
    `Path=${path}`,
    `Max-Age=${asSeconds(lifetime)}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(baseUrl.startsWith('https:') ? ['Secure'] : []),
  ].join('; ')

/** The Set-Cookie header that deletes it. */
export const endCookie = (cookie: Cookie, site: Site): string => setCookie({ ...cookie, lifetime: 0 }, '', site)
