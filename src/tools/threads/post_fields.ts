import { Type } from 'typebox'
import { present } from '../../records/present.ts'
import type { PostView } from '../../records/thread/post.ts'
import { isClipped } from '../../render/markdown/post_markdown.ts'
import { reads } from '../../rules/limits.ts'
import { participantKinds, reactions } from '../../rules/closed_lists.ts'
import { choice, flag, id, integer } from '../input/fields.ts'
import { partial, rows, time } from '../output/shapes.ts'

export const postRows = () =>
  rows(
    partial({
      id: id('post'),
      seq: integer(1),
      author_id: Type.String(),
      author_kind: choice(participantKinds),
      human_id: Type.String(),
      created: time(),
      reply_to: id('post'),
      quote_of: id('post'),
      reactions: partial(Object.fromEntries(reactions.map((one) => [one, integer(1)]))),
      answer: flag(),
      folded: Type.String(),
      deleted: flag(),
      hidden: flag(),
      edits: integer(0),
      clipped: flag(),
      led_to: rows(Type.String()),
    }),
    'oldest first; bodies stand in the text',
  )

/** Posts as fields in data: never their words. They are measured before they are sent, and made once for both. */
export function postsAsFields() {
  const made = new Map<PostView, ReturnType<typeof fieldsOf>>()
  const of = (post: PostView) => {
    let fields = made.get(post)
    if (!fields) made.set(post, (fields = fieldsOf(post)))
    return fields
  }
  /** JSON characters that one of several takes */
  const size = (post: PostView): number => JSON.stringify(of(post)).length + 1
  return { of, size }
}

const fieldsOf = (post: PostView) =>
  present({
    id: post.id,
    seq: post.seq,
    author_id: post.author.id,
    author_kind: post.author.kind,
    human_id: post.author.human?.id,
    created: post.created.toISOString(),
    reply_to: post.reply_to,
    quote_of: post.quote?.of,
    reactions: post.reactions,
    answer: post.answer ? true : undefined,
    folded: post.folded,
    deleted: post.deleted ? true : undefined,
    hidden: post.hidden ? true : undefined,
    edits: post.edits > 0 ? post.edits : undefined,
    led_to: post.led?.map(({ id }) => id),
    clipped: isClipped(post, reads.thread.postClip) ? true : undefined,
  })
