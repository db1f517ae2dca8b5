import type { PadTalk } from '../../../src/records/pad/pad_page.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, firstValue, records } from '../../client.ts'
import { postsMade, unsettled } from '../thread/thread_parts.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readableThread } from '../may_read/readable_rows.ts'

interface AboutRow extends PadTalk {
  readonly starter: PersonRow
  /** threads that the reader may not open count for the status but are not named */
  readonly open_to_reader: boolean
}

/** Whether a thread about a pad counts for its status: an open one or an unsettled flag, not hidden. `fold` is the thread's. */
export const countsForStatus = (sql: Sql): Query => sql`(fold.level is distinct from 'hide'
  and (${unsettled(sql)} or thread.status = 'open' and fold.target_id is null))`

/** The threads that determine a pad's status. */
export const threadsAboutPad = (sql: Sql, reader: Reader, pad_id: string): Promise<readonly AboutRow[]> =>
  records<AboutRow>(sql`
    select thread.id, thread.title, thread.source, ${postsMade(sql, sql`thread`)} as posts, ${person(sql, sql`starter`, sql`human`)} as starter, about_section_id as section_id, flags_wrong, dispute, thread.updated_at as updated,
      case when fold.target_id is not null then 'folded' else thread.status end as status,
      ${readableThread(sql, reader)} as open_to_reader
    from thread join hub on hub.id = thread.hub_id left join fold on fold.target_id = thread.id
    join participant starter on starter.id = thread.starter_id
    left join participant human on human.id = thread.starter_human_id
    where about_pad_id = ${pad_id} and ${countsForStatus(sql)}
    order by thread.updated_at desc, thread.id desc`)

/** When any thread about the pad last changed, whatever its state. */
export const lastMoveAbout = (sql: Sql, pad_id: string): Promise<Date | undefined> =>
  firstValue(sql`select max(updated_at) as at from thread where about_pad_id = ${pad_id}`)
