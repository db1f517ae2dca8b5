import type { Dispute } from '../../src/rules/lists.ts'
import { fact } from '../fact.ts'

/** Where a thread stands, for what is decided or fixed on a pad because of it. */
export interface ThreadPlace {
  readonly id: string
  readonly hub_id: string
  readonly starter_id: string
  readonly starter_human_id?: string
  readonly status: 'open' | 'answered'
  readonly answer_id?: string
  readonly dispute?: Dispute
  /** folded or hidden */
  readonly folded: boolean
  readonly hidden: boolean
  readonly about_pad_id?: string
  readonly about_section_id?: string
  readonly flags_wrong: boolean
}

export const threadPlaces = fact<string, ThreadPlace>({
  name: 'thread.place',
  id: (id) => id,
  load: async (sql, ids) => {
    const rows = await sql<
      {
        id: string
        hub_id: string
        starter_id: string
        starter_human_id: string | null
        status: 'open' | 'answered'
        answer_id: string | null
        dispute: Dispute | null
        folded: boolean
        hidden: boolean
        about_pad_id: string | null
        about_section_id: string | null
        flags_wrong: boolean
      }[]
    >`
      select thread.id, hub_id, starter_id, starter_human_id, status, answer_id, dispute,
        fold.target_id is not null as folded, coalesce(fold.level = 'hide', false) as hidden, about_pad_id, about_section_id, flags_wrong
      from thread left join fold on fold.target_id = thread.id
      where thread.id = any(${ids as string[]}::text[])`
    return new Map(
      rows.map(({ starter_human_id, answer_id, dispute, about_pad_id, about_section_id, ...row }) => [
        row.id,
        {
          ...row,
          ...(starter_human_id !== null && { starter_human_id }),
          ...(answer_id !== null && { answer_id }),
          ...(dispute !== null && { dispute }),
          ...(about_pad_id !== null && { about_pad_id }),
          ...(about_section_id !== null && { about_section_id }),
        },
      ]),
    )
  },
})
