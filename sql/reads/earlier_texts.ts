import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'
import { groupsByKey } from '../records.ts'

/** The text of a post before an edit. */
export interface EarlierText {
  /** number of the edit that replaced it, from 1 */
  readonly edit: number
  /** when it was replaced */
  readonly until: Date
  readonly text: Untrusted
}

/** The earlier texts of edited posts, by post, newest first. */
export const earlierTexts = (
  sql: Sql,
  posts: readonly string[],
): Promise<ReadonlyMap<string, readonly EarlierText[]>> =>
  groupsByKey<EarlierText>(sql`
    select post_id as key, n as edit, at as until, body as text from post_text
    where post_id = any(${posts as string[]}::text[]) order by post_id, n desc`)
