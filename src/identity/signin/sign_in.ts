import type { Clock } from '../../clock.ts'
import { unauthenticated } from '../../rules/errors.ts'
import { accountSuspended } from '../../rules/refusals/account_suspended.ts'
import { serverPause } from '../../rules/refusals/server_pause.ts'
import { mint } from '../../rules/ids.ts'
import { nameAtFirst } from '../../text/names/names.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { claimHuman, confirmHuman, humanOfEmail, type KnownHuman } from '../../../sql/outside_actors/claims/human.ts'
import type { Sql } from '../../../sql/client.ts'
import { pausesNow } from '../../../sql/reads/server_pauses.ts'
import { emailKey } from '../../rules/email_address.ts'
import { firstHandle } from '../handles.ts'
import { newSession } from '../session.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
}

export interface Known {
  readonly email: string
  /** whether the address was confirmed: by a code, by the provider, or by the development form */
  readonly verified: boolean
  /** used at the first sign-in */
  readonly name: Untrusted
  /** its User-Agent: the human sees a name made of it in the list of sessions */
  readonly browser?: string
}

export interface SignedIn {
  readonly human_id: string
  /** dps_…, the cookie's value */
  readonly session: string
}

/** Signs a person in, creating the account the first time. One email address is one human. */
export async function signIn(parts: Parts, known: Known): Promise<SignedIn> {
  const human_id = await humanFor(parts.sql, known, parts.clock.now())
  return { human_id, session: await newSession(parts, human_id, known.browser) }
}

/** Returns the human of an address, if any. Throws when that human cannot sign in, or sign-ups are paused. */
export async function humanWhoMaySignIn(sql: Sql, email: string): Promise<KnownHuman | undefined> {
  const known = await humanOfEmail(sql, emailKey(email))
  if (known) notSuspended(known)
  if (!known && (await pausesNow(sql)).includes('signups')) throw serverPause('signups')
  return known
}

export function notSuspended({ suspended }: Pick<KnownHuman, 'suspended'>): void {
  if (suspended) throw unauthenticated('suspended', accountSuspended)
}

/** Returns the human of an address, creating the account the first time. */
export async function humanFor(
  sql: Sql,
  { email, name: given, verified }: Omit<Known, 'browser'>,
  now: number,
): Promise<string> {
  const known = await humanWhoMaySignIn(sql, email)
  if (known) {
    if (verified && !known.verified) await confirmHuman(sql, known.id, now)
    return known.id
  }
  const [id, name] = [mint('human', now), nameAtFirst(given)]
  const handle = await firstHandle(sql, { participant_id: id, name, kind: 'human' }, now)
  return claimHuman(sql, { id, handle, name, email, email_key: emailKey(email), verified, now })
}
