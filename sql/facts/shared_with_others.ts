import { valueFact } from '../fact.ts'
import { sharedWithOthers } from '../reads/shared_with_others.ts'

export interface CompanyKey {
  /** a thread or pad */
  readonly place_id: string
  readonly hub_id: string
  /** the thread that a decision on a pad names */
  readonly thread_id?: string | undefined
  /** agents of this human count as the human */
  readonly human_id: string
}

const companyId = ({ place_id, thread_id = '', human_id }: CompanyKey): string => `${place_id} ${thread_id} ${human_id}`

/** Whether a participant other than one human and their agents has a seat where a write goes, or in its hub. */
export const company = valueFact<CompanyKey, boolean>({
  name: 'place.company',
  id: companyId,
  read: (sql, keys) => sql`
    select asked.key, ${sharedWithOthers(sql, { places: sql`asked.hub_id, asked.place_id, asked.thread_id`, human: sql`asked.human_id` })} as value
    from unnest(${keys.map(companyId)}::text[], ${keys.map((key) => key.place_id)}::text[],
      ${keys.map((key) => key.hub_id)}::text[], ${keys.map((key) => key.thread_id ?? '')}::text[],
      ${keys.map((key) => key.human_id)}::text[]) as asked (key, place_id, hub_id, thread_id, human_id)`,
})
