import type { Caller } from '../../../src/rules/caller.ts'
import { canMove, decisionMoves } from '../../../src/rules/states/edit_moves.ts'
import type { World } from '../../../src/rules/world.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerDecisions } from '../../../sql/effects/pad/decisions.ts'
import { decisions, postersBefore, postersIn } from '../../../sql/facts/pad/decisions.ts'
import type { Facts, Tell } from '../../runtime/actor.ts'
import { settled, supersedable } from './decision.ts'
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
}

export function shareFate(
  pad: Pad,
  { withIt, posters, olderPosters }: Facts<ReturnType<typeof neededForFate>>,
  { edit_id, status, by }: Fate,
  world: World,
): { readonly effects: readonly Effect[]; readonly tell: readonly Tell[] } {
  const decision = withIt.get(edit_id)
  if (decision?.status !== 'proposed' || !canMove(decisionMoves, decision.status, status))
    return { effects: [], tell: [] }
  const older = status === 'decided' ? decision.replaces : undefined
  if (older) supersedable(pad, older)
  const { id, thread_id } = decision
  const heard = { posters: posters.get(edit_id), olderPosters: olderPosters.get(edit_id) }
  const { effects, tell } = settled(pad, by, { decision_id: id, thread_id, status }, { older, ...heard }, world)
  const answered = answerDecisions({ id, status, answered_by: by.id, answered_at: world.at })
  return { effects: [answered, ...effects], tell }
}
