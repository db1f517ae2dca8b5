import { updateOf } from '../../table_effects.ts'

interface ConfirmedRow {
  readonly id: string
  readonly email: string
  /** lower case, without +tag */
  readonly email_key: string
  /** ISO 8601 */
  readonly email_verified_at: string
}

/** Sets the confirmed address of an id. It is permanent. */
export const confirmEmails = updateOf<ConfirmedRow>('participant.email', {
  set: ['email', 'email_key', 'email_verified_at'],
})
