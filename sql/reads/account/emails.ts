import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, allValues, firstRecord, firstRow, firstValue } from '../../client.ts'

/** The address in a link that confirms it, and the participant who asked for it. */
export interface EmailLink {
  readonly credential_id: string
  readonly participant_id: string
  readonly kind: ParticipantKind
  readonly name: Untrusted
  readonly email: string
  readonly suspended: boolean
}

/** The link with this hash; undefined when it is no longer valid. */
export const emailLinkByHash = (sql: Sql, hash: string, now: number): Promise<EmailLink | undefined> =>
  firstRow(sql`
    select link.id as credential_id, one.id as participant_id, one.kind, one.name, link.email,
      one.suspended_at is not null as suspended
    from credential link join participant one on one.id = link.participant_id
    where link.hash = ${Buffer.from(hash, 'hex')} and link.kind = 'email_verification' and link.email is not null
      and link.revoked_at is null and link.expires_at > ${new Date(now)}`)

/** All ids that confirmed this address. */
export const idsOfEmail = (sql: Sql, emailKey: string): Promise<readonly string[]> =>
  allValues(sql`
    select id from participant where email_key = ${emailKey} and email_verified_at is not null`)

export interface Guest {
  readonly id: string
  /** as the guest gave it */
  readonly name: Untrusted
  /** confirmed */
  readonly email?: string
}

export const guestById = (sql: Sql, id: string): Promise<Guest | undefined> =>
  firstRecord(sql`
    select id, name, case when email_verified_at is not null then coalesce(email, email_key) end as email
    from participant where id = ${id} and kind = 'guest'`)

interface FreeGuest {
  readonly id: string
  readonly email: string
  /** of the person */
  readonly mailbox: string
}

/** Guests of no account that confirmed this person's address, in whichever spelling. */
export const freeGuestsOf = (sql: Sql, human: string): Promise<readonly FreeGuest[]> =>
  sql<FreeGuest[]>`
    select guest.id, guest.email, person.email as mailbox
    from participant person join participant guest on guest.email_key = person.email_key
    where person.id = ${human} and person.email_verified_at is not null and person.email is not null
      and guest.email_verified_at is not null and guest.email is not null and guest.kind = 'guest'
      and guest.human_id is null and guest.suspended_at is null and guest.deleted_at is null`

/** The confirmed address of the person who signs in with this one, in their own spelling. */
export const mailboxOf = (sql: Sql, emailKey: string): Promise<string | undefined> =>
  firstValue(sql`
    select email from participant
    where kind = 'human' and email_key = ${emailKey} and email is not null and email_verified_at is not null`)
