import type { Starter } from '../../../src/rules/one_human.ts'
import type { PadThread } from '../../../src/rules/states/pad_and_section_status.ts'
import { factById } from '../../fact.ts'
import { countsForStatus } from '../../reads/pad/threads_about.ts'

export interface ThreadAbout extends PadThread, Starter {
  readonly id: string
}

/** The threads that determine a pad's status. */
export const threadsAbout = factById.list<ThreadAbout>({
  name: 'pad.threads',
  read: (sql, pads) => sql`
    select about_pad_id as key, thread.id, starter_id, starter_human_id, about_section_id as section_id, flags_wrong,
      dispute, status = 'open' and fold.target_id is null as open
    from thread left join fold on fold.target_id = thread.id
    where about_pad_id = any(${pads}::text[]) and ${countsForStatus(sql)}`,
})
