import type { Caller } from '../../../src/rules/caller.ts'
import { endsWaits } from '../../../src/rules/events.ts'
import { principal } from '../../../src/rules/one_human.ts'
import { invalid } from '../../../src/rules/errors.ts'
import { type Asked, denied } from '../../../src/rules/rights.ts'
import { readsPart, seatIn } from '../../../src/rules/may_read/readable.ts'
import type { TaskStanding } from '../../../src/rules/states/task_moves.ts'
import { people, type PersonThere } from '../../../sql/facts/thread/people_concerned.ts'
import type { Task } from '../../../sql/reads/thread/task_states.ts'
import { present } from '../../../src/records/present.ts'
import { from, notice, type NoticeOf, type ReasonOf } from '../../notices.ts'
import type { Tell } from '../../runtime/actor.ts'
import { isFolded, isHidden, type Thread } from '../state.ts'

const keyIn = (thread: Thread, named: string) => ({ named, hub_id: thread.hub_id, scope_id: thread.id })

/** Participants by id or handle, as facts. */
export const peopleIn = (thread: Thread, named: readonly (string | undefined)[]) =>
  people.ofAll([...new Set(named)].flatMap((one) => (one === undefined ? [] : [keyIn(thread, one)])))

export const personIn = (
  found: ReadonlyMap<string, PersonThere>,
  thread: Thread,
  named: string | undefined,
): PersonThere | undefined => (named === undefined ? undefined : found.get(people.id(keyIn(thread, named))))

/** Everyone concerned by a task's moves: its creator, assignee and reviewer. */
export const concernedBy = (thread: Thread, ...tasks: readonly (Task | undefined)[]) =>
  peopleIn(
    thread,
    tasks.flatMap((task) => (task ? [task.creator_id, task.assignee_id, task.reviewer_id] : [])),
  )

/** Whether a participant can read the thread: only then are they told what happens in it. */
export const canRead = (thread: Thread, person: PersonThere, publicOn: boolean): boolean =>
  !person.out_of_reach &&
  readsPart({ id: thread.id, audience: person.audience, hidden: isHidden(thread) }, person, { publicOn })

/** Whether a participant could take or review a task: only then are they asked to. */
export const couldWork = (person: PersonThere): boolean => !person.idle && seatIn(person) !== undefined

interface Telling {
  /** absent when the service itself acts */
  readonly by?: Pick<Caller, 'id' | 'kind'>
  readonly public_on: boolean
}

type TaskItem = {
  [K in 'assigned' | 'review_wanted' | 'task_update' | 'result_in']: Omit<NoticeOf<K>, 'from_kind'>
}['assigned' | 'review_wanted' | 'task_update' | 'result_in']

/** A notice about a task for one of those it concerns; none for the participant who acted or cannot read the thread. */
export function itemFor(
  thread: Thread,
  task: Task,
  to: PersonThere | undefined,
  item: TaskItem,
  { by, public_on }: Telling,
): Tell[] {
  if (!to || to.id === by?.id || !canRead(thread, to, public_on)) return []
  if (item.kind === 'review_wanted' && !couldWork(to)) return []
  const about = { hub_id: thread.hub_id, thread_id: thread.id, task_id: task.id }
  // in a folded thread mentions wake no one, and so assignments do not either
  const quiet = item.kind === 'assigned' && isFolded(thread)
  return [notice(to.id, { ...from(by), ...about, ...item, ...present({ quiet: quiet || undefined }) })]
}

/** Tells creator, reviewer and the assignee, or the former one, how a task moved. */
export function taskNotices(
  thread: Thread,
  before: Task,
  after: Task,
  reason: ReasonOf<'task_update'>,
  { people: found, ...telling }: Telling & { readonly people: ReadonlyMap<string, PersonThere> },
): Tell[] {
  const assignee = after.assignee_id ?? before.assignee_id
  const kind = 'task_update'
  const told = new Set([assignee, before.creator_id, before.reviewer_id])
  return [...told].flatMap((to) =>
    itemFor(
      thread,
      after,
      personIn(found, thread, to),
      { kind, task_state: after.state, reason, ...(!endsWaits(kind, to === assignee) && { quiet: true }) },
      telling,
    ),
  )
}

/** Throws when the taker reviews the task, or counts as one human with its reviewer: none could approve the result. */
export function mayTake({ reviewer_id }: Task, { otherSide }: TaskStanding, asked: Asked): void {
  if (!otherSide) return
  if (reviewer_id === asked.by.id) {
    throw invalid('reviewer_is_assignee', 'You review this task, so somebody else has to do it.')
  }
  throw denied('linked_to_author', asked, 'You and its reviewer count as one human. Leave this task to somebody else.')
}

export const sameHuman = (person: PersonThere | undefined, by: Caller): boolean =>
  person !== undefined && person.principal_id === principal(by)
