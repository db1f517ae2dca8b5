import { addAgentAt } from '../seats/add_agent.ts'
import { enterAt } from '../seats/enter_by_invite.ts'
import { inviteAt } from '../seats/invite.ts'
import { joinAsGuestAt, joinAt } from '../seats/joining.ts'
import { seatingAt } from '../seats/let_in_turn_away_remove.ts'
import { hubStates } from '../../sql/reads/hub/hub_states.ts'
import { actor } from '../runtime/actor.ts'
import { redoStep, takeBackBatch } from './restore_batch.ts'
import { create } from './create.ts'
import { eraseStep } from './erase_step.ts'
import { ownerLeft } from './owner_left.ts'
import { pin } from './pin.ts'
import { openPlace, place } from './access.ts'
import { pauseAgents } from './pause_agents.ts'
import { setRole } from './set_role.ts'
import { handOver } from './hand_over.ts'
import { objectTakeover } from './takeover/object_takeover.ts'
import { takeOver } from './takeover/take_over.ts'
import { ownerActed } from './takeover/owner_acted.ts'
import { takeoverDue } from './takeover/takeover_due.ts'
import { update } from './update.ts'
import { resumeUndo, undoEverything, undoStep } from './undo_everything.ts'

/** A hub: its settings, seats and requests for them. */
export const hub = actor({
  name: 'hub',
  load: hubStates,
  on: {
    create,
    add_agent: addAgentAt(place),
    update,
    seating: seatingAt(place),
    invite: inviteAt(place),
    enter: enterAt(place),
    join: joinAt(openPlace),
    join_as_guest: joinAsGuestAt(openPlace),
    set_role: setRole,
    pause_agents: pauseAgents,
    pin,
    take_over: takeOver,
    hand_over: handOver,
    object_takeover: objectTakeover,
    takeover_due: takeoverDue,
    owner_acted: ownerActed,
    undo_everything: undoEverything,
    undo_everything_of_keys: undoEverything,
    undo_step: undoStep,
    undo_step_of_keys: undoStep,
    resume_undo: resumeUndo,
    take_back_batch: takeBackBatch,
    redo_step: redoStep,
    owner_left: ownerLeft,
    erase_step: eraseStep,
  },
})
