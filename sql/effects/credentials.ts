import type { Scope } from '../../src/rules/caller.ts'
import { effect } from '../effect.ts'
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

export const insertCredentials = effect<CredentialRow>({
  name: 'credential.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into credential (id, hash, kind, participant_id, scopes, label, limited_to, made_by, minted_with,
      renewed_from, email, grant_id, client_id, resource, redirect_uri, code_challenge, created_at, expires_at)
    select id, decode(hash, 'hex'), kind, participant_id, scopes, label, limited_to, made_by, minted_with,
      renewed_from, email, grant_id, client_id, resource, redirect_uri, code_challenge, created_at, expires_at
    from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as made (id text, hash text, kind text,
      participant_id text, scopes text[], label text, limited_to jsonb, made_by text, minted_with text,
      renewed_from text, email text, grant_id text, client_id text, resource text, redirect_uri text,
      code_challenge text, created_at timestamptz, expires_at timestamptz)`,
})

/** An earlier end: it never comes later than it was. */
export const shortenCredentials = effect<{ readonly id: string; readonly expires_at: string }>({
  name: 'credential.shorten',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update credential set expires_at = least(credential.expires_at, sooner.at)
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map((row) => row.expires_at)}::timestamptz[]) as sooner (id, at)
    where credential.id = sooner.id`,
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
export const endCredentials = effect<{ readonly id: string; readonly at: string }>({
  name: 'credential.end',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update credential set revoked_at = ended.at
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ at }) => at)}::timestamptz[]) as ended (id, at)
    where credential.id = ended.id and credential.revoked_at is null`,
})

/** Without a trace: nothing was made with these. */
export const deleteCredentials = effect<{ readonly id: string }>({
  name: 'credential.delete',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`delete from credential where id = any(${rows.map(({ id }) => id)}::text[])`,
})

/** How many days were left when an agent was told that its key runs out. */
export const noteExpiryTold = effect<{ readonly id: string; readonly days: number }>({
  name: 'credential.expiry_told',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update credential set expiry_told = told.days
    from unnest(${rows.map(({ id }) => id)}::text[], ${rows.map(({ days }) => days)}::smallint[]) as told (id, days)
    where credential.id = told.id`,
})
