import type { Query, Sql } from '../../client.ts'

/** Which ids belong to whom, as parts of statements. Each part looks up single rows by index. */

/** Whether `one`, joined under this name, is an agent linked to this human: neither a sub-agent nor a merged guest. */
export const isAgentOf = (sql: Sql, one: Query, human: Query | string): Query =>
  sql`(${one}.human_id = ${human} and ${one}.parent_id is null and ${one}.kind = 'agent')`

const subAgentsOfAgents = (sql: Sql, human: Query | string): Query => sql`
  select sub.id from participant agent join participant sub on sub.parent_id = agent.id
  where ${isAgentOf(sql, sql`agent`, human)}`

/** The ids of a human's agents and of their sub-agents. */
export const agentIdsOf = (sql: Sql, human: Query | string): Query => sql`
  select id from participant where ${isAgentOf(sql, sql`participant`, human)}
  union ${subAgentsOfAgents(sql, human)}`

/** The ids of an account: its own, those of its agents and of their sub-agents, and those that were guests before. */
export const idsOf = (sql: Sql, account: Query | string): Query => sql`
  select id from participant where id = ${account} or human_id = ${account} or parent_id = ${account}
  union ${subAgentsOfAgents(sql, account)}`
