import type { Reason } from '../errors.ts'
import { timers } from '../limits.ts'
import type { TaskReview, TaskState } from '../closed_lists.ts'

export type TaskCall =
  | 'take'
  | 'start'
  | 'block'
  | 'unblock'
  | 'decline'
  | 'cancel'
  | 'submit'
  | 'approve'
  | 'send_back'
  | 'idle'

/** The roles of a caller with regard to a task. Every participant who can post in its thread is `inThread`. */
export interface TaskStanding {
  readonly inThread?: boolean
  readonly assignee?: boolean
  readonly creator?: boolean
  /** owner or helper */
  readonly keeper?: boolean
  readonly reviewer?: boolean
  /** counts as one human with whom they would work for: the reviewer of what they take, the assignee whose result waits */
  readonly otherSide?: boolean
}

/** When the reviewer can no longer act there, those who may unblock a task review it, so that work goes on. */
export const withReviewer = (
  standing: TaskStanding,
  { named, gone }: { readonly named: boolean; readonly gone: boolean },
): TaskStanding => ({
  ...standing,
  reviewer: named || (gone && (standing.creator === true || standing.keeper === true)),
})

type Standing = TaskStanding | 'timer'
type Who = Exclude<keyof TaskStanding, 'otherSide'> | 'timer'

interface TaskMove {
  readonly from: readonly TaskState[]
  readonly call: TaskCall
  readonly who: readonly Who[]
  readonly to: TaskState
  /** a new holder: `claim` is incremented */
  readonly claims?: true
  readonly clearsAssignee?: true
  readonly review?: TaskReview
  /** only while the result waits for its reviewer */
  readonly underReview?: true
}

const taskMoves: readonly TaskMove[] = [
  { from: ['open'], call: 'take', who: ['inThread'], to: 'taken', claims: true },
  { from: ['assigned'], call: 'take', who: ['assignee'], to: 'taken', claims: true },
  { from: ['open'], call: 'start', who: ['inThread'], to: 'working', claims: true },
  { from: ['assigned'], call: 'start', who: ['assignee'], to: 'working', claims: true },
  { from: ['taken'], call: 'start', who: ['assignee'], to: 'working' },
  { from: ['taken', 'working'], call: 'block', who: ['assignee'], to: 'blocked' },
  { from: ['blocked'], call: 'unblock', who: ['assignee', 'creator', 'keeper'], to: 'working' },
  {
    from: ['assigned', 'taken', 'working', 'blocked'],
    call: 'decline',
    who: ['assignee'],
    to: 'open',
    clearsAssignee: true,
  },
  {
    from: ['open', 'assigned', 'taken', 'working', 'blocked'],
    call: 'cancel',
    who: ['creator', 'keeper'],
    to: 'cancelled',
  },
  { from: ['open'], call: 'submit', who: ['inThread'], to: 'done', claims: true, review: 'waiting' },
  { from: ['assigned'], call: 'submit', who: ['assignee'], to: 'done', claims: true, review: 'waiting' },
  { from: ['taken', 'working', 'blocked'], call: 'submit', who: ['assignee'], to: 'done', review: 'waiting' },
  { from: ['done'], call: 'approve', who: ['reviewer'], to: 'done', review: 'approved', underReview: true },
  { from: ['done'], call: 'send_back', who: ['reviewer'], to: 'working', review: 'sent_back', underReview: true },
  { from: ['assigned', 'taken', 'working', 'blocked'], call: 'idle', who: ['timer'], to: 'open', clearsAssignee: true },
]

export interface TaskNow {
  readonly state: TaskState
  readonly review?: TaskReview
  /** a reviewer is named; without one a result waits for no review */
  readonly reviewed?: boolean
}

export type TaskAnswer =
  | {
      readonly moved: true
      readonly to: TaskState
      readonly claims: boolean
      readonly clearsAssignee: boolean
      readonly review?: TaskReview
    }
  /** the call changes nothing */
  | { readonly moved: false; readonly already: true }
  | {
      readonly moved: false
      readonly already: false
      readonly error: 'forbidden'
      readonly reason: Reason<'forbidden'>
    }
  | {
      readonly moved: false
      readonly already: false
      readonly error: 'conflict'
      readonly reason: Reason<'conflict'>
      readonly moves: readonly TaskCall[]
    }

