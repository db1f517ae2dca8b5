import { factById } from '../../fact.ts'
import { inMs } from '../../client.ts'

export interface LiveKey {
  readonly id: string
  readonly participant_id: string
  readonly made_by: string
  /** epoch milliseconds */
  readonly expires_at: number
}

/** An agent's own keys, not revoked; some may have expired. */
export const agentKeys = factById.list<LiveKey>({
  name: 'credential.agent_keys',
  read: (sql, agents) => sql`
    select participant_id as key, id, participant_id, made_by, ${inMs(sql, 'expires_at')} as expires_at from credential
    where participant_id = any(${agents}) and kind = 'agent_key' and revoked_at is null`,
})

/** Keys of an agent's sub-agents, not revoked; some may have expired. */
export const subagentKeys = factById.list<LiveKey>({
  name: 'credential.sub_agent_keys',
  read: (sql, parents) => sql`
    select sub.parent_id as key, key.id, key.participant_id, key.made_by,
      ${inMs(sql, 'key.expires_at')} as expires_at
    from participant sub join credential key on key.participant_id = sub.id
    where sub.parent_id = any(${parents}) and key.kind = 'sub_agent_key' and key.revoked_at is null`,
})
