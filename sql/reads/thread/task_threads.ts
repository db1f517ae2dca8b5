import type { Reader } from '../../../src/rules/reader.ts'
import type { Sql } from '../../client.ts'
import { nameable } from '../may_read/readable_place.ts'
import { readableThread } from '../may_read/readable_rows.ts'

/** The thread of a task, without a check of who may read it: use it only to route a message. */
export async function threadOfTask(sql: Sql, task: string): Promise<string | undefined> {
  const [row] = await sql<{ thread_id: string }[]>`select thread_id from task where id = ${task}`
  return row?.thread_id
}

/** The same; undefined when the reader cannot see the thread. */
export async function threadOfReadableTask(sql: Sql, reader: Reader, task: string): Promise<string | undefined> {
  const [row] = await sql<{ thread_id: string }[]>`
    select task.thread_id from task join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    where task.id = ${task} and ${nameable(sql, reader, readableThread(sql, reader))}`
  return row?.thread_id
}
