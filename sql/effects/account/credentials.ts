import type { Scope } from '../../../src/rules/scopes.ts'
import type { StoredKind } from '../../../src/rules/credential_kinds.ts'
import { effect, insertInto, removeFrom, updateOf } from '../../effect.ts'

export interface CredentialRow {
  readonly id: string
  /** SHA-256 in hex */
  readonly hash: string
  readonly kind: StoredKind
  readonly participant_id: string
  readonly scopes: readonly Scope[]
  readonly label?: string
  readonly limited_to?: {
    readonly threads: readonly string[]
    readonly pads: readonly string[]
    readonly rights: readonly string[]
  }
  readonly made_by: string
  /** a sub-agent's key: the parent's key; when that is revoked, this is too */
  readonly minted_with?: string
  /** the key that this one replaces */
  readonly renewed_from?: string
  /** a link that confirms an address: that address */
  readonly email?: string
  /** an OAuth code or token: its grant, client and resource */
  readonly grant_id?: string
  readonly client_id?: string
  readonly resource?: string
  /** an OAuth code: the address it was sent to, and the PKCE challenge that redeems it */
  readonly redirect_uri?: string
  readonly code_challenge?: string
  /** ISO 8601 */
  readonly created_at: string
  readonly expires_at: string
}

export const insertCredentials = insertInto<CredentialRow>('credential', { hex: 'hash' })

/** Moves an expiry earlier, never later. */
export const shortenCredentials = updateOf<{ readonly id: string; readonly expires_at: string }>('credential.shorten', {
  set: ['expires_at'],
  where: 'next.expires_at < credential.expires_at',
})

/** Revokes a credential, its whole grant, and the sub-agents' keys minted with it or with a key that it renewed. */
export const revokeCredentials = effect<{ readonly id: string; readonly at: string }>({
  name: 'credential.revoke',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    with recursive ended as (
      select * from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ at }) => at)}::timestamptz[]) as ended (id, at)
    ), makers as (
      select id, at from ended
      union select renewed.renewed_from, makers.at from makers join credential renewed on renewed.id = makers.id
        where renewed.renewed_from is not null
    )
    update credential set revoked_at = gone.at
    from (
      select id, at from ended
      union select mate.id, ended.at from ended join credential named on named.id = ended.id
        join credential mate on mate.grant_id = named.grant_id and mate.revoked_at is null
      union select made.id, makers.at from makers join credential made on made.minted_with = makers.id
    ) gone
    where credential.id = gone.id and credential.revoked_at is null`,
})

/** Revokes these credentials alone: the rest of their grant stays valid. */
export const endCredentials = updateOf<{ readonly id: string; readonly revoked_at: string }>('credential.end', {
  set: ['revoked_at'],
  where: 'credential.revoked_at is null',
})

/** Deletes the rows: nothing was made with these credentials, so none refers to them. */
export const deleteCredentials = removeFrom<{ readonly id: string }>('credential', ['id'])

/** The number of days left when an agent was told that its key expires. */
export const noteExpiryTold = updateOf<{ readonly id: string; readonly expiry_told: number }>(
  'credential.expiry_told',
  {
    set: ['expiry_told'],
  },
)

/** Notes that a person authorised this client. A client identified by an address has no row, so nothing is noted. */
export const noteClientUsed = updateOf<{ readonly id: string; readonly used_at: string }>('oauth_client.used', {
  set: ['used_at'],
})
