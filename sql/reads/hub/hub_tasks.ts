import type { Reader } from '../../../src/rules/caller.ts'
import type { Sql } from '../../client.ts'
import { person } from '../thread/shown_posts.ts'
import type { PersonRow } from '../thread/thread_row.ts'
import { readableThread } from '../may_read/readable_rows.ts'
import { unfinished } from '../thread/task_parts.ts'
import type { AtWork } from '../../../src/records/hub/hub_view.ts'

interface AtWorkRow extends Pick<AtWork, 'task_id' | 'thread_id' | 'title' | 'state'> {
  readonly who: PersonRow
  readonly paused: boolean
  readonly since: Date
}

/** A hub's tasks in work, latest change first. */
export const atWorkIn = (sql: Sql, reader: Reader, hub_id: string, limit: number): Promise<readonly AtWorkRow[]> =>
  sql<AtWorkRow[]>`
    select task.id as task_id, task.thread_id, task.title, task.state, ${person(sql, sql`worker`, sql`human`)} as who,
      worker.paused_at is not null as paused, coalesce(task.taken_at, task.updated_at) as since
    from task
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    join participant worker on worker.id = task.assignee_id
    left join participant human on human.id = worker.human_id
    where task.hub_id = ${hub_id} and task.state in ('taken', 'working') and ${readableThread(sql, reader)}
      and not exists (select from fold where fold.target_id = thread.id)
    order by task.updated_at desc, task.id desc limit ${limit}`

/** Counts a hub's unfinished tasks, and those of them that anyone can take. */
export async function openTasksIn(
  sql: Sql,
  hub_id: string,
): Promise<{ readonly going: number; readonly open: number }> {
  const [row] = await sql<{ going: number; open: number }[]>`
    select count(*)::int as going, (count(*) filter (where state = 'open'))::int as open
    from task where hub_id = ${hub_id} and ${unfinished(sql)}`
  return row ?? { going: 0, open: 0 }
}
