import type { Reader } from '../../../src/rules/caller.ts'
import { type Sql, records } from '../../client.ts'
import { type FindableWanted, type Found, taskColumns, taskIs } from './findable.ts'
import { limitTo } from '../limit_to.ts'

type TasksWanted = Pick<FindableWanted, 'hub_id' | 'is' | 'task_state' | 'assignee' | 'limit'> & {
  /** continue after this one */
  readonly before?: { readonly updated: Date; readonly id: string } | undefined
}

/** Tasks that the reader may see, latest change first. */
export function tasksByChange(sql: Sql, reader: Reader, wanted: TasksWanted): Promise<readonly Found[]> {
  const { hub_id, before, limit } = wanted
  const newest = sql`
    select ${taskColumns(sql, reader)}, 0 as level, task.id as made
    from task join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    left join fold on fold.target_id = thread.id
    where ${taskIs(sql, reader, { ...wanted, folded: true })}
      ${hub_id === undefined ? sql`` : sql`and task.hub_id = ${hub_id}`}
      ${before === undefined ? sql`` : sql`and (task.updated_at, task.id) < (${before.updated}, ${before.id})`}
    order by task.updated_at desc, task.id desc`
  return records(limitTo(sql, limit, newest))
}
