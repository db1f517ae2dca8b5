import { words } from '../../../src/text/untrusted.ts'
import { type Sql, firstRow } from '../../client.ts'
import { settleHandle } from './handle.ts'
import type { KnownHuman, SignedInAs } from './human.ts'

/** A person's identity at a provider; it stays theirs even if their address changes. */
export interface Subject {
  readonly issuer: string
  readonly subject: string
}

export const humanOfSubject = (sql: Sql, { issuer, subject }: Subject): Promise<KnownHuman | undefined> =>
  firstRow(sql`
    select human.id, human.email_verified_at is not null as verified, human.suspended_at is not null as suspended
    from provided_person one join participant human on human.id = one.human_id
    where one.issuer = ${issuer} and one.subject = ${subject}`)

/** Binds a subject to a human. */
export async function bindSubject(
  sql: Sql,
  { issuer, subject, human_id, now }: Subject & { readonly human_id: string; readonly now: number },
): Promise<void> {
  await sql`
    insert into provided_person (issuer, subject, human_id, at)
    values (${issuer}, ${subject}, ${human_id}, ${new Date(now)}) on conflict do nothing`
}

/**
 * Creates a human with an unconfirmed address, which is only shown to them and not taken from the human who has
 * confirmed it. One statement; undefined when the same subject was created concurrently.
 */
export async function claimSubject(
  sql: Sql,
  { issuer, subject }: Subject,
  human: Pick<SignedInAs, 'id' | 'handle' | 'name' | 'email' | 'now'>,
): Promise<string | undefined> {
  const { id, handle, name, email } = human
  const at = new Date(human.now)
  const rows = await sql<{ id: string }[]>`
    with mine as (
      insert into provided_person (issuer, subject, human_id, at) values (${issuer}, ${subject}, ${id}, ${at})
      on conflict do nothing returning human_id
    ), named as (
      ${settleHandle(sql, { handle, at, owner: sql`select human_id from mine` })}
    )
    insert into participant (id, kind, handle, name, email, created_at)
    select human_id, 'human', ${handle}, ${words(name)}, ${email}, ${at} from mine
    returning id`
  return rows[0]?.id
}

/** Records that the provider now confirms the address, unless another human here has it. */
export async function confirmAddress(
  sql: Sql,
  { id, email, email_key, now }: Pick<SignedInAs, 'id' | 'email' | 'email_key' | 'now'>,
): Promise<void> {
  await sql`
    update participant set email = ${email}, email_key = ${email_key}, email_verified_at = ${new Date(now)}
    where id = ${id} and email_verified_at is null
      and not exists (select from participant other where other.kind = 'human' and other.email_key = ${email_key})`
}
