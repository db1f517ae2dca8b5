import type { Scope } from '../../src/rules/caller.ts'
import { effect } from '../effect.ts'
import { insertInto, removeFrom, updateOf } from '../table_effects.ts'
import type { StoredKind } from '../reads/credentials.ts'

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
  /** a sub-agent's key: the parent's key that it ends with */
  readonly minted_with?: string
  /** the key that this one takes the place of */
  readonly renewed_from?: string
  /** a link to confirm an address: which one */
  readonly email?: string
  /** an OAuth code or token: the grant it belongs to, which client holds it, for which resource */
  readonly grant_id?: string
  readonly client_id?: string
  readonly resource?: string
  /** an OAuth code: where it was sent, and what redeems it */
  readonly redirect_uri?: string
  readonly code_challenge?: string
  /** ISO 8601 */
  readonly created_at: string
  readonly expires_at: string
}

export const insertCredentials = insertInto<CredentialRow>('credential', { hex: 'hash' })

/** An earlier end: it never comes later than it was. */
export const shortenCredentials = updateOf<{ readonly id: string; readonly expires_at: string }>('credential.shorten', {
  set: ['expires_at'],
  where: 'next.expires_at < credential.expires_at',
})

/**
 * The end of a credential, of the whole grant it belongs to, and of the sub-agents' keys that it made, or that the keys
 * made which it renewed.
 */
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
        join credential mate on mate.grant_id = named.grant_id
      union select made.id, makers.at from makers join credential made on made.minted_with = makers.id
    ) gone
    where credential.id = gone.id and credential.revoked_at is null`,
})

/** The end of these alone: what else belongs to their grant goes on. */
export const endCredentials = updateOf<{ readonly id: string; readonly revoked_at: string }>('credential.end', {
  set: ['revoked_at'],
  where: 'credential.revoked_at is null',
})

/** Without a trace: nothing was made with these. */
export const deleteCredentials = removeFrom<{ readonly id: string }>('credential', ['id'])

/** How many days were left when an agent was told that its key runs out. */
export const noteExpiryTold = updateOf<{ readonly id: string; readonly expiry_told: number }>(
  'credential.expiry_told',
  {
    set: ['expiry_told'],
  },
)
