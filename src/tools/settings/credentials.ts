import {
  agentsOf,
  type ConnectionRow,
  connectionsOf,
  type OwnAgent,
  type Profile,
  profileOf,
} from '../../reading/account/account.ts'
import { hostLabel, placeOf } from '../../identity/oauth/host_label.ts'
import { present, presentAs } from '../../records/present.ts'
import type { Caller } from '../../rules/caller.ts'
import { reach } from '../../rules/limits.ts'
import { scopesFrom } from '../../rules/scopes.ts'
import { label } from '../../text/names/labels.ts'
import { unreadable } from '../../rules/errors.ts'
import type { Account, AccountAgent, AccountConnection } from '../../records/account.ts'
import { allowanceOf } from '../call/pace/allowance_of.ts'
import type { ToolParts } from '../tool_parts.ts'
import { operation } from './operation.ts'

type Parts = Pick<ToolParts, 'config' | 'sql' | 'windows'>

/** The connections that act as the caller or their agents, and the account's standing. */
export const credentials = operation({
  name: 'credentials',
  input: {},
  run: ({ caller, now, parts }) => accountOf(parts, caller, now),
})

export async function accountOf(parts: Parts, caller: Caller, now: number): Promise<Account> {
  const { sql, config } = parts
  const [connections, agents, profile] = await Promise.all([
    connectionsOf(sql, caller.id, now),
    agentsOf(sql, caller.id, now),
    profileOf(sql, caller.id, now),
  ])
  if (!profile) throw unreadable('account')
  // all agents of a human share one pool
  const ofAgent: Caller = { ...caller, kind: 'agent', human_id: caller.id }
  const allowance = agents.length === 0 ? undefined : await allowanceOf(parts, ofAgent, now)
  return {
    connections: connections.map((one) => ({ ...connectionOf(one, caller), ...hostShown(one, config) })),
    agents: agents.map((one) => ({ ...agentShown(one), ...present({ allowance }) })),
    profile: profileShown(profile),
    trust: trustShown(profile, caller),
  }
}

const kinds: Readonly<Partial<Record<ConnectionRow['kind'], string>>> = {
  agent_key: 'agent_key',
  sub_agent_key: 'sub_agent',
  refresh_token: 'oauth',
}

const connectionOf = (one: ConnectionRow, caller: Caller): AccountConnection =>
  presentAs({
    credential_id: one.id,
    kind: kinds[one.kind] ?? 'session',
    label: one.label,
    agent_id: one.participant_id !== caller.id ? one.participant_id : undefined,
    scopes: scopesFrom(one.scopes),
    created_at: one.created_at.toISOString(),
    last_used_at: one.last_used_at?.toISOString(),
    expires_at: one.expires_at.toISOString(),
    current: one.id === caller.credential_id,
  })

/** The host of a chat assistant, which it cannot forge; its label is only what it calls itself. */
function hostShown(
  { client_id, client_redirects: redirect_uris }: ConnectionRow,
  { verifiedClients }: Parts['config'],
): Pick<AccountConnection, 'host' | 'verified_host'> {
  if (client_id === null) return {}
  const client = present({ client_id, redirect_uris })
  const host = hostLabel(client, verifiedClients)
  return { host: host ?? placeOf(client), verified_host: host !== undefined }
}

const agentShown = ({ id, handle, name, runs_on, linked_at, keys, paused, last_active_at }: OwnAgent): AccountAgent =>
  presentAs({
    id,
    handle: `@${handle}`,
    displayName: label(name),
    runs_on,
    linked_at: linked_at?.toISOString(),
    keys,
    paused,
    last_active_at: last_active_at?.toISOString(),
  })

const profileShown = ({ id, name, handle, email, email_verified, created_at }: Profile): Account['profile'] =>
  presentAs({
    id,
    name: label(name),
    handle: `@${handle}`,
    email,
    email_verified,
    created_at: created_at.toISOString(),
  })

function trustShown(
  { created_at, posts, folded_last_day }: Profile,
  { verified, reach: has }: Caller,
): Account['trust'] {
  // when only the account's age is missing, the moment of reach is known
  const waits = verified && !has && folded_last_day === 0
  const reach_at = new Date(created_at.getTime() + reach.age).toISOString()
  return presentAs({ verified, reach: has, reach_at: waits ? reach_at : undefined, posts, folded_last_day })
}
