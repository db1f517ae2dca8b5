import { type Caller, cameBy } from '../../../src/rules/caller.ts'
import type { PostFacts } from '../../../src/text/unwanted/post_facts.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { PostRow } from '../../../sql/effects/thread/posts.ts'
import { present } from '../../../src/records/present.ts'

/** A post as its message brings it. */
export interface NewPost {
  /** minted by the door */
  readonly post_id: string
  readonly body: Untrusted
  readonly said: PostFacts
  readonly reply_to?: string
  readonly quote?: { readonly post_id: string; readonly text: Untrusted }
}

interface Written extends Pick<PostRow, 'id' | 'thread_id' | 'seq' | 'body' | 'links' | 'created_at'> {
  readonly reply_to?: string | undefined
  readonly quote?: NewPost['quote'] | undefined
}

/** A post's row, with the author's human and host at the time of writing. */
export const postRow = ({ quote, reply_to, ...row }: Written, by: Caller): PostRow =>
  present({
    author_id: by.id,
    human_id: by.human_id,
    host: by.via,
    reply_to,
    quote_of: quote?.post_id,
    quote_text: quote?.text,
    ...row,
    ...cameBy(by),
  })
