import { threadOfPost } from '../../../sql/reads/thread/post_threads.ts'
import type { Sql } from '../../../sql/client.ts'
import { orUnreadable } from '../../rules/errors.ts'

/** Returns the thread of a post, readable or not. It only says which actor to ask. */
export const threadWithPost = threadOfPost

/** The same, but throws not_found for an unknown post. */
export const threadOf = (sql: Sql, post: string): Promise<string> => orUnreadable('post', threadOfPost(sql, post))
