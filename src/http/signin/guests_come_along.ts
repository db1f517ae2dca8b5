import type { Context, Middleware } from 'koa'
import { participant } from '../../../actors/participant/index.ts'
import { sessionToken } from '../../identity/session_cookie.ts'
import type { SignedIn } from '../../identity/signin/sign_in.ts'
import { type Guest, guestById, guestsOfMailbox } from '../../identity/signin/guests.ts'
import {
  endedLeftGuestCookie,
  hasLeftGuest,
  leftGuest,
  leftGuestCookie,
} from '../../identity/signin/left_guest_cookie.ts'
import { afterwards } from '../../tools/call/afterwards.ts'
import { sessionCaller } from '../request/session_caller.ts'
import type { RouteParts } from '../door_parts.ts'

export interface GuestHere extends Guest {
  /** dps_…, of this browser */
  readonly session: string
}

/** The guest that is signed in with this browser. */
export async function guestHere(ctx: Context, parts: RouteParts): Promise<GuestHere | undefined> {
  const session = sessionToken(ctx.get('Cookie'))
  const caller = await sessionCaller(ctx, parts)
  if (session === undefined || caller?.kind !== 'guest') return undefined
  const guest = await guestById(parts.sql, caller.id)
  return guest && { ...guest, session }
}

/** Whether this browser is signed in as a guest who has not confirmed an address yet. */
export async function isUnconfirmed(ctx: Context, parts: RouteParts): Promise<boolean> {
  const caller = await sessionCaller(ctx, parts)
  return caller?.kind === 'guest' && !caller.verified
}

type Parts = Pick<RouteParts, 'config' | 'ask' | 'credentials' | 'sql' | 'log'>

async function join({ ask, credentials }: Parts, guest: string, human: string): Promise<true> {
  const { reply } = await ask(participant, guest, 'join_account', { human })
  await credentials.changed({ credentials: reply.ended, participants: [guest, human] })
  return true
}

/**
 * Makes the guest of this browser, and guests that confirmed the same mailbox, part of the account, with what they wrote
 * and their seats. Otherwise a guest who signs in would lose access to a private hub. A failure does not fail the sign-in,
 * since its code is spent: the returned cookie keeps this browser's guest until the next page; the others join at the
 * next sign-in.
 */
export async function guestsComeAlong(
  parts: Parts,
  { human_id, session }: SignedIn,
  guest: GuestHere | undefined,
): Promise<readonly string[]> {
  const { sql, log, config } = parts
  const came = guest === undefined || (await afterwards(log, join(parts, guest.id, human_id)))
  const others = (await afterwards(log, guestsOfMailbox(sql, human_id))) ?? []
  await Promise.all(others.map((id) => afterwards(log, join(parts, id, human_id))))
  return came ? [] : [leftGuestCookie({ session, guest: guest.session }, config)]
}

/** Lets a guest that could not join at the sign-in join with the next page that the person opens. */
export const leftGuestComes =
  (parts: Parts): Middleware =>
  (ctx, next) =>
    ctx.method === 'GET' && hasLeftGuest(ctx.req.headers.cookie) && ctx.get('Accept').includes('text/html')
      ? afterwards(parts.log, comesLater(ctx, parts)).then(next)
      : next()

async function comesLater(ctx: Context, parts: Parts): Promise<void> {
  const { config, credentials } = parts
  const left = leftGuest(ctx.req.headers.cookie)
  const [guest, person] = await Promise.all([left?.guest, left?.session].map((one) => credentials.sessionOf(one)))
  if (guest && person) await join(parts, guest.id, person.id)
  ctx.append('Set-Cookie', endedLeftGuestCookie(config))
}
