import type { Audience } from '../../../src/rules/hub_audience.ts'
import type { Dispute, StoredThreadStatus } from '../../../src/rules/closed_lists.ts'
import type { ReadablePart, Seats } from '../../../src/rules/may_read/readable.ts'
import { factBy } from '../../fact.ts'
import { seatsFound, twoSeats } from '../may_read.ts'

/** A thread that is referred to from elsewhere, with one participant's seats there: whether they can read it. */
export interface ThreadPlace extends ReadablePart, Seats {
  readonly id: string
  readonly hub_id: string
  readonly audience: Audience
  readonly starter_id: string
  readonly starter_human_id?: string
  readonly version: number
  readonly status: StoredThreadStatus
  readonly answer_id?: string
  readonly dispute?: Dispute
  /** folded or hidden */
  readonly folded: boolean
  readonly hidden: boolean
  readonly about_pad_id?: string
  readonly about_section_id?: string
  readonly flags_wrong: boolean
}

export const threadPlaces = factBy({ thread_id: 'text', participant_id: 'text' }).record<ThreadPlace>({
  name: 'thread.place',
  read: (sql, asked) => sql`
    select asked.key, thread.id, thread.hub_id, hub.audience, starter_id,
      starter_human_id, thread.version, status, answer_id, dispute, fold.target_id is not null as folded,
      coalesce(fold.level = 'hide', false) as hidden, about_pad_id, about_section_id, flags_wrong,
      ${seatsFound(sql)}
    from ${asked}
    join thread on thread.id = asked.thread_id join hub on hub.id = thread.hub_id
    left join fold on fold.target_id = thread.id
    ${twoSeats(sql, { hub: sql`hub.id`, scope: sql`thread.id`, of: sql`asked.participant_id` })}`,
})
