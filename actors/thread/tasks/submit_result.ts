import { unreadable } from '../../../src/rules/errors.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { keepResults, type ResultRow } from '../../../sql/effects/thread/tasks.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import { checkPadNamed, placeOfPad } from '../../pad_named.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { advanced, storing, type Thread } from '../state.ts'
import { itemFor, mayTake, personIn } from './task_notices.ts'
import { afterMove, moveOutcome, keepMove, movedBy, type Moving, neededToMove } from './moving.ts'
import { type TaskReply, taskReply, withTask } from './tasks.ts'
import { iso } from '../../../src/rules/units.ts'

/** A result points at a pad or a link: the tool refuses one that does not (`src/tools/tasks/submit_result.ts`). */
interface SubmitResult extends Moving {
  /** of the edit, when one is named */
  readonly pad_id?: string
  readonly edit_id?: string
  readonly link?: Untrusted
  readonly link_host?: string
  readonly summary?: Untrusted
}

interface SubmitReply {
  readonly pad_id?: string
  readonly edit_id?: string
  readonly link_host?: string
  readonly at: string
}

interface Submitted extends TaskReply {
  readonly result: SubmitReply
}

/** A task is done when its assignee says so; a reviewer looks at it afterwards. */
export const submitResult = message({
  afresh: true,
  needs: (thread: Thread, args: SubmitResult) => ({
    ...neededToMove(thread, args),
    pad: placeOfPad(args.by, args.pad_id),
  }),
  decide: (thread, args, facts, { now, public_on }): Outcome<Thread, Submitted> => {
    const { by, pad_id, edit_id, link_host } = args
    const { task, asked, what } = movedBy(thread, args, 'submit', facts, public_on)
    const answer = moveOutcome(task, 'submit', what, asked)
    if (pad_id !== undefined) checkPadNamed(facts.pad, by, public_on, edit_id === undefined ? 'pad' : 'edit')
    // unreachable: a submission is never a repetition, since a finished task takes no result
    if (!answer) throw unreadable('task')

    if (answer.claims) mayTake(task, what, asked)
    const at = iso(now)
    const where = present({ pad_id, edit_id })
    const after = { ...afterMove(task, answer, by.id, now), result: where }
    const state = advanced(thread, { tasks: withTask(thread, after) }, now)
    const telling = { by, public_on }
    const person = (id: string | undefined) => personIn(facts.people, thread, id)
    const toReview = itemFor(thread, after, person(task.reviewer_id), { kind: 'review_wanted', ...where }, telling)
    // who made the task and is asked to review it has read there that the result is in
    const isAsked = toReview.length > 0 && task.creator_id === task.reviewer_id
    return storing(state, {
      reply: {
        ...taskReply(state, after),
        result: presentAs({ ...where, link_host, at }),
      },
      effects: [keepMove(after, now), keepResults(resultRow(args, at))],
      tell: [
        ...(isAsked ? [] : itemFor(thread, after, person(task.creator_id), { kind: 'result_in', ...where }, telling)),
        ...toReview,
      ],
    })
  },
})

const resultRow = (
  { by, task_id, pad_id, edit_id, link, link_host, summary }: SubmitResult,
  result_at: string,
): ResultRow =>
  presentAs({
    id: task_id,
    result_pad_id: pad_id,
    result_edit_id: edit_id,
    result_link: link,
    result_link_host: link_host,
    result_summary: summary,
    result_by: by.id,
    result_at,
  })
