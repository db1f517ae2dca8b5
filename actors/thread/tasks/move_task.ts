import { invalid } from '../../../src/rules/errors.ts'
import { denied } from '../../../src/rules/rights.ts'
import { isBlank } from '../../../src/text/invisible.ts'
import { type Untrusted, words } from '../../../src/text/untrusted.ts'
import { ownerActed } from '../../../sql/effects/hub/hubs.ts'
import { keepReviews, passReviews } from '../../../sql/effects/thread/tasks.ts'
import type { Task } from '../../../sql/reads/thread/task_states.ts'
import { present } from '../../../src/records/present.ts'
import { message, type Outcome } from '../../runtime/actor.ts'
import { advanced, storing, type Thread } from '../state.ts'
import { mayTake, personIn, taskNotices } from './task_notices.ts'
import { afterMove, moveOutcome, keepMove, movedBy, type Moving, neededToMove, sentBackTo } from './moving.ts'
import { progressOf, type TaskReply, taskReply, withTask } from './tasks.ts'
import { iso } from '../../../src/rules/units.ts'

type Call = 'take' | 'start' | 'block' | 'unblock' | 'decline' | 'cancel' | 'approve' | 'send_back'

interface MoveTask extends Moving {
  readonly call: Call
  readonly note?: Untrusted
}

interface TaskMoved extends TaskReply {
  readonly already?: true
}

/** One move of a task. */
export const moveTask = message({
  afresh: true,
  needs: (thread: Thread, args: MoveTask) => neededToMove(thread, args),
  decide: (thread, args, facts, { now, public_on }): Outcome<Thread, TaskMoved> => {
    const { by, call, note } = args
    const { task, asked, what } = movedBy(thread, args, call, facts, public_on)
    const answer = moveOutcome(task, call, what, asked)
    if (!answer) {
      // repeating a move counts as progress too
      const { tasks, effects } = progressOf(thread, by, now, task.id)
      const state = { ...thread, tasks }
      return { state, reply: { ...taskReply(state, tasks.get(task.id) ?? task), already: true }, effects }
    }
    if (answer.claims) mayTake(task, what, asked)
    const reviews = call === 'approve' || call === 'send_back'
    const assignee = personIn(facts.people, thread, task.assignee_id)
    if (reviews && what.otherSide) throw denied('linked_to_author', asked)
    if ((call === 'block' || call === 'send_back') && !says(note)) throw needsNote(call)

    // a review that fell to the caller is theirs from now on
    const passes = reviews && task.reviewer_id !== by.id
    const move = call === 'send_back' ? sentBackTo(answer, assignee) : answer
    const after = { ...afterMove(task, move, by.id, now), ...(passes && { reviewer_id: by.id }) }
    const state = advanced(thread, { tasks: withTask(thread, after) }, now)
    const reason = reasonOf(call, answer.claims)
    return storing(state, {
      reply: taskReply(state, after),
      effects: [
        keepMove(after, now, said[call] && says(note) ? note : undefined),
        ...(passes ? [passReviews({ id: task.id, reviewer_id: by.id })] : []),
        ...(reviews ? [keepReviews(reviewOf(task, args, now))] : []),
        ...ownerActed(facts.standing?.hub_seat, thread.hub_id, now),
      ],
      tell:
        reason === undefined ? [] : taskNotices(thread, task, after, reason, { people: facts.people, by, public_on }),
    })
  },
})

const reviewOf = ({ id }: Task, { by, note }: MoveTask, now: number) => ({
  id,
  review_by: by.id,
  review_at: iso(now),
  ...present({ review_note: says(note) ? note : undefined }),
})

const says = (note: Untrusted | undefined): note is Untrusted => note !== undefined && !isBlank(words(note))

const needsNote = (call: Call) =>
  invalid(
    'needs_note',
    call === 'block' ? 'Say in note what the task waits for.' : 'Say in note what the result lacks.',
  )

/** The moves whose note is kept with the task. */
const said: Partial<Record<Call, true>> = { block: true, decline: true, cancel: true }

/** Starting a task that one has already is not reported. */
const reasonOf = (call: Call, claims: boolean) => (call === 'start' ? (claims ? 'taken' : undefined) : reasons[call])

const reasons = {
  take: 'taken',
  block: 'blocked',
  unblock: 'unblocked',
  decline: 'declined',
  cancel: 'cancelled',
  approve: 'approved',
  send_back: 'sent_back',
} as const
