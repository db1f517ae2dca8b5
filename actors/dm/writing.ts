import type { Caller } from '../../src/rules/caller.ts'
import type { Effect } from '../../sql/effect.ts'
import { insertPosts } from '../../sql/effects/thread/posts.ts'
import { from, type Notice } from '../notices.ts'
import { foldedFor, foldReasonOf } from '../thread/posts/fold_on_arrival.ts'
import { type NewPost, postRow } from '../thread/posts/post_row.ts'
import type { DmState } from '../../sql/reads/dm/dm_states.ts'
import { presentAs } from '../../src/records/present.ts'
import { iso } from '../../src/rules/units.ts'

/** The newest post of a DM, to be stored. Throws when such words may not be posted at all. */
export function written(
  { id, last_seq }: DmState,
  { post_id, body, said, reply_to, quote }: NewPost,
  by: Caller,
  now: number,
): { created: string; folded?: string; effects: Effect[] } {
  const reason = foldReasonOf(said, { by, seat: 'member', dm: true })
  const created = iso(now)
  const row = {
    id: post_id,
    thread_id: id,
    seq: last_seq,
    body,
    links: said.links,
    created_at: created,
    reply_to,
    quote,
  }
  return presentAs({
    created,
    folded: reason,
    effects: [insertPosts(postRow(row, by)), ...foldedFor(post_id, reason, created)],
  })
}

/** The notice for the other side. */
export const dmItem = ({ id, last_seq }: DmState, post_id: string, by: Caller): Notice => ({
  kind: 'dm',
  ...from(by),
  dm_id: id,
  post_id,
  post_seq: last_seq,
})
