import { credentialKind, credentialKinds } from '../rules/credential_kinds.ts'
import type { Site } from '../config.ts'
import { cookieIn, endCookie, setCookie } from './cookies.ts'

const cookie = { name: 'dp_session', path: '/', lifetime: credentialKinds.session.lifetime }
/** Over https: browsers let only this exact origin set a cookie with the __Host- prefix, no sibling or subdomain. */
const hostCookie = { ...cookie, name: '__Host-dp_session' }

/** Returns the session token of a Cookie header; anything malformed counts as signed out. */
export function sessionToken(header: string | undefined): string | undefined {
  return [hostCookie, cookie]
    .map((each) => cookieIn(header, each))
    .find((value) => value !== undefined && credentialKind(value) === 'session')
}

const isOverHttps = ({ baseUrl }: Site): boolean => baseUrl.startsWith('https:')

export const sessionCookie = (secret: string, site: Site): string =>
  setCookie(isOverHttps(site) ? hostCookie : cookie, secret, site)

/** Deletes the cookie under both names. */
export const endedSessionCookie = (site: Site): string[] =>
  (isOverHttps(site) ? [hostCookie, cookie] : [cookie]).map((each) => endCookie(each, site))
