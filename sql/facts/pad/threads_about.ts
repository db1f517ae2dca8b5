import type { Starter } from '../../../src/rules/one_human.ts'
import type { PadThread } from '../../../src/rules/states/pad_and_section_status.ts'
import { listFact } from '../../fact.ts'

export interface ThreadAbout extends PadThread, Starter {
  readonly id: string
}

/** The threads that determine a pad's status: open ones and unsettled flags, except hidden threads. */
export const threadsAbout = listFact<ThreadAbout>({
  name: 'pad.threads',
  read: (sql, pads) => sql`
    select about_pad_id as key, thread.id, starter_id, starter_human_id, about_section_id as section_id, flags_wrong,
      dispute, status = 'open' and fold.target_id is null as open
    from thread left join fold on fold.target_id = thread.id
    where about_pad_id = any(${pads}::text[]) and fold.level is distinct from 'hide'
      and (dispute in ('open', 'unresolved') or status = 'open' and fold.target_id is null)`,
})
