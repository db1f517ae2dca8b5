import type { Caller } from '../../../src/rules/caller.ts'
import { decisionMoves } from '../../../src/rules/states/decision_moves.ts'
import { canMove } from '../../../src/rules/states/moves.ts'
import type { World } from '../../../src/rules/world.ts'
import type { Effect } from '../../../sql/effect.ts'
import { answerDecisions } from '../../../sql/effects/pad/decisions.ts'
import { decisions, postersBefore, postersIn } from '../../../sql/facts/pad/decisions.ts'
import type { Facts, Tell } from '../../runtime/actor.ts'
import { settled, supersedable } from './decision.ts'
import type { Pad } from '../state.ts'

/** A decision that was proposed with a suggestion is answered with it, unless it was answered before. */

export const neededForItsDecision = (edit_id: string | undefined, { public_on }: World) => ({
  withIt: decisions.maybe(edit_id),
  posters: postersIn.maybe(edit_id === undefined ? undefined : { id: edit_id, public_on }),
  olderPosters: postersBefore.maybe(edit_id === undefined ? undefined : { id: edit_id, public_on }),
})

interface Answer {
  readonly status: 'decided' | 'turned_down' | 'withdrawn'
  readonly by: Caller
}

export function answerItsDecision(
  pad: Pad,
  { withIt: decision, posters, olderPosters }: Facts<ReturnType<typeof neededForItsDecision>>,
  { status, by }: Answer,
  world: World,
): { readonly effects: readonly Effect[]; readonly tell: readonly Tell[] } {
  if (decision?.status !== 'proposed' || !canMove(decisionMoves, decision.status, status))
    return { effects: [], tell: [] }
  const older = status === 'decided' ? decision.replaces : undefined
  if (older) supersedable(pad, older)
  const { id, thread_id } = decision
  const { effects, tell } = settled(
    pad,
    by,
    { decision_id: id, thread_id, status },
    { older, posters, olderPosters },
    world,
  )
  const answered = answerDecisions({ id, status, answered_by: by.id, answered_at: world.at })
  return { effects: [answered, ...effects], tell }
}
