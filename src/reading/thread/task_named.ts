import { threadOfReadableTask, threadOfTask } from '../../../sql/reads/thread/task_threads.ts'
import type { Sql } from '../../../sql/client.ts'
import { orUnreadable } from '../../rules/errors.ts'
import type { Reader } from '../../rules/reader.ts'

/** Returns the thread of a task, readable or not. It only says which actor to ask. */
export { threadOfTask }

/** The same, but throws not_found for an unknown task. */
export const threadWithTask = (sql: Sql, task: string): Promise<string> => orUnreadable('task', threadOfTask(sql, task))

/** Returns a task named by a post or edit, with its thread. Throws not_found when the reader cannot see it. */
export async function taskToProgress(
  sql: Sql,
  reader: Reader,
  task_id: string,
): Promise<{ task_id: string; thread_id: string }> {
  return { task_id, thread_id: await orUnreadable('task', threadOfReadableTask(sql, reader, task_id)) }
}
