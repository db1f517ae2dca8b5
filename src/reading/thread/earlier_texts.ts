import type { Sql } from '../../../sql/client.ts'
import { earlierTexts } from '../../../sql/reads/thread/earlier_texts.ts'
import { isKeeper } from '../../rules/may_read/readable.ts'
import type { OpenThread } from './thread.ts'

/**
 * For owner and helpers, returns the thread with the texts of its posts before they were edited; for other readers, the
 * thread unchanged. Deleted and hidden posts show no text, so their earlier texts are left out too.
 */
export async function withEarlierTexts(sql: Sql, opened: OpenThread): Promise<OpenThread> {
  const { page, seats } = opened
  if (!isKeeper(seats)) return opened
  const edited = page.posts.filter(({ edits, body }) => edits > 0 && body !== undefined)
  if (edited.length === 0) return opened
  const texts = await earlierTexts(
    sql,
    edited.map(({ id }) => id),
  )
  const posts = page.posts.map((post) => {
    const earlier = texts.get(post.id)
    return earlier && edited.includes(post) ? { ...post, earlier } : post
  })
  return { ...opened, page: { ...page, posts } }
}
