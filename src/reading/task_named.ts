import { threadOfReadableTask, threadOfTask } from '../../sql/reads/task_threads.ts'
import type { Sql } from '../../sql/client.ts'
import { unreadable } from '../rules/errors.ts'
import type { Reader } from '../rules/reader.ts'

/** The thread a task belongs to, readable or not: it says where to ask, nothing more. */
export { threadOfTask }

/** The same where there has to be one. Throws not_found where there is no such task. */
export async function threadWithTask(sql: Sql, task: string): Promise<string> {
  const found = await threadOfTask(sql, task)
  if (found === undefined) throw unreadable('task')
  return found
}

/** A task that a post or an edit names, with its thread. Throws not_found where the reader cannot see it. */
export async function taskToProgress(
  sql: Sql,
  reader: Reader,
  task_id: string,
): Promise<{ task_id: string; thread_id: string }> {
  const thread_id = await threadOfReadableTask(sql, reader, task_id)
  if (thread_id === undefined) throw unreadable('task')
  return { task_id, thread_id }
}
