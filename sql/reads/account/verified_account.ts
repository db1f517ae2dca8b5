import type { Query, Sql } from '../../client.ts'

/**
 * Joins `account`, which answers for `me`: the human's, else the parent's, else its own. It is suspended when any of
 * the three is, deleted when it or its parent is, gone when either, and verified when its address is confirmed.
 */
export const accountOfMe = (sql: Sql): Query => sql`
  left join participant parent on parent.id = me.parent_id
  left join participant human on human.id = coalesce(me.human_id, parent.human_id)
  cross join lateral (
    select coalesce(human.id, parent.id, me.id) as id,
      coalesce(human.created_at, parent.created_at, me.created_at) as created_at,
      case when human.id is not null then human.email_key when parent.id is not null then parent.email_key
        else me.email_key end as email_key,
      case when human.id is not null then human.email_verified_at when parent.id is not null
        then parent.email_verified_at else me.email_verified_at end is not null as verified,
      coalesce(me.suspended_at, parent.suspended_at, human.suspended_at) is not null as suspended,
      coalesce(me.deleted_at, parent.deleted_at) is not null as deleted,
      coalesce(me.suspended_at, parent.suspended_at, human.suspended_at, me.deleted_at, parent.deleted_at)
        is not null as gone
  ) account`

/** Whether the participant with this id is suspended, itself or whom it belongs to. */
export const isSuspended = (sql: Sql, id: Query): Query => sql`exists (
  select from participant me ${accountOfMe(sql)} where me.id = ${id} and account.suspended)`

/**
 * Whether `me`, with its `account`, may not work on any task: it or its human or parent is suspended or deleted, or it is a
 * sub-agent without a key for tasks.
 */
export const mayNotWork = (sql: Sql): Query => sql`(
  account.gone or (me.parent_id is not null and not exists (
    select from credential where credential.participant_id = me.id and credential.kind = 'sub_agent_key'
      and credential.revoked_at is null
      and (credential.limited_to is null or credential.limited_to -> 'rights' ? 'task'))))`
