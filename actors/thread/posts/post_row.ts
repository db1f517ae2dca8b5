import { type Caller, cameBy } from '../../../src/rules/caller.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { PostRow } from '../../../sql/effects/thread/posts.ts'
import { present } from '../../../src/records/present.ts'

interface Written {
  readonly id: string
  readonly thread_id: string
  readonly seq: number
  readonly body: Untrusted
  readonly links: number
  readonly created_at: string
  readonly reply_to?: string | undefined
  readonly quote?: { readonly post_id: string; readonly text: Untrusted } | undefined
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
