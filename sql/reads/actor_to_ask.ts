import type { Reader } from '../../src/rules/caller.ts'
import { type Sql, firstValue } from '../client.ts'
import { nameable } from './may_read/readable_place.ts'
import { readableThread } from './may_read/readable_rows.ts'

/** Which thread or pad something belongs to, without a check of who may read it: use it only to route a message. */

export const threadOfPost = (sql: Sql, post: string): Promise<string | undefined> =>
  firstValue(sql`select thread_id from post where id = ${post}`)

export const threadOfTask = (sql: Sql, task: string): Promise<string | undefined> =>
  firstValue(sql`select thread_id from task where id = ${task}`)

export const padOfEdit = (sql: Sql, edit: string): Promise<string | undefined> =>
  firstValue(sql`select pad_id from edit where id = ${edit}`)

export const padOfDecision = (sql: Sql, decision: string): Promise<string | undefined> =>
  firstValue(sql`select pad_id from decision where id = ${decision}`)

/** The thread of a task; undefined when the reader cannot see the thread. */
export const threadOfReadableTask = (sql: Sql, reader: Reader, task: string): Promise<string | undefined> =>
  firstValue(sql`
    select task.thread_id from task join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    where task.id = ${task} and ${nameable(sql, reader, readableThread(sql, reader))}`)
