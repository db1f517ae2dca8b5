import type { Query, Sql } from '../../client.ts'
import { factById } from '../../fact.ts'
import type { ActRow } from '../../effects/moderation/moderation_log.ts'

/** A line of the moderation log, to be reversed. */
export interface ActNow extends Pick<ActRow, 'id' | 'hub_id' | 'action' | 'target_id' | 'scope_id' | 'by_id' | 'was'> {
  readonly at: Date
  /** since when that stood, where `was` does not tell it */
  readonly was_since?: Date
  readonly taken_back: boolean
  readonly taken_back_at?: Date
}

/** Of a fold or lock that an act of an earlier release replaced: when the log has it made. */
const madeBefore = (sql: Sql): Query => sql`
  case when act.was like '{%' and act.was not like '%"at":%' then (
    select max(made.at) from act made where made.hub_id = act.hub_id and made.id < act.id and made.action = act.action
      and made.target_id = act.target_id and made.by_id = act.was::jsonb ->> 'by_id') end`

export const acts = factById.record<ActNow>({
  name: 'act',
  read: (sql, ids) => sql`
    select act.id as key, act.id, act.hub_id, act.action, act.target_id, act.scope_id, act.by_id, act.at, act.was,
      coalesce(act.was_since, ${madeBefore(sql)}) as was_since,
      act.taken_back_by is not null as taken_back, back.at as taken_back_at
    from act left join act back on back.id = act.taken_back_by where act.id = any(${ids}::text[])`,
})
