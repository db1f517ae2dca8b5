import { credentialKinds } from '../../rules/credential_kinds.ts'
import { asSeconds } from '../../rules/units.ts'
import { cookieOf, setCookie } from '../cookies.ts'
import { sealed, unsealed } from '../sealed.ts'
import { sessionToken } from '../session_cookie.ts'

/**
 * The session of the guest as whom a browser took part, where it could not join the account at the sign-in. Sealed with
 * the session of the account: no other site can hand somebody a guest, and no later account in this browser gets it.
 */
const cookie = { name: 'dp_guest', path: '/' }
const what = 'a guest who was left'

interface Place {
  readonly baseUrl: string
}

interface Left {
  /** of the account */
  readonly session: string
  /** of the guest */
  readonly guest: string
}

export const leftGuestCookie = ({ session, guest }: Left, place: Place): string =>
  setCookie(
    { ...cookie, value: sealed(session, what, guest), maxAge: asSeconds(credentialKinds.session.lifetime) },
    place,
  )

export const endedLeftGuestCookie = (place: Place): string => setCookie({ ...cookie, value: '', maxAge: 0 }, place)

export const hasLeftGuest = (header: string | undefined): boolean => cookieOf(header, cookie.name) !== undefined

/** The sessions in a Cookie header; undefined where the guest was not left by the account that is signed in. */
export function leftGuest(header: string | undefined): Left | undefined {
  const [session, value] = [sessionToken(header), cookieOf(header, cookie.name)]
  if (session === undefined || value === undefined) return undefined
  const guest = unsealed(session, what, value)
  return guest === undefined ? undefined : { session, guest }
}
