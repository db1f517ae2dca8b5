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
  readonly taken_back: boolean
}

export const acts = recordFact<string, ActNow>({
  name: 'act',
  read: (sql, ids) => sql`
    select id as key, id, hub_id, action, target_id, scope_id, by_id, at, was, taken_back_by is not null as taken_back
    from act where id = any(${ids}::text[])`,
})
