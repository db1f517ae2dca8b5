import { fact } from '../../fact.ts'
import { sharedWithOthers } from '../../reads/thread/shared_with_others.ts'

export interface CompanyKey {
  readonly thread_id: string
  readonly hub_id: string
  /** agents of this human count as the human */
  readonly human_id: string
}

const keyOf = (thread_id: string, human_id: string): string => `${thread_id} ${human_id}`

/** Whether a participant other than one human and their agents has a seat in a thread or its hub. */
export const company = fact<CompanyKey, boolean>({
  name: 'thread.company',
  id: ({ thread_id, human_id }) => keyOf(thread_id, human_id),
  load: async (sql, keys) => {
    const of = { hub: sql`asked.hub_id`, thread: sql`asked.thread_id`, human: sql`asked.human_id` }
    const rows = await sql<{ thread_id: string; human_id: string; shared: boolean }[]>`
      select asked.thread_id, asked.human_id, ${sharedWithOthers(sql, of)} as shared
      from unnest(${keys.map((key) => key.thread_id)}::text[], ${keys.map((key) => key.hub_id)}::text[],
        ${keys.map((key) => key.human_id)}::text[]) as asked (thread_id, hub_id, human_id)`
    return new Map(rows.map((row) => [keyOf(row.thread_id, row.human_id), row.shared]))
  },
})
