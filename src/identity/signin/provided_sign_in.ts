import type { Clock } from '../../clock.ts'
import { forbidden, unauthenticated } from '../../rules/errors.ts'
import { mint } from '../../rules/ids.ts'
import { nameAtFirst } from '../../text/names/names.ts'
import { humanOfEmail } from '../../../sql/outside_actors/claims/human.ts'
import {
  bindSubject,
  claimSubject,
  confirmAddress,
  humanOfSubject,
  type Subject,
} from '../../../sql/outside_actors/claims/provider_subject.ts'
import type { Sql } from '../../../sql/client.ts'
import { emailKey, isSameMailbox } from '../../rules/email_address.ts'
import { firstHandle, releaseHandle } from '../handles.ts'
import { newSession } from '../session.ts'
import { humanFor, type Known, humanWhoMaySignIn, notSuspended, type SignedIn } from './sign_in.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
}

/**
 * Signs in a person whom a provider vouches for. A subject is always the same person; two subjects with one address are
 * the same person only if the provider confirmed the address.
 */
export async function signInFromProvider(parts: Parts, person: Subject & Known): Promise<SignedIn> {
  const human_id = await humanBehind(parts.sql, person, parts.clock.now())
  return { human_id, session: await newSession(parts, human_id, person.browser) }
}

async function humanBehind(sql: Sql, person: Subject & Known, now: number): Promise<string> {
  const { email, verified } = person
  const known = await humanOfSubject(sql, person)
  if (known) {
    notSuspended(known)
    if (verified && !known.verified) {
      await confirmAddress(sql, { id: known.id, email, email_key: emailKey(email), now })
    }
    return known.id
  }
  if (!verified) return unconfirmed(sql, person, now)
  await isTheirs(sql, email)
  const human_id = await humanFor(sql, person, now)
  // concurrent first sign-ins create one human
  await isTheirs(sql, email)
  await bindSubject(sql, { ...person, human_id, now })
  return human_id
}

/** Throws when the address's account has another spelling of it, which may be another person's mailbox. */
async function isTheirs(sql: Sql, email: string): Promise<void> {
  const known = await humanOfEmail(sql, emailKey(email))
  if (!known || isSameMailbox(known.email, email)) return
  throw forbidden(
    'needs_verified',
    'Somebody here has this email address already, with something else behind a + in it or without, and the sign-in service has not confirmed that one. If it is yours, sign in with it as it was written then; if not, use another address.',
  )
}

async function unconfirmed(sql: Sql, person: Subject & Known, now: number): Promise<string> {
  const { email } = person
  // an unconfirmed address does not sign in to the account that has it
  if (await humanOfEmail(sql, emailKey(email))) {
    throw forbidden(
      'needs_verified',
      'Somebody here has this email address already, and the sign-in service has not confirmed that it is yours. Confirm the address there, then sign in again.',
    )
  }
  await humanWhoMaySignIn(sql, email)
  const [id, name] = [mint('human', now), nameAtFirst(person.name)]
  const handle = await firstHandle(sql, { participant_id: id, name, kind: 'human' }, now)
  const made = await claimSubject(sql, person, { id, handle, name, email, now })
  if (made !== undefined) return made
  await releaseHandle(sql, { handle, participant_id: id })
  const known = await humanOfSubject(sql, person)
  if (!known) throw unauthenticated('revoked', 'This account was deleted just now. Sign in again to make a new one.')
  notSuspended(known)
  return known.id
}
