import { credentialKinds } from '../../rules/credential_kinds.ts'
import type { Site } from '../../config.ts'
import { cookieIn, endCookie } from '../cookies.ts'
import { sealedIn, setSealedCookie } from '../sealed_cookie.ts'

/**
 * The session of the guest as whom a browser took part, when the guest could not join the account at the sign-in. Sealed
 * with the session of the account: no other site can plant a guest, and no later account in this browser gets it.
 */
const cookie = {
  name: 'dp_guest',
  path: '/',
  lifetime: credentialKinds.session.lifetime,
  purpose: 'a guest who was left',
}

interface Left {
  /** of the account */
  readonly session: string
  readonly guest: string
}

export const leftGuestCookie = ({ session, guest }: Left, site: Site): string =>
  setSealedCookie(cookie, session, guest, site)

export const endedLeftGuestCookie = (site: Site): string => endCookie(cookie, site)

export const hasLeftGuest = (header: string | undefined): boolean => cookieIn(header, cookie) !== undefined

/** The sessions in a Cookie header; undefined when another account left the guest. */
export function leftGuest(header: string | undefined): Left | undefined {
  const left = sealedIn(header, cookie)
  return left && { session: left.session, guest: left.text }
}
