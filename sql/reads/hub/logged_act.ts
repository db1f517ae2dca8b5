import { type Query, type Sql, firstRecord, firstValue } from '../../client.ts'
import type { ActRow } from '../../effects/moderation/moderation_log.ts'

/** The part of a log line needed to route the message that takes it back. */
export interface LoggedAct
  extends Pick<ActRow, 'hub_id' | 'action' | 'target_type' | 'target_id' | 'scope_id' | 'was' | 'batch_id'> {
  /** of a role: the act took another one back, and restored a role from before */
  readonly took_back: boolean
}

/** Whether `act` gave a role by taking another act back; such an act cannot be taken back itself. */
export const tookRoleBack = (sql: Sql): Query => sql`exists (
  select from act taken where taken.hub_id = act.hub_id and taken.target_id = act.target_id
    and taken.taken_back_by = act.id)`

export const actNamed = (sql: Sql, id: string): Promise<LoggedAct | undefined> =>
  firstRecord(sql`
    select hub_id, action, target_type, target_id, scope_id, was, batch_id,
      case when action = 'set_role' then ${tookRoleBack(sql)} else false end as took_back
    from act where id = ${id}`)

/** The hub of an undo batch. */
export const hubOfBatch = (sql: Sql, id: string): Promise<string | undefined> =>
  firstValue(sql`select hub_id from undo_batch where id = ${id}`)
