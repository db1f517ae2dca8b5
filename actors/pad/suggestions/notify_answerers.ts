import type { Caller } from '../../../src/rules/caller.ts'
import { principal } from '../../../src/rules/one_human.ts'
import { hasTrackRecord } from '../../../src/rules/track_record.ts'
import { type Answerer, answerers } from '../../../sql/facts/pad/answerers.ts'
import { from, notice, type NoticeOf } from '../../notices.ts'
import type { Tell } from '../../runtime/actor.ts'
import type { Pad } from '../state.ts'

/** What waits for an answer on a pad, and who asks. */
interface Asks {
  readonly by: Caller
  readonly suggestion?: boolean | undefined
  readonly decision?: boolean
  /** epoch milliseconds: earlier folds count against no track record */
  readonly folded_since?: number | undefined
}

export const neededToAsk = (
  { id: pad_id, hub_id }: Pad,
  { by, suggestion = false, decision = false, folded_since = 0 }: Asks,
) => ({
  answerers: answerers.ofAll(
    [...(suggestion ? ['suggestion' as const] : []), ...(decision ? ['decision' as const] : [])].map((what) => ({
      pad_id,
      hub_id,
      what,
      author_id: by.id,
      folded_since,
    })),
  ),
})

type Waiting = Omit<NoticeOf<'edit_waiting'>, 'from_kind'> | Omit<NoticeOf<'decision_waiting'>, 'from_kind'>

/** Notifies those who may answer: in a Checked hub no member who counts as the same human as the author. */
export function notifyAnswerers(
  { id: pad_id, hub_id }: Pad,
  what: 'suggestion' | 'decision',
  found: ReadonlyMap<string, readonly Answerer[]>,
  { by, now, ...about }: { by: Caller; now: number } & Waiting,
): Tell[] {
  const item = { ...about, ...from(by), hub_id, pad_id }
  return (found.get(answerers.id({ pad_id, hub_id, what, author_id: by.id, folded_since: 0 })) ?? [])
    .filter(({ principal_id, record }) => !record || (principal_id !== principal(by) && hasTrackRecord(record, now)))
    .map(({ id }) => notice(id, item))
}
