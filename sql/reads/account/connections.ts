import type { AccountEndedKey } from '../../../src/records/account.ts'
import type { Scope } from '../../../src/rules/scopes.ts'
import { type Sql, records } from '../../client.ts'
import type { StoredKind } from '../../../src/rules/credential_kinds.ts'
import { idsOf } from './own_ids.ts'

export interface ConnectionRow {
  readonly id: string
  readonly kind: StoredKind
  readonly participant_id: string
  readonly label: string | null
  readonly scopes: readonly Scope[]
  readonly created_at: Date
  readonly last_used_at: Date | null
  readonly expires_at: Date
  /** of a host's grant: the client and its redirect addresses */
  readonly client_id: string | null
  readonly client_redirects: readonly string[] | null
}

/**
 * Valid connections of this id and its agents. A host's grant is one row: its newest refresh token, with the age and
 * last use of the whole grant. It began with its code, and only access tokens are used for calls: of its spent tokens,
 * which may be thousands, none is looked at.
 */
export const connectionsOf = (sql: Sql, id: string, now: number): Promise<readonly ConnectionRow[]> =>
  sql<ConnectionRow[]>`
    select credential.id, kind, participant_id, label, scopes, expires_at, client_id,
      client.redirect_uris as client_redirects, coalesce(whole.created_at, credential.created_at) as created_at,
      coalesce(whole.last_used_at, credential.last_used_at) as last_used_at
    from credential
    left join oauth_client client on client.id = credential.client_id
    left join lateral (
      select (select min(created_at) from credential mate
          where mate.grant_id = credential.grant_id and mate.kind = 'oauth_code') as created_at,
        (select max(mate.last_used_at) from credential mate
          where mate.grant_id = credential.grant_id and mate.kind = 'access_token') as last_used_at
    ) whole on true
    where participant_id in (${idsOf(sql, id)})
      and kind in ('agent_key', 'sub_agent_key', 'session', 'refresh_token')
      and revoked_at is null and expires_at > ${new Date(now)}
    order by coalesce(whole.last_used_at, credential.last_used_at, credential.created_at) desc, credential.id desc`

/** Keys of a person's agents that work no more and are still known, without those renewed since; the newest first. */
export const endedKeysOf = (
  sql: Sql,
  human: string,
  now: number,
  { agents, most }: { readonly agents: readonly string[]; readonly most: number },
): Promise<readonly AccountEndedKey[]> =>
  records<AccountEndedKey>(sql`
    select ended.id as credential_id, ended.participant_id as agent_id, ended.label, ended.created_at,
      least(ended.revoked_at, ended.expires_at) as ended_at
    from participant agent
    cross join lateral (
      select id, participant_id, label, created_at, revoked_at, expires_at from credential one
      where one.participant_id = agent.id and one.kind = 'agent_key'
        and (one.revoked_at is not null or one.expires_at <= ${new Date(now)})
        and not exists (select from credential next where next.renewed_from = one.id)
      order by created_at desc, id desc limit ${most}
    ) ended
    where agent.id = any(${agents}::text[]) and agent.human_id = ${human}
    order by ended.created_at desc, ended.id desc`)
