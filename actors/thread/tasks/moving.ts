import { conflict, unreadable } from '../../../src/rules/errors.ts'
import { isKeeper } from '../../../src/rules/may_read/readable.ts'
import { allow, type Asked, denied, may } from '../../../src/rules/rights.ts'
import {
  hasEnded,
  isOver,
  moveTask,
  type TaskAnswer,
  type TaskCall,
  type TaskStanding,
  withReviewer,
} from '../../../src/rules/states/task_moves.ts'
import type { Effect } from '../../../sql/effect.ts'
import { moveTasks } from '../../../sql/effects/thread/tasks.ts'
import type { PersonThere } from '../../../sql/facts/thread/people_concerned.ts'
import { tasks } from '../../../sql/facts/thread/tasks.ts'
import type { Task } from '../../../sql/reads/thread/task_states.ts'
import { stored } from '../../../sql/stored.ts'
import { present, presentAs } from '../../../src/records/present.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { checkNotPaused } from '../../moderation/agents_paused.ts'
import type { By, Facts } from '../../runtime/actor.ts'
import { readableBy, standingIn } from '../access.ts'
import type { Thread } from '../state.ts'
import { concernedBy, couldWork, personIn, sameHuman } from './task_notices.ts'
import { idleAt } from './tasks.ts'
import { iso } from '../../../src/rules/units.ts'

const taskIn = (thread: Thread, id: string, over: MoveFacts['over']) => {
  const task = thread.tasks.get(id) ?? over
  const elsewhere = task && 'thread_id' in task && task.thread_id !== thread.id
  if (!task || elsewhere) throw unreadable('task')
  return task
}

export interface Moving extends By {
  readonly task_id: string
  /** the claim number that the caller holds */
  readonly claim?: number
}

export const neededToMove = (thread: Thread, { by, task_id }: Moving) => ({
  standing: standingIn(thread, by),
  // loaded only when the task is over and no longer in the thread's state
  over: tasks.maybe(thread.tasks.has(task_id) ? undefined : task_id),
  people: concernedBy(thread, thread.tasks.get(task_id)),
})
type MoveFacts = Facts<ReturnType<typeof neededToMove>>

/** The caller and the task, after the checks that the caller may act here at all. */
export function movedBy(
  thread: Thread,
  { by, task_id, claim }: Moving,
  call: TaskCall,
  facts: MoveFacts,
  public_on: boolean,
): { task: Task; asked: Asked; what: TaskStanding } {
  const { asked, standing } = readableBy(thread, by, facts.standing, public_on, 'task')
  const task = taskIn(thread, task_id, facts.over)
  if (standing.removed) throw denied('removed', asked)
  // a thread's lock does not count: it stops posts, not work that was given before
  allow(call === 'approve' ? 'approve_result' : 'work_on_task', asked)
  checkNotPaused(by, standing)
  if (claim !== undefined && claim !== task.claim) throw superseded(task, task.assignee_id === by.id)
  return {
    task,
    asked,
    what: withReviewer(
      {
        inThread: true,
        assignee: task.assignee_id === by.id,
        creator: task.creator_id === by.id,
        keeper: isKeeper(standing),
        otherSide: sameHuman(personIn(facts.people, thread, otherSideOf(task)), by),
      },
      { named: task.reviewer_id === by.id, gone: hasReviewerGone(thread, task, facts.people) },
    ),
  }
}

/** Who works on it and who reviews it are two humans. */
const otherSideOf = ({ review, assignee_id, reviewer_id }: Task): string | undefined =>
  review === 'waiting' ? assignee_id : reviewer_id

/** Decided by the reviewer's current seat and account, so that it holds for results that have waited for long. */
function hasReviewerGone(thread: Thread, task: Task, found: ReadonlyMap<string, PersonThere>): boolean {
  if (task.review !== 'waiting') return false
  const reviewer = personIn(found, thread, task.reviewer_id)
  return reviewer === undefined || !couldWork(reviewer)
}

type Moved = Extract<TaskAnswer, { moved: true }>

