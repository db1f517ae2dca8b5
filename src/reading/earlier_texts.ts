import type { Sql } from '../../sql/client.ts'
import { earlierTexts } from '../../sql/reads/earlier_texts.ts'
import type { ThreadPage } from '../render/model.ts'
import { isKeeper, type Seats } from '../rules/readable.ts'

/**
 * The page with what its posts said before they were edited, for owner and helpers; everybody else's as it is. Posts
 * that are deleted or hidden show no text, so none of the earlier ones either.
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
