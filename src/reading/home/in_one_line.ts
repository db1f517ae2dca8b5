import type { InboxItem } from '../../records/home/inbox_item.ts'
import type { InboxLine } from '../../records/home/inbox_view.ts'

/** Merges the reply into the mention where one post both answers the reader and names them. */
export function inOneLine<I extends InboxItem>(items: readonly I[]): readonly (I & Pick<InboxLine, 'answers'>)[] {
  const named = new Set(items.filter(({ kind }) => kind === 'mention').map(({ post_id }) => post_id))
  const replies = items.filter(({ kind, folded }) => kind === 'reply' && folded === 0)
  const answered = new Map(replies.map(({ post_id, seq }) => [post_id, seq]))
  return items.flatMap((item) => {
    const { kind, post_id } = item
    if (post_id === undefined) return [item]
    if (kind === 'reply' && item.folded === 0 && named.has(post_id)) return []
    const answers = kind === 'mention' ? answered.get(post_id) : undefined
    return answers === undefined ? [item] : [{ ...item, answers }]
  })
}
