import { lifetimes } from '../rules/limits.ts'
import { asSeconds } from '../rules/units.ts'
import { credentialKind } from '../rules/ids.ts'
import { cookieOf, setCookie } from './cookies.ts'

const cookie = { name: 'dp_session', path: '/' }
/** Over https a cookie of this name is this origin's alone: nothing beside or below it can set one. */
const own = { ...cookie, name: '__Host-dp_session' }

/** The session token of a Cookie header; anything that is not one of ours counts as signed out. */
export function sessionToken(header: string | undefined): string | undefined {
  return [own, cookie]
    .map(({ name }) => cookieOf(header, name))
    .find((value) => value !== undefined && credentialKind(value) === 'session')
}

interface Place {
  readonly baseUrl: string
}

const isOverHttps = ({ baseUrl }: Place): boolean => baseUrl.startsWith('https:')

/** The value of a Set-Cookie header. */
export const sessionCookie = (secret: string, place: Place): string =>
  setCookie({ ...(isOverHttps(place) ? own : cookie), value: secret, maxAge: asSeconds(lifetimes.session) }, place)

/** Under either name. */
export const endedSessionCookie = (place: Place): string[] =>
  (isOverHttps(place) ? [own, cookie] : [cookie]).map((each) => setCookie({ ...each, value: '', maxAge: 0 }, place))
