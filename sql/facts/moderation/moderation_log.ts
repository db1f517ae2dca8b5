import { fact } from '../../fact.ts'
import { recordsByKey } from '../../records.ts'

/** A line of the moderation log, to be reversed. */
export interface ActNow {
  readonly id: string
  readonly hub_id: string
  readonly action: string
  readonly target_id: string
  readonly scope_id?: string
  readonly by_id: string
  readonly was?: string
  readonly taken_back: boolean
}

export const acts = fact<string, ActNow>({
  name: 'act',
  id: (id) => id,
  load: (sql, ids) =>
    recordsByKey<ActNow>(sql`
      select id as key, id, hub_id, action, target_id, scope_id, by_id, was, taken_back_by is not null as taken_back
      from act where id = any(${ids as string[]}::text[])`),
})
