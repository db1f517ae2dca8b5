import { recordFact } from '../../fact.ts'

/** A line of the moderation log, to be reversed. */
export interface ActNow {
  readonly id: string
  readonly hub_id: string
  readonly action: string
  readonly target_id: string
  readonly scope_id?: string
  readonly by_id: string
  readonly at: Date
  readonly was?: string
  readonly was_since?: Date
  readonly taken_back: boolean
  readonly taken_back_at?: Date
}

export const acts = recordFact<string, ActNow>({
  name: 'act',
  read: (sql, ids) => sql`
    select act.id as key, act.id, act.hub_id, act.action, act.target_id, act.scope_id, act.by_id, act.at, act.was,
      act.was_since, act.taken_back_by is not null as taken_back, back.at as taken_back_at
    from act left join act back on back.id = act.taken_back_by where act.id = any(${ids}::text[])`,
})
