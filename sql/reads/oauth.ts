import type { Scope } from '../../src/rules/caller.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'
import { records } from '../records.ts'
import type { StoredKind } from './credentials.ts'

export interface RegisteredClient {
  readonly name?: Untrusted
  readonly redirect_uris: readonly string[]
}

export async function registeredClient(sql: Sql, id: string): Promise<RegisteredClient | undefined> {
  const [row] = await records<RegisteredClient>(sql`
    select name, redirect_uris from oauth_client where id = ${id}`)
  return row
}

/** A code or token of a grant, however it stands with it. */
export interface GrantSecret {
  readonly id: string
  readonly kind: StoredKind
  readonly participant_id: string
  readonly client_id: string
  readonly scopes: readonly Scope[]
  /** what the client called itself when it was let in */
  readonly label: string | null
  readonly redirect_uri: string | null
  readonly code_challenge: string | null
  /** of the human behind it */
  readonly suspended: boolean
}

/** By its hash; only what OAuth gave out. */
export async function grantSecret(sql: Sql, hash: string): Promise<GrantSecret | undefined> {
  const [row] = await sql<GrantSecret[]>`
    select c.id, c.kind, c.participant_id, c.client_id, c.scopes, c.label, c.redirect_uri, c.code_challenge,
      p.suspended_at is not null as suspended
    from credential c join participant p on p.id = c.participant_id
    where c.hash = ${Buffer.from(hash, 'hex')} and c.grant_id is not null`
  return row
}