/** Decides what a call does to a task, or why it is refused. `timer` may only call `idle`. */
export function moveTask(task: TaskNow, call: TaskCall, standing: Standing): TaskAnswer {
  if (standing !== 'timer' && isSoAlready(task, call, standing)) return { moved: false, already: true }
  const move = taskMoves.find((one) => one.call === call && isOpenTo(one, task))
  if (!move)
    return (isReview(call) && !isReviewer(standing)) || isAnothers(task, call, standing)
      ? refusedCaller(task, call, standing)
      : refusedMove(task, call, standing)
  if (!isFor(move, standing)) return refusedCaller(task, call, standing)
  const review = call === 'submit' && !task.reviewed ? undefined : move.review
  return {
    moved: true,
    to: move.to,
    claims: move.claims === true,
    clearsAssignee: move.clearsAssignee === true,
    ...(review && { review }),
  }
}

/** The calls that are legal in this state, for this caller or for some. Nobody reviews what they did themselves. */
export const taskMovesFrom = (task: TaskNow, standing?: Standing): readonly TaskCall[] => [
  ...new Set(
    taskMoves
      .filter((move) => move.call !== 'idle' && isOpenTo(move, task) && (!standing || isFor(move, standing)))
      .filter((move) => !(isOtherSide(standing) && (move.claims === true || move.underReview === true)))
      .map((move) => move.call),
  ),
]

const isOpenTo = (move: TaskMove, task: TaskNow): boolean =>
  move.from.includes(task.state) && (!move.underReview || task.review === 'waiting')

const isFor = (move: TaskMove, standing: Standing): boolean =>
  move.who.some((who) => (who === 'timer' ? standing === 'timer' : standing !== 'timer' && standing[who] === true))

const isReview = (call: TaskCall): boolean => call === 'approve' || call === 'send_back'

const isOtherSide = (standing: Standing | undefined): boolean =>
  standing !== undefined && standing !== 'timer' && standing.otherSide === true

const isReviewer = (standing: Standing): boolean => standing !== 'timer' && standing.reviewer === true

const assignedStates: readonly TaskState[] = ['taken', 'working', 'blocked']
const assigneesCalls: readonly TaskCall[] = ['start', 'block', 'decline']

/** Whether the call is the assignee's alone and the task is another's, in whichever state it is. */
const isAnothers = ({ state }: TaskNow, call: TaskCall, standing: Standing): boolean =>
  assigneesCalls.includes(call) &&
  (state === 'assigned' || assignedStates.includes(state)) &&
  !(standing !== 'timer' && standing.assignee === true)

function isSoAlready(task: TaskNow, call: TaskCall, standing: TaskStanding): boolean {
  if (call === 'take') return standing.assignee === true && assignedStates.includes(task.state)
  if (call === 'start') return standing.assignee === true && task.state === 'working'
  if (call === 'block') return standing.assignee === true && task.state === 'blocked'
  if (call === 'cancel') return task.state === 'cancelled' && (standing.creator === true || standing.keeper === true)
  return call === 'approve' && standing.reviewer === true && task.review === 'approved'
}

function refusedMove(task: TaskNow, call: TaskCall, standing: Standing): TaskAnswer {
  const moves = taskMovesFrom(task, standing)
  if (call === 'take' && assignedStates.includes(task.state)) return conflicting('task_taken', moves)
  if (call === 'submit') return conflicting('task_closed', moves)
  return conflicting('bad_move', moves)
}

function refusedCaller(task: TaskNow, call: TaskCall, standing: Standing): TaskAnswer {
  if (call === 'take' && task.state === 'assigned') return conflicting('task_taken', taskMovesFrom(task, standing))
  const reason = whoItTakes[call] ?? 'not_assignee'
  return { moved: false, already: false, error: 'forbidden', reason }
}

const whoItTakes: Partial<Record<TaskCall, Reason<'forbidden'>>> = {
  cancel: 'needs_helper',
  approve: 'not_reviewer',
  send_back: 'not_reviewer',
}

const conflicting = (reason: Reason<'conflict'>, moves: readonly TaskCall[]): TaskAnswer => ({
  moved: false,
  already: false,
  error: 'conflict',
  reason,
  moves,
})

/** Whether the work on the task has ended, though its result may still wait for a reviewer. */
export const hasEnded = ({ state }: Pick<TaskNow, 'state'>): boolean => state === 'done' || state === 'cancelled'

/** Whether no call moves the task any more: a result that waits for its reviewer may still be sent back. */
export const isOver = (task: Pick<TaskNow, 'state' | 'review'>): boolean => hasEnded(task) && task.review !== 'waiting'

/** How long a task may stand without progress before it is released; undefined in states without a timer. */
export function idleAfter(state: TaskState): number | undefined {
  if (state === 'taken' || state === 'working') return timers.idleTask
  return state === 'assigned' || state === 'blocked' ? timers.waitingTask : undefined
}
