import { addAgentAt } from '../seats/add_agent.ts'
import { enterAt } from '../seats/enter_by_invite.ts'
import { inviteAt } from '../seats/invite.ts'
import { seatingAt } from '../seats/let_in_turn_away_remove.ts'
import { padStates } from '../../sql/reads/pad/pad_states.ts'
import { actor } from '../runtime/actor.ts'
import { place } from './access.ts'
import { create } from './create.ts'
import { decide } from './decisions/decide.ts'
import { edit } from './editing/edit.ts'
import { cover } from './fold_hide_lock.ts'
import { reviewEdit } from './suggestions/review_edit.ts'
import { reviewDecision } from './decisions/review_decision.ts'
import { markUndone } from './undoing/mark_undone.ts'
import { goInUnchecked } from './suggestions/unchecked_merge.ts'
import { verify } from './verify.ts'
import { undo } from './undoing/undo_edit.ts'
import { report } from './report.ts'
import { rewind } from './undoing/undo_everything.ts'
import { unwind, unwindRest } from './undoing/restore_batch.ts'

/** A pad: its text in blocks, every version of it, its suggestions and its decisions. */
export const pad = actor({
  name: 'pad',
  load: padStates,
  on: {
    report,
    rewind,
    rewind_of_keys: rewind,
    unwind,
    unwind_rest: unwindRest,
    mark_undone: markUndone,
    create,
    edit,
    decide,
    review_edit: reviewEdit,
    review_decision: reviewDecision,
    undo,
    verify,
    go_in_unchecked: goInUnchecked,
    cover,
    seating: seatingAt(place),
    add_agent: addAgentAt(place),
    invite: inviteAt(place),
    enter: enterAt(place),
  },
})
