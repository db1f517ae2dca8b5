import { threadOfPost } from '../../../sql/reads/thread/post_threads.ts'
import type { Sql } from '../../../sql/client.ts'
import { unreadable } from '../../rules/errors.ts'

/** Returns the thread of a post, readable or not. It only says which actor to ask. */
export const threadWithPost = threadOfPost

/** The same, but throws not_found for an unknown post. */
export async function threadOf(sql: Sql, post: string): Promise<string> {
  const found = await threadOfPost(sql, post)
  if (found === undefined) throw unreadable('post')
  return found
}
