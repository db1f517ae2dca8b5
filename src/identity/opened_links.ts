import { credentialKind } from '../rules/ids.ts'
import { lifetimes, sizes } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'
import { cookieOf, setCookie } from './cookies.ts'
import { linkSecret } from './links.ts'

/**
 * Links that somebody opened in this browser before they were signed in: an invite, an agent's link. The cookie holds
 * their secrets and needs no signature: each of them proves itself by its hash, and says nothing that was not in the link.
 */

const cookie = { name: 'dp_opened', path: '/' }
const between = '.'

interface Place {
  readonly baseUrl: string
}

/** The secrets of a Cookie header, the newest first; what is none of ours is left out. */
export const openedLinks = (header: string | undefined): readonly string[] =>
  (cookieOf(header, cookie.name) ?? '').split(between).filter(isOpenable).slice(0, sizes.openedLinks)

/** The value of a Set-Cookie header that remembers one more. */
export const openedCookie = (header: string | undefined, sent: string, place: Place): string => {
  const secret = linkSecret(sent)
  const others = openedLinks(header).filter((one) => one !== secret)
  return cookieWith([secret, ...others].filter(isOpenable).slice(0, sizes.openedLinks), place)
}

/** The same without one, or without any; undefined where nothing changes. */
export function forgottenCookie(header: string | undefined, place: Place, sent?: string): string | undefined {
  const known = openedLinks(header)
  const left = sent === undefined ? [] : known.filter((one) => one !== linkSecret(sent))
  return left.length === known.length ? undefined : cookieWith(left, place)
}

const isOpenable = (secret: string): boolean => {
  const kind = credentialKind(secret)
  return kind === 'invite' || kind === 'link'
}

const cookieWith = (secrets: readonly string[], place: Place): string =>
  setCookie(
    { ...cookie, value: secrets.join(between), maxAge: secrets.length === 0 ? 0 : asSeconds(lifetimes.link) },
    place,
  )
