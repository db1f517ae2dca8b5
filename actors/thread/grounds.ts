import { unreadable } from '../../src/rules/errors.ts'
import { readerFor } from '../../src/rules/caller.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertGrounds } from '../../sql/effects/thread/posts.ts'
import { groundPosts } from '../../sql/facts/thread/grounds.ts'
import type { By } from '../runtime/actor.ts'

/** The posts from which a task or thread is made. */
export interface Grounded extends By {
  readonly from_post?: string
  readonly from_posts?: readonly string[]
}

/** The posts from which it is made, as far as its maker can read them, as a fact. */
export const groundsFor = ({ by, ...named }: Grounded, public_on: boolean) => {
  const posts = postsOf(named)
  return groundPosts.maybe(posts.length === 0 ? undefined : { reader: readerFor(by, public_on), posts })
}

const postsOf = ({ from_post, from_posts = [] }: Omit<Grounded, 'by'>): readonly string[] => [
  ...new Set([...(from_post === undefined ? [] : [from_post]), ...from_posts]),
]

/** Records the posts from which it is made; throws when its maker cannot read one of them. */
export function groundsOf(
  { id, thread_id }: { readonly id: string; readonly thread_id: string },
  named: Grounded,
  threads: ReadonlyMap<string, string>,
): Effect[] {
  return postsOf(named).map((post_id, n) => {
    const post_thread_id = threads.get(post_id)
    if (post_thread_id === undefined) throw unreadable('post')
    return insertGrounds({ of_id: id, of_thread_id: thread_id, post_id, post_thread_id, n })
  })
}
