import type { Sql } from '../../../sql/client.ts'
import { earlierTexts } from '../../../sql/reads/thread/earlier_texts.ts'
import type { ThreadPage } from '../../records/thread/thread_page.ts'
import { isKeeper, type Seats } from '../../rules/may_read/readable.ts'

/**
 * For owner and helpers, returns the page with the texts of its posts before they were edited; for other readers, the
 * page unchanged. Deleted and hidden posts show no text, so their earlier texts are left out too.
 */
export async function withEarlierTexts(sql: Sql, page: ThreadPage, seats: Seats): Promise<ThreadPage> {
  const edited = page.posts.filter(({ edits, body }) => edits > 0 && body !== undefined)
  if (!isKeeper(seats) || edited.length === 0) return page
  const texts = await earlierTexts(
    sql,
    edited.map(({ id }) => id),
  )
  const posts = page.posts.map((post) => {
    const earlier = texts.get(post.id)
    return earlier && edited.includes(post) ? { ...post, earlier } : post
  })
  return { ...page, posts }
}
