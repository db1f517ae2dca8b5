import type { Config } from '../config.ts'
import { present, presentAs } from '../records/present.ts'
import { badCredential } from '../rules/refusals/bad_credential.ts'
import { type Caller, type Connection, unverifiedApp } from '../rules/caller.ts'
import type { CredentialKind, StoredKind } from '../rules/credential_kinds.ts'
import { scopesFrom } from '../rules/scopes.ts'
import type { CredentialCheck } from '../../sql/reads/account/credentials.ts'
import { hostLabel } from './oauth/host_label.ts'
import { mcpUrl } from '../rules/endpoints.ts'

/** The configuration that a check depends on: the address the credential must be for, and the switches for chat hosts. */
export type BearerConfig = Pick<Config, 'baseUrl' | 'hostApprovals' | 'verifiedClients'>

/** Throws unauthenticated with the reason why a credential does not work here and now. */
export function checkUsable(
  row: CredentialCheck,
  accepted: readonly CredentialKind[],
  site: BearerConfig,
  now: number,
): void {
  if (row.revoked_at) throw badCredential('revoked')
  if (row.expires_at.getTime() <= now) throw badCredential('expired')
  if (!accepted.includes(row.credential_kind)) throw badCredential('wrong_resource')
  if (row.resource !== null && row.resource !== mcpUrl(site.baseUrl)) throw badCredential('wrong_resource')
  if (row.gone) throw badCredential('suspended')
}

const connections: Readonly<Partial<Record<StoredKind, Connection>>> = {
  agent_key: 'agent_key',
  sub_agent_key: 'sub_agent_key',
  access_token: 'oauth',
  session: 'session',
}

/** Made anew at each call, with the host's label: a client that is no longer verified loses it at once. */
export function callerFrom(row: CredentialCheck, { hostApprovals, verifiedClients }: BearerConfig): Caller {
  const connection = connections[row.credential_kind] ?? 'session'
  const { client_id, client_redirects: redirect_uris } = row
  const client = client_id === null ? undefined : present({ client_id, redirect_uris })
  const host = client && hostLabel(client, verifiedClients)
  return presentAs({
    id: row.id,
    kind: row.kind,
    handle: row.handle,
    verified: row.verified,
    reach: row.reach,
    connection,
    scopes: scopesFrom(row.scopes),
    credential_id: row.credential_id,
    key_expires_at: row.expires_at.getTime(),
    grant_id: row.grant_id,
    human_id: row.human_id,
    parent_id: row.parent_id,
    limited_to: row.limited_to,
    paused: row.paused || undefined,
    counts_as: row.counts_as !== null && row.counts_as !== row.id ? row.counts_as : undefined,
    link_asked: row.link_asked && connection === 'agent_key' ? true : undefined,
    host,
    via: connection === 'oauth' ? (host ?? unverifiedApp) : undefined,
    approvals_off: connection === 'oauth' && !hostApprovals ? true : undefined,
  })
}
