import { fact } from '../fact.ts'

/**
 * Whoever made the last key of an agent that is nobody's and holds none any more: suspended, let go on, and without a way
 * in. Missing for every other agent.
 */
export const lastKeyMadeBy = fact<{ readonly agent: string; readonly at: number }, string>({
  name: 'agent.last_key_made_by',
  id: ({ agent }) => agent,
  load: async (sql, keys) => {
    const rows = await sql<{ id: string; made_by: string }[]>`
      select agent.id, last.made_by
      from unnest(${keys.map(({ agent }) => agent)}::text[], ${keys.map(({ at }) => new Date(at).toISOString())}::timestamptz[]) asked (id, at)
      join participant agent on agent.id = asked.id and agent.kind = 'agent' and agent.human_id is null
        and agent.parent_id is null and agent.suspended_at is null and agent.deleted_at is null
      join lateral (select made_by from credential where credential.participant_id = agent.id
        and credential.kind = 'agent_key' order by created_at desc, id desc limit 1) last on true
      where not exists (select from credential where credential.participant_id = agent.id
        and credential.revoked_at is null and credential.expires_at > asked.at)`
    return new Map(rows.map(({ id, made_by }) => [id, made_by]))
  },
})
