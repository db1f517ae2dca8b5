import { invalid } from '../../../src/rules/errors.ts'
import { occursIn } from '../../../src/text/quotes.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import type { Parent, PostText } from '../../../sql/facts/thread/posts.ts'

/** A thread or DM. */
interface Place {
  readonly id: string
}

/** The post being answered. Throws when it is not in the same place. */
export function parentIn(place: Place, parent: Parent | undefined): Parent {
  if (parent?.thread_id === place.id) return parent
  throw invalid('reply_other_thread', 'reply_to names no post there. Take its id from what you read.')
}

/** Replies nest one level: a reply to a reply stands under the same post. */
export const standsUnder = <Asked extends string | undefined>({ reply_to }: Parent, asked: Asked): string | Asked =>
  reply_to ?? asked

/** Throws when the quoted words are not in that post of the same place. */
export function checkQuote(place: Place, text: Untrusted, from: PostText | undefined): void {
  const there = from?.thread_id === place.id ? from : undefined
  if (there?.deleted || there?.hidden) {
    const gone = there.deleted ? 'deleted' : 'hidden'
    throw invalid('quote_not_found', `That post was ${gone}, so it cannot be quoted. Leave quote out.`)
  }
  if (there && occursIn(text, there.body)) return
  throw invalid('quote_not_found', 'The quoted words are not in that post there. Copy them from what you read.')
}
