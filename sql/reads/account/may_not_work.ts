import type { Query, Sql } from '../../client.ts'

/**
 * Whether `me`, with its `account`, may do no work anywhere: suspended or deleted, or whom they belong to is; or a
 * sub-agent without a key for tasks.
 */
export const mayNotWork = (sql: Sql): Query => sql`(
  account.gone or (me.parent_id is not null and not exists (
    select from credential where credential.participant_id = me.id and credential.kind = 'sub_agent_key'
      and credential.revoked_at is null
      and (credential.limited_to is null or credential.limited_to -> 'rights' ? 'task'))))`