/** The rules' answer to a call; undefined when the task is already in that state. Throws for an impossible move. */
export function moveOutcome(task: Task, call: TaskCall, what: TaskStanding, asked: Asked): Moved | undefined {
  const { state, review, reviewer_id } = task
  const answer = moveTask(presentAs({ state, review, reviewed: reviewer_id !== undefined }), call, what)
  if (answer.moved) return answer
  if (answer.already) return undefined
  if (answer.error === 'forbidden') throw denied(answer.reason, asked, call === 'cancel' ? cancelled(what) : undefined)
  const moves = [...new Set(answer.moves.map((move) => namesOfCalls[move] ?? move))]
  const details = present({ state, moves, idle_at: iso(task.idle_at) })
  throw conflict(answer.reason, sentences[answer.reason]?.(task, moves, asked) ?? `The task is ${state}.`, details)
}

const cancelled = ({ assignee }: TaskStanding): string =>
  `Only who made a task, the owner and helpers cancel it. ${assignee ? 'You give it back: update_task with action decline.' : 'Ask one of them in its thread.'}`

/** Names of calls as tools use them. */
const namesOfCalls: Partial<Record<TaskCall, string>> = {
  submit: 'submit_result',
  approve: 'review',
  send_back: 'review',
}

const sentences: Record<string, (task: Task, moves: readonly string[], asked: Asked) => string> = {
  task_taken: ({ state, idle_at }) =>
    `Somebody has this task (${state}). Ask them in the thread${idle_at === undefined ? '' : `, or wait: without progress it falls open at ${iso(idle_at)}`}.`,
  task_closed: ({ state }) => `The task is ${state}: it takes no result any more. Make a new task if more is to do.`,
  bad_move: ({ state, review }, moves, asked) =>
    `That is no move of a task that is ${state}${review ? ` (review ${review})` : ''}. ${moves.length > 0 ? `From here: ${callsOf(moves, asked)}.` : isOver(presentAs({ state, review })) ? 'It is over: create_task makes another.' : 'It is not yours to move now: ask in the thread.'}`,
}

const callsOf = (moves: readonly string[], asked: Asked): string => {
  const actions = moves.filter((move) => !callsApart.has(move))
  const calls = actions.length === 0 ? [] : [`update_task with action ${actions.join(', ')}`]
  for (const [move, call] of callsApart) if (moves.includes(move)) calls.push(call(asked))
  return calls.join('; or ')
}

/** Moves that take more than their name. */
const callsApart: ReadonlyMap<string, (asked: Asked) => string> = new Map<string, (asked: Asked) => string>([
  ['submit_result', () => 'submit_result with pad_id, edit_id or link'],
  [
    'review',
    (asked) =>
      `update_task with action review and outcome ${may('approve_result', asked) === true ? 'approve or send_back' : 'send_back'}`,
  ],
])

const superseded = ({ claim, state }: Task, holds: boolean) =>
  conflict(
    'claim_superseded',
    hasEnded({ state })
      ? `The claim you sent is not the current one (${claim}), and the task is ${state}. Look at it again with open_thread.`
      : holds
        ? `The claim you sent is not the current one. The task is yours under claim ${claim}: look at it again with open_thread, and send that.`
        : `The claim you sent is not the current one (${claim}): the task changed hands. Stop working on it, or look at it again with open_thread.`,
    { claim, state },
  )

/** The task after a move. Its idle time starts with the new state; a move by its assignee counts as progress. */
export function afterMove(task: Task, move: Moved, mover: string | undefined, now: number): Task {
  const { assignee_id, taken_at, last_progress_at, idle_at: _, done_at, review, ...rest } = task
  const holder = move.claims ? mover : move.clearsAssignee ? undefined : assignee_id
  const taken = move.claims ? now : move.clearsAssignee ? undefined : taken_at
  const progress = mover !== undefined && (mover === assignee_id || mover === holder) ? now : last_progress_at
  const done = move.to === 'done' ? (task.state === 'done' ? done_at : now) : undefined
  const reviewed = move.review ?? review
  return {
    ...rest,
    state: move.to,
    claim: task.claim + (move.claims ? 1 : 0),
    n: task.n + 1,
    ...present({
      assignee_id: holder,
      taken_at: taken,
      last_progress_at: progress,
      idle_at: idleAt(move.to, now),
      done_at: done,
      review: reviewed,
    }),
  }
}

/** A result sent back to an assignee who can do no work there any more makes the task open at once. */
export const sentBackTo = (move: Moved, assignee: PersonThere | undefined): Moved =>
  assignee && couldWork(assignee) ? move : { ...move, to: 'open', clearsAssignee: true }

/** The effect that stores a move, with the mover's note. */
export const keepMove = (task: Task, now: number, block_note?: Untrusted): Effect =>
  moveTasks({ ...stored(task), updated_at: iso(now), ...present({ block_note }) })
