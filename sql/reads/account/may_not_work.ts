import type { Query, Sql } from '../../client.ts'

/**
 * Whether `me`, with its `account`, may not work on any task: it or its human or parent is suspended or deleted, or it is a
 * sub-agent without a key for tasks.
 */
export const mayNotWork = (sql: Sql): Query => sql`(
  account.gone or (me.parent_id is not null and not exists (
    select from credential where credential.participant_id = me.id and credential.kind = 'sub_agent_key'
      and credential.revoked_at is null
      and (credential.limited_to is null or credential.limited_to -> 'rights' ? 'task'))))`
