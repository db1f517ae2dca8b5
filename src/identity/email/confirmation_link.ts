import type { Clock } from '../../clock.ts'
import type { Site } from '../../config.ts'
import { credentialKind } from '../../rules/credential_kinds.ts'
import { registration } from '../../rules/limits.ts'
import { claimEmailPlace } from '../../../sql/outside_actors/claims/email.ts'
import { humanOfEmail } from '../../../sql/outside_actors/claims/human.ts'
import type { Sql } from '../../../sql/client.ts'
import { type EmailLink, emailLinkByHash, idsOfEmail } from '../../../sql/reads/account/emails.ts'
import { present } from '../../records/present.ts'
import { emailKey, isSameMailbox } from '../../rules/email_address.ts'
import { linkSecret } from '../linking/agent_link_url.ts'
import { hashOf } from '../secrets.ts'
import { notSuspended } from '../signin/sign_in.ts'
import { tooManyIds } from './may_confirm_address.ts'

interface Parts {
  readonly sql: Sql
  readonly clock: Clock
}

/** Works for lifetimes.emailVerification; the secret is in the fragment, and the script of /verify posts it to /api/verify-email. */
export const confirmationUrl = ({ baseUrl }: Site, secret: string): string => `${baseUrl}/verify#${secret}`

/** A working link that was opened, with the data to confirm its address. */
export interface OpenedLink extends EmailLink {
  readonly email_key: string
  /** the human who signs in with that very mailbox, and has confirmed it */
  readonly human?: string
}

/**
 * Looks up an email link, given whole or as its fragment; undefined when it does not work. Throws
 * unauthenticated/suspended when the id, or the account it would become part of, is suspended, and
 * rate_limited/ids_per_email.
 */
export async function openLink({ sql, clock }: Parts, sent: string): Promise<OpenedLink | undefined> {
  const now = clock.now()
  const secret = linkSecret(sent)
  const link =
    credentialKind(secret) === 'email_verification' ? await emailLinkByHash(sql, hashOf(secret), now) : undefined
  if (!link) return undefined
  const email_key = emailKey(link.email)
  // only a confirmed address proves an account
  const human = await humanOfEmail(sql, email_key)
  const account = human?.verified === true ? human : undefined
  // with another +tag the ids count as linked, but the mailbox may be another person's
  const isTheirs = account !== undefined && isSameMailbox(account.email, link.email)
  notSuspended(link)
  if (account) notSuspended(account)
  const { participant_id } = link
  if (!(await claimEmailPlace(sql, { email_key, participant_id, most: registration.idsPerEmail, now }))) {
    throw tooManyIds()
  }
  return present({ ...link, email_key, human: isTheirs ? account.id : undefined })
}

/** Returns the ids that now count as one, so that their cached standing can be dropped. */
export const sharingAddress = ({ sql }: Parts, email_key: string): Promise<readonly string[]> =>
  idsOfEmail(sql, email_key)
