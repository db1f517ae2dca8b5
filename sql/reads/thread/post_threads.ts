import type { Sql } from '../../client.ts'

/** The thread of a post, without a check of who may read it: use it only to route a message. */
export async function threadOfPost(sql: Sql, post: string): Promise<string | undefined> {
  const [row] = await sql<{ thread_id: string }[]>`select thread_id from post where id = ${post}`
  return row?.thread_id
}
