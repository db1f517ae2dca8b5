import type { Scope } from '../../../src/rules/scopes.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, firstRecord, firstRow } from '../../client.ts'
import type { StoredKind } from '../../../src/rules/credential_kinds.ts'

/** What a client says of itself: as it was registered, or in its metadata document. */
export interface RegisteredClient {
  readonly name?: Untrusted
  readonly redirect_uris: readonly string[]
}

export const registeredClient = (sql: Sql, id: string): Promise<RegisteredClient | undefined> =>
  firstRecord(sql`
    select name, redirect_uris from oauth_client where id = ${id}`)

/** A code or token of a grant, valid or not. */
export interface GrantSecret {
  readonly id: string
  readonly kind: StoredKind
  readonly participant_id: string
  readonly client_id: string
  readonly scopes: readonly Scope[]
  /** the name that the client gave when it was authorised */
  readonly label: string | null
  readonly redirect_uri: string | null
  readonly code_challenge: string | null
  /** whether the human behind it is suspended */
  readonly suspended: boolean
  /** it was used, or ended with its grant */
  readonly spent: boolean
  /** nothing of its grant is left */
  readonly grant_ended: boolean
}

/** Finds it by its hash; only credentials issued by OAuth. */
export const grantSecret = (sql: Sql, hash: string): Promise<GrantSecret | undefined> =>
  firstRow(sql`
    select c.id, c.kind, c.participant_id, c.client_id, c.scopes, c.label, c.redirect_uri, c.code_challenge,
      p.suspended_at is not null as suspended, c.revoked_at is not null as spent,
      case when c.revoked_at is not null then not exists (
        select from credential mate where mate.grant_id = c.grant_id and mate.revoked_at is null) else false end as grant_ended
    from credential c join participant p on p.id = c.participant_id
    where c.hash = ${Buffer.from(hash, 'hex')} and c.grant_id is not null`)
