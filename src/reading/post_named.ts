import { threadOfPost } from '../../sql/reads/post_threads.ts'
import type { Sql } from '../../sql/client.ts'
import { unreadable } from '../rules/errors.ts'

/** The thread a post stands in, readable or not: it says whom to ask, nothing more. */
export const threadWithPost = threadOfPost

/** The same where there has to be one: without, the post is told as missing. */
export async function threadOf(sql: Sql, post: string): Promise<string> {
  const found = await threadOfPost(sql, post)
  if (found === undefined) throw unreadable('post')
  return found
}
