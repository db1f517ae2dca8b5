import { credentialKind, credentialKinds } from '../../rules/credential_kinds.ts'
import { sizes } from '../../rules/limits.ts'
import type { Site } from '../../config.ts'
import { cookieIn, endCookie, setCookie } from '../cookies.ts'
import { linkSecret } from './agent_link_url.ts'

/**
 * Links that were opened in this browser while signed out: invites and agents' links. The cookie contains their secrets
 * and needs no signature, since each secret is checked by its hash and reveals nothing that was not in the link.
 */
const cookie = { name: 'dp_opened', path: '/', lifetime: credentialKinds.link.lifetime }
const separator = '.'

/** Returns the secrets of a Cookie header, newest first, without malformed ones. */
export const openedLinks = (header: string | undefined): readonly string[] =>
  (cookieIn(header, cookie) ?? '').split(separator).filter(isOpenable).slice(0, sizes.openedLinks)

/** Returns the Set-Cookie value that adds one secret. */
export const openedCookie = (header: string | undefined, sent: string, site: Site): string => {
  const secret = linkSecret(sent)
  const others = openedLinks(header).filter((one) => one !== secret)
  return cookieWith([secret, ...others].filter(isOpenable).slice(0, sizes.openedLinks), site)
}

/** Returns the Set-Cookie value without one secret, or without all; undefined when nothing changes. */
export function forgottenCookie(header: string | undefined, site: Site, sent?: string): string | undefined {
  const known = openedLinks(header)
  const left = sent === undefined ? [] : known.filter((one) => one !== linkSecret(sent))
  return left.length === known.length ? undefined : cookieWith(left, site)
}

const isOpenable = (secret: string): boolean => {
  const kind = credentialKind(secret)
  return kind === 'invite' || kind === 'link'
}

const cookieWith = (secrets: readonly string[], site: Site): string =>
  secrets.length === 0 ? endCookie(cookie, site) : setCookie(cookie, secrets.join(separator), site)
