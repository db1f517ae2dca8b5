import { freeGuestsOf } from '../../../sql/reads/account/emails.ts'
import { humanLabels } from '../../../sql/reads/account/human_label.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { isSameMailbox } from '../../rules/email_address.ts'

export interface Guest {
  readonly id: string
  /** as the guest gave it */
  readonly name: Untrusted | undefined
}

export const guestNamed = async (sql: Sql, id: string): Promise<Guest> => ({
  id,
  name: (await humanLabels(sql, [id])).get(id)?.name,
})

/** The guests of no account that confirmed the very mailbox with which this person signs in. */
export async function guestsOfMailbox(sql: Sql, human: string): Promise<readonly string[]> {
  const guests = await freeGuestsOf(sql, human)
  return guests.filter(({ email, mailbox }) => isSameMailbox(email, mailbox)).map(({ id }) => id)
}
