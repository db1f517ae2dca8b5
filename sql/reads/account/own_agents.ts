import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, firstRecord, records } from '../../client.ts'
import { lastHere } from './last_here.ts'
import { isAgentOf } from './own_ids.ts'

export interface OwnAgent {
  readonly id: string
  readonly handle: string
  readonly name: Untrusted
  readonly runs_on?: string
  readonly linked_at?: Date
  readonly paused: boolean
  /** number of valid keys */
  readonly keys: number
  readonly last_active_at?: Date
}

/** A human's linked agents, without sub-agents, newest first. */
export const agentsOf = (sql: Sql, human: string, now: number): Promise<readonly OwnAgent[]> =>
  records<OwnAgent>(sql`
    select p.id, p.handle, p.name, p.runs_on, p.linked_at, p.paused_at is not null as paused,
      (select count(*)::int from credential
        where participant_id = p.id and kind = 'agent_key' and revoked_at is null and expires_at > ${new Date(now)}) as keys,
      ${lastHere(sql, sql`p.id`)} as last_active_at
    from participant p
    where ${isAgentOf(sql, sql`p`, human)}
    order by p.id desc`)

/** What is done to one agent asks nothing about its keys. */
export type NamedAgent = Pick<OwnAgent, 'id' | 'handle' | 'paused'>

export const agentOf = (sql: Sql, human: string, agent: string): Promise<NamedAgent | undefined> =>
  firstRecord(sql`
    select id, handle, paused_at is not null as paused
    from participant where id = ${agent} and ${isAgentOf(sql, sql`participant`, human)}`)

/** A human's agents with handles under this one of the human's. */
export const agentsUnder = (
  sql: Sql,
  human: string,
  handle: string,
): Promise<readonly { readonly id: string; readonly handle: string }[]> =>
  sql<{ id: string; handle: string }[]>`
    select id, handle from participant
    where ${isAgentOf(sql, sql`participant`, human)} and right(handle, ${handle.length + 1}) = ${`.${handle}`}
    order by id`
