import { invalid, rateLimited } from '../../rules/errors.ts'
import { registration, retrySeconds } from '../../rules/limits.ts'
import { placesOf } from '../../../sql/outside_actors/claims/email.ts'
import type { Sql } from '../../../sql/client.ts'
import { isDisposable } from './disposable_domains.ts'
import { emailKey } from '../../rules/email_address.ts'

/** Throws when an id may not confirm this address: invalid/disposable_email, rate_limited/ids_per_email. */
export async function mayConfirm({ sql }: { readonly sql: Sql }, email: string, participant_id: string): Promise<void> {
  if (isDisposable(email)) {
    throw invalid('disposable_email', 'That address is at a provider of throw-away mailboxes. Use a lasting one.')
  }
  const { mine, others } = await placesOf(sql, { email_key: emailKey(email), participant_id })
  if (!mine && others >= registration.idsPerEmail) throw tooManyIds()
}

export const tooManyIds = () =>
  rateLimited(
    'ids_per_email',
    `${registration.idsPerEmail} ids are confirmed with that address, and it takes no more. Use another address.`,
    { retry_after_seconds: retrySeconds.waitingDoesNotHelp },
  )
