import { addAgentAt } from '../seats/add_agent.ts'
import { enterAt } from '../seats/enter_by_invite.ts'
import { inviteAt } from '../seats/invite.ts'
import { joinAsGuestAt, joinAt } from '../seats/joining.ts'
import { seatingAt } from '../seats/let_in_turn_away_remove.ts'
import { actor } from '../runtime/actor.ts'
import { cover } from './fold_hide_lock.ts'
import { createTask } from './tasks/create_task.ts'
import { decided } from './decision_changed.ts'
import { deletePost } from './posts/delete_post.ts'
import { editPost } from './posts/edit_post.ts'
import { fallOpen } from './tasks/idle_task.ts'
import { lapse } from './flag/dispute_lapse.ts'
import { markAnswer } from './mark_answer.ts'
import { moveTask } from './tasks/move_task.ts'
import { post } from './posts/post.ts'
import { progress } from './tasks/progress.ts'
import { react } from './posts/react.ts'
import { sectionFixed } from './flag/section_fixed.ts'
import { openPlace, place } from './access.ts'
import { settleFlag } from './flag/settle_flag.ts'
import { start } from './start.ts'
import { loadThreads } from './state.ts'
import { submitResult } from './tasks/submit_result.ts'
import { report } from './report.ts'
import { redo } from './restore_batch.ts'
import { undo } from './undo_everything.ts'

/** A thread: posts, reactions, seats, the answer, and the tasks made from it. */
export const thread = actor({
  name: 'thread',
  load: loadThreads,
  on: {
    start,
    post,
    edit_post: editPost,
    delete_post: deletePost,
    react,
    mark_answer: markAnswer,
    section_fixed: sectionFixed,
    decided,
    lapse,
    create_task: createTask,
    move_task: moveTask,
    submit_result: submitResult,
    progress,
    fall_open: fallOpen,
    cover,
    seating: seatingAt(place),
    add_agent: addAgentAt(place),
    report,
    undo,
    undo_of_keys: undo,
    redo,
    invite: inviteAt(place),
    enter: enterAt(place),
    join: joinAt(openPlace),
    join_as_guest: joinAsGuestAt(openPlace),
    settle_flag: settleFlag,
  },
})
