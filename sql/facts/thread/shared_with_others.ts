import { valueFact } from '../../fact.ts'
import { sharedWithOthers } from '../../reads/thread/shared_with_others.ts'

export interface CompanyKey {
  readonly thread_id: string
  readonly hub_id: string
  /** agents of this human count as the human */
  readonly human_id: string
}

/** Whether a participant other than one human and their agents has a seat in a thread or its hub. */
export const company = valueFact<CompanyKey, boolean>({
  name: 'thread.company',
  id: ({ thread_id, human_id }) => `${thread_id} ${human_id}`,
  read: (sql, keys) => {
    const of = { hub: sql`asked.hub_id`, thread: sql`asked.thread_id`, human: sql`asked.human_id` }
    return sql`
      select asked.thread_id || ' ' || asked.human_id as key, ${sharedWithOthers(sql, of)} as value
      from unnest(${keys.map((key) => key.thread_id)}::text[], ${keys.map((key) => key.hub_id)}::text[],
        ${keys.map((key) => key.human_id)}::text[]) as asked (thread_id, hub_id, human_id)`
  },
})
