import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { type Sql, firstRow } from '../../client.ts'
import { settleHandle } from './handle.ts'

export interface SignedInAs {
  /** hum_ id, used if the address is new */
  readonly id: string
  /** reserved for that id */
  readonly handle: string
  readonly name: Untrusted
  readonly email: string
  readonly email_key: string
  readonly verified: boolean
  /** epoch milliseconds */
  readonly now: number
}

/** Returns the human of an email address. One statement creates it when new, so that concurrent sign-ins create one. */
export async function claimHuman(sql: Sql, human: SignedInAs): Promise<string> {
  const { id, handle, name, email, email_key, verified } = human
  const at = new Date(human.now)
  const rows = await sql<{ id: string }[]>`
    with owner as (
      insert into participant (id, kind, handle, name, email, email_key, email_verified_at, created_at)
      values (${id}, 'human', ${handle}, ${words(name)}, ${email}, ${email_key}, ${verified ? at : null}, ${at})
      on conflict (email_key) where kind = 'human'
        do update set email_verified_at = coalesce(participant.email_verified_at, excluded.email_verified_at)
      returning id
    ), named as (
      ${settleHandle(sql, { handle, at, owner: sql`select id from owner` })}
    ), released as (
      delete from handle
      where handle = ${handle} and participant_id = ${id} and reserved_until is not null
        and not exists (select from owner where id = ${id})
    )
    select id from owner`
  return rows[0]?.id ?? id
}

export interface KnownHuman {
  readonly id: string
  readonly verified: boolean
  readonly suspended: boolean
}

/** Includes the address as given: different spellings share a key. */
export const humanOfEmail = (
  sql: Sql,
  emailKey: string,
): Promise<(KnownHuman & { readonly email: string }) | undefined> =>
  firstRow(sql`
    select id, coalesce(email, email_key) as email, email_verified_at is not null as verified, suspended_at is not null as suspended
    from participant where email_key = ${emailKey} and kind = 'human'`)

export async function confirmHuman(sql: Sql, id: string, now: number): Promise<void> {
  await sql`update participant set email_verified_at = ${new Date(now)} where id = ${id} and email_verified_at is null`
}
