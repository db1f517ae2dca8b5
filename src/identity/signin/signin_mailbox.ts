import type { Sql } from '../../../sql/client.ts'
import { mailboxOf } from '../../../sql/reads/account/emails.ts'
import { emailKey } from '../../rules/email_address.ts'

/**
 * Returns where to send a code for this address: to the mailbox of the account it signs in to, since a spelling with
 * another +tag may be another person's.
 */
export const mailboxFor = async (sql: Sql, email: string): Promise<string> =>
  (await mailboxOf(sql, emailKey(email))) ?? email
