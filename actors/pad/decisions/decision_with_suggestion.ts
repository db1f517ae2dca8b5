import type { Caller } from '../../../src/rules/caller.ts'
import { canMove, decisionMoves } from '../../../src/rules/states/edit_moves.ts'
import type { World } from '../../../src/rules/world.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerDecisions } from '../../../sql/effects/pad/decisions.ts'
import { decisions, postersBefore, postersIn } from '../../../sql/facts/pad/decisions.ts'
import { present } from '../../../src/records/present.ts'
import type { Facts, Tell } from '../../runtime/actor.ts'
import { decidedIn, decisionNotices, supersedable, superseded, supersededNotices } from './decision.ts'
import type { Pad } from '../state.ts'

/** A decision that was proposed with a suggestion is answered with it, unless it was answered before. */

export const neededForFate = (edit_ids: readonly string[], { public_on }: World) => ({
  withIt: decisions.ofAll(edit_ids),
  posters: postersIn.ofAll(edit_ids.map((id) => ({ id, public_on }))),
  olderPosters: postersBefore.ofAll(edit_ids.map((id) => ({ id, public_on }))),
})

interface Fate {
  readonly edit_id: string
  readonly status: 'decided' | 'turned_down' | 'withdrawn'
  readonly by: Caller
  readonly now: number
}

export function shareFate(
  pad: Pad,
  { withIt, posters, olderPosters }: Facts<ReturnType<typeof neededForFate>>,
  { edit_id, status, by, now }: Fate,
): { readonly effects: readonly Effect[]; readonly tell: readonly Tell[] } {
  const decision = withIt.get(edit_id)
  if (decision?.status !== 'proposed' || !canMove(decisionMoves, decision.status, status))
    return { effects: [], tell: [] }
  const older = status === 'decided' ? decision.replaces : undefined
  if (older) supersedable(pad, older)
  const { id, thread_id } = decision
  const at = new Date(now).toISOString()
  const about = present({
    from_id: by.id,
    from_kind: by.kind,
    hub_id: pad.hub_id,
    pad_id: pad.id,
    decision_id: id,
    thread_id,
  })
  return {
    effects: [
      answerDecisions({ id, status, answered_by: by.id, answered_at: at }),
      ...(older ? [superseded(older.id, id, by.id, at)] : []),
    ],
    tell: [
      ...decidedIn([thread_id, older?.thread_id]),
      ...(status === 'withdrawn' ? [] : decisionNotices(posters.get(edit_id), now, { ...about, reason: status })),
      ...(older ? supersededNotices(older, olderPosters.get(edit_id), about, now) : []),
    ],
  }
}
