import type { Sql } from '../../sql/client.ts'
import { mailboxOf } from '../../sql/reads/emails.ts'
import { emailKey } from './email.ts'

/**
 * Where a code for this address goes: to the mailbox of the account that it signs in to. What stands behind a + may lead
 * to somebody else's.
 */
export const mailboxFor = async (sql: Sql, email: string): Promise<string> =>
  (await mailboxOf(sql, emailKey(email))) ?? email
