import { factById, factBy } from '../../fact.ts'
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

/**
 * Returns who made the last key of an unlinked agent that has no valid key left after a suspension, which has since
 * ended. Absent for every other agent, in particular for one that its human unlinked. The two are told apart by time:
 * ending a link revokes the human's keys and ends the handle under the human's, and where a suspension did it, the
 * moderators' act has the same time.
 */
export const lastKeyMadeBy = factBy({ agent: 'text', at: 'timestamptz' }, ['agent']).value<string>({
  name: 'agent.last_key_made_by',
  read: (sql, asked) => sql`
    select asked.key, last.made_by as value
    from ${asked} join participant agent on agent.id = asked.agent and agent.kind = 'agent' and agent.human_id is null
      and agent.parent_id is null and agent.suspended_at is null and agent.deleted_at is null
    join lateral (select made_by, revoked_at from credential where credential.participant_id = agent.id
      and credential.kind = 'agent_key' order by created_at desc, id desc limit 1) last on true
    left join lateral (select until from handle where handle.participant_id = agent.id and handle.until is not null
      order by until desc limit 1) moved on true
    where exists (select from platform_act act where act.target = agent.id and act.action = 'suspend'
      and act.at in (last.revoked_at, moved.until))
    and not exists (select from credential where credential.participant_id = agent.id
      and credential.revoked_at is null and credential.expires_at > asked.at)`,
})
