import type { Sql } from '../../sql/client.ts'
import {
  padOfDecision,
  padOfEdit,
  threadOfPost,
  threadOfReadableTask,
  threadOfTask,
} from '../../sql/reads/actor_to_ask.ts'
import { orUnreadable } from '../rules/errors.ts'
import type { Reader } from '../rules/caller.ts'

/** Which thread's or pad's actor to ask about something. It decides who may; these say only whether the thing exists. */
export { padOfEdit, threadOfPost, threadOfTask }

/** The following throw not_found for what does not exist. */
export const threadWithPost = (sql: Sql, post: string): Promise<string> => orUnreadable('post', threadOfPost(sql, post))

export const threadWithTask = (sql: Sql, task: string): Promise<string> => orUnreadable('task', threadOfTask(sql, task))

export const padWithEdit = (sql: Sql, edit: string): Promise<string> => orUnreadable('edit', padOfEdit(sql, edit))

export const padWithDecision = (sql: Sql, decision: string): Promise<string> =>
  orUnreadable('decision', padOfDecision(sql, decision))

/** Returns a task named by a post or edit, with its thread. Throws not_found when the reader cannot see it. */
export async function taskToProgress(
  sql: Sql,
  reader: Reader,
  task_id: string,
): Promise<{ task_id: string; thread_id: string }> {
  return { task_id, thread_id: await orUnreadable('task', threadOfReadableTask(sql, reader, task_id)) }
}
