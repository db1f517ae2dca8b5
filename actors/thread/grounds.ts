import { unreadable } from '../../src/rules/errors.ts'
import { readerFor } from '../../src/rules/reader.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertGrounds } from '../../sql/effects/grounds.ts'
import { groundPosts } from '../../sql/facts/grounds.ts'
import type { By } from '../runtime/actor.ts'

/** What a task or thread is made from. */
export interface Grounded extends By {
  /** of the thread itself, known to be there */
  readonly from_post?: string
  readonly from_posts?: readonly string[]
  /** SVC_PUBLIC_THREADS */
  readonly public_on: boolean
}

/** The posts it comes of, as far as whoever makes it can read them, as a fact. */
export const groundsFor = ({ by, public_on, from_posts = [] }: Grounded) =>
  groundPosts.ofAll(from_posts.length === 0 ? [] : [{ reader: readerFor(by, public_on), posts: from_posts }])

/** Ties it to them; throws where one of them is not there for its maker. */
export function groundsOf(
  { id, thread_id }: { readonly id: string; readonly thread_id: string },
  { from_post, from_posts = [] }: Grounded,
  facts: ReadonlyMap<string, ReadonlyMap<string, string>>,
): Effect[] {
  const threads = [...facts.values()][0]
  const own = from_post === undefined ? [] : [from_post]
  return [...new Set([...own, ...from_posts])].map((post_id, n) => {
    const post_thread_id = post_id === from_post ? thread_id : threads?.get(post_id)
    if (post_thread_id === undefined) throw unreadable('post')
    return insertGrounds({ of_id: id, of_thread_id: thread_id, post_id, post_thread_id, n })
  })
}
