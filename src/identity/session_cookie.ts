import { asSeconds } from '../rules/units.ts'
import { credentialKind, credentialKinds } from '../rules/credential_kinds.ts'
import { cookieOf, setCookie } from './cookies.ts'

const cookie = { name: 'dp_session', path: '/' }
/** Over https: browsers let only this exact origin set a cookie with the __Host- prefix, no sibling or subdomain. */
const own = { ...cookie, name: '__Host-dp_session' }

/** Returns the session token of a Cookie header; anything malformed counts as signed out. */
export function sessionToken(header: string | undefined): string | undefined {
  return [own, cookie]
    .map(({ name }) => cookieOf(header, name))
    .find((value) => value !== undefined && credentialKind(value) === 'session')
}

interface Place {
  readonly baseUrl: string
}

const isOverHttps = ({ baseUrl }: Place): boolean => baseUrl.startsWith('https:')

export const sessionCookie = (secret: string, place: Place): string =>
  setCookie(
    { ...(isOverHttps(place) ? own : cookie), value: secret, maxAge: asSeconds(credentialKinds.session.lifetime) },
    place,
  )

/** Deletes the cookie under both names. */
export const endedSessionCookie = (place: Place): string[] =>
  (isOverHttps(place) ? [own, cookie] : [cookie]).map((each) => setCookie({ ...each, value: '', maxAge: 0 }, place))
