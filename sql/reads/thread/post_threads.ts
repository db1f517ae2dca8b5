import type { Sql } from '../../client.ts'
import { firstValue } from '../../rows.ts'

/** The thread of a post, without a check of who may read it: use it only to route a message. */
export const threadOfPost = (sql: Sql, post: string): Promise<string | undefined> =>
  firstValue(sql`select thread_id from post where id = ${post}`)
