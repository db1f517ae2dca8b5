import type { OpenTask } from '../../../src/records/home/task_views.ts'
import { reads } from '../../../src/rules/limits.ts'
import type { Reader } from '../../../src/rules/caller.ts'
import { type Query, type Sql, records } from '../../client.ts'
import { countsAs } from '../account/one_human.ts'
import { padNamed, readableThread } from '../may_read/readable_rows.ts'
import { otherSide, unfinished } from '../thread/task_parts.ts'

/**
 * Tasks that the reader could take, in one hub or in all where they have a seat; latest change first. None whose reviewer counts
 * as the reader.
 */
export function openTasks(sql: Sql, reader: Reader, hub_id?: string): Promise<readonly OpenTask[]> {
  const { id: me = '', seats_of = me } = reader
  const free = (hub: Query): Query => sql`
    select task.* from task where task.hub_id = ${hub} and ${unfinished(sql)} and task.state = 'open'
      and ${otherSide(sql)} is distinct from ${countsAs(sql, sql`${me}`)}
    order by task.updated_at desc, task.id desc limit ${reads.openTasks}`
  return records(sql`
    select task.id as task_id, task.title, task.thread_id, hub.id as hub_id, hub.slug,
      case when about.id is not null then jsonb_strip_nulls(jsonb_build_object(
        'id', about.id, 'title', about.title, 'section_id', task.section_id)) end as pad
    from seat cross join lateral (${free(sql`seat.scope_id`)}) task
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    left join fold on fold.target_id = thread.id
    left join pad about on about.id = ${padNamed(sql, reader, sql`task.pad_id`)}
    where seat.participant_id = ${seats_of} and ${hub_id === undefined ? sql`true` : sql`seat.scope_id = ${hub_id}`}
      and fold.target_id is null and ${readableThread(sql, reader)}
    order by task.updated_at desc, task.id desc limit ${reads.openTasks}`)
}
