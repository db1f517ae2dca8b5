import { type Untrusted, untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

/** The text of a post before an edit. */
export interface EarlierText {
  /** number of the edit that replaced it, from 1 */
  readonly edit: number
  /** when it was replaced */
  readonly until: Date
  readonly text: Untrusted
}

/** The earlier texts of edited posts, by post, newest first. */
export async function earlierTexts(
  sql: Sql,
  posts: readonly string[],
): Promise<ReadonlyMap<string, readonly EarlierText[]>> {
  const rows = await sql<{ post_id: string; edit: number; until: Date; text: string }[]>`
    select post_id, n as edit, at as until, body as text from post_text
    where post_id = any(${posts as string[]}::text[]) order by post_id, n desc`
  const texts = new Map<string, EarlierText[]>()
  for (const { post_id, text, ...row } of rows) {
    const ofPost = texts.get(post_id) ?? []
    texts.set(post_id, ofPost)
    ofPost.push({ ...row, text: untrusted(text) })
  }
  return texts
}
