import { freeGuestsOfEmail } from '../../../sql/reads/account/emails.ts'
import { humanLabels } from '../../../sql/reads/account/human_label.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { emailKey } from '../email/email_address.ts'

export interface Guest {
  readonly id: string
  /** as the guest gave it */
  readonly name: Untrusted | undefined
}

export const guestNamed = async (sql: Sql, id: string): Promise<Guest> => ({
  id,
  name: (await humanLabels(sql, [id])).get(id)?.name,
})

/** The guests that confirmed an address and belong to no account. */
export const guestsOfAddress = (sql: Sql, email: string): Promise<readonly string[]> =>
  freeGuestsOfEmail(sql, emailKey(email))
