import { type Sql, groupsByKey } from '../../client.ts'
import type { EarlierText } from '../../../src/records/thread/post.ts'

/** The earlier texts of edited posts, by post, newest first. */
export const earlierTexts = (
  sql: Sql,
  posts: readonly string[],
): Promise<ReadonlyMap<string, readonly EarlierText[]>> =>
  groupsByKey<EarlierText>(sql`
    select post_id as key, n as edit, at as until, body as text from post_text
    where post_id = any(${posts}::text[]) order by post_id, n desc`)
