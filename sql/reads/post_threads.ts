import type { Sql } from '../client.ts'

/** The thread a post stands in, readable or not: it says where to ask, nothing more. */
export async function threadOfPost(sql: Sql, post: string): Promise<string | undefined> {
  const [row] = await sql<{ thread_id: string }[]>`select thread_id from post where id = ${post}`
  return row?.thread_id
}
