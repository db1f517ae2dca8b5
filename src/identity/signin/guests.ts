import { freeGuestsOf, guestById, type Guest } from '../../../sql/reads/account/emails.ts'
import type { Sql } from '../../../sql/client.ts'
import type { Untrusted } from '../../text/untrusted.ts'
import { isSameMailbox } from '../../rules/email_address.ts'

/** Undefined when the id is not a guest's. */
export { type Guest, guestById }

/** The name for the account of this address: that of a guest who becomes part of it, and of no other. */
export const nameFor = (email: string, guest: Guest | undefined): Untrusted | undefined =>
  guest && (guest.email === undefined || isSameMailbox(guest.email, email)) ? guest.name : undefined

/** The guests of no account that confirmed the very mailbox with which this person signs in. */
export async function guestsOfMailbox(sql: Sql, human: string): Promise<readonly string[]> {
  const guests = await freeGuestsOf(sql, human)
  return guests.filter(({ email, mailbox }) => isSameMailbox(email, mailbox)).map(({ id }) => id)
}
