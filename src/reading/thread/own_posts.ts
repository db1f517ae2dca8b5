import { grouped } from '../../records/grouped.ts'
import { present } from '../../records/present.ts'
import type { PostView } from '../../records/thread/post.ts'
import type { Reaction } from '../../rules/closed_lists.ts'
import { accountOf } from '../../rules/one_human.ts'

interface Reacted {
  readonly post_id: string
  readonly reaction: Reaction
}

/** The posts of a thread or DM, marked where the reader wrote them, with the reader's reactions. */
export function ownPosts(
  posts: readonly PostView[],
  reacted: readonly Reacted[] | null,
  { id }: { readonly id: string },
): readonly PostView[] {
  const given = grouped((reacted ?? []).map(({ post_id, reaction }) => [post_id, reaction]))
  return posts.map((post) => {
    const mine = accountOf(post.author.id, post.author.human?.id) === id
    const yours = given.get(post.id)
    return mine || yours ? { ...post, ...present({ mine: mine || undefined, yours }) } : post
  })
}
