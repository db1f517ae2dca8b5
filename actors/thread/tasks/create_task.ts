import { invalid, notFound } from '../../../src/rules/errors.ts'
import { seatIn } from '../../../src/rules/may_read/readable.ts'
import { type Asked, denied } from '../../../src/rules/rights.ts'
import type { World } from '../../../src/rules/world.ts'
import type { PostFacts } from '../../../src/text/unwanted/post_facts.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { insertTasks, type TaskRow } from '../../../sql/effects/thread/tasks.ts'
import { anchors } from '../../../sql/facts/pad/anchors.ts'
import type { PersonThere } from '../../../sql/facts/thread/people_concerned.ts'
import type { Task } from '../../../sql/reads/thread/task_states.ts'
import { presentAs } from '../../../src/records/present.ts'
import { type Facts, message, type Outcome } from '../../runtime/actor.ts'
import { checkPadNamed, placeOfPad } from '../../pad_named.ts'
import { refuseKeyRequest } from '../../moderation/refuse_key_request.ts'
import { mayAct, readableBy, standingIn } from '../access.ts'
import { type Grounded, groundsFor, groundsOf } from '../grounds.ts'
import { whetherThreadShared, sharedAfter } from '../shared_with_others.ts'
import { advanced, storing, type Thread, wakeOf } from '../state.ts'
import { canRead, couldWork, itemFor, peopleIn, personIn } from './task_notices.ts'
import { idleAt, type TaskReply, taskReply, withTask } from './tasks.ts'
import { iso } from '../../../src/rules/units.ts'

interface CreateTask extends Grounded {
  /** minted by the door */
  readonly task_id: string
  readonly title: Untrusted
  readonly details?: Untrusted
  /** an id, or a handle in lower case without the @ */
  readonly assignee?: string
  readonly reviewer?: string
  readonly pad_id?: string
  readonly section_id?: string
  /** ISO 8601 */
  readonly due?: string
  readonly unwanted?: PostFacts['unwanted']
}

interface TaskCreated extends TaskReply {
  /** no other human's ids have a seat here */
  readonly alone?: true
}

const needs = (
  thread: Thread,
  { assignee, reviewer, pad_id, section_id, ...args }: CreateTask,
  { public_on }: World,
) => ({
  standing: standingIn(thread, args.by),
  people: peopleIn(thread, [assignee, reviewer]),
  pad: placeOfPad(args.by, pad_id),
  section: anchors.maybe(
    pad_id === undefined || section_id === undefined ? undefined : { pad_id, anchor: section_id, public_on },
  ),
  grounds: groundsFor(args, public_on),
  shared: whetherThreadShared(thread, args.by),
})
type Loaded = Facts<ReturnType<typeof needs>>

/** A task made from a thread, for an assignee who can read the thread or for anyone in it. It takes the next seq. */
export const createTask = message({
  needs,
  decide: (thread: Thread, args: CreateTask, facts, { now, public_on }): Outcome<Thread, TaskCreated> => {
    const { by } = args
    const access = readableBy(thread, by, facts.standing, public_on)
    mayAct('create_task', thread, access)
    const workers = workersNamed(thread, args, facts.people, access.asked, public_on)
    checkSources(args, facts, public_on)
    const grounds = groundsOf({ id: args.task_id, thread_id: thread.id }, args, facts.grounds)
    refuseKeyRequest(args.unwanted, access.asked)

    const task = newTask(thread, args, workers, now)
    const shared = sharedAfter(thread, by, facts.shared, now)
    const { shared_at: _, ...known } = thread
    const next = advanced(
      known,
      presentAs({ last_seq: task.seq, tasks: withTask(thread, task), shared_at: shared.since }),
      now,
    )
    const created = storing<TaskCreated>(next, {
      reply: presentAs({ ...taskReply(next, task), alone: shared.alone ? true : undefined }),
      effects: [insertTasks(rowOf(thread, args, task, now)), ...grounds],
      tell: itemFor(thread, task, workers.assignee, { kind: 'assigned', task_state: task.state }, { by, public_on }),
    })
    return { ...created, wake: { ...wakeOf(next), within: thread.hub_id } }
  },
})

interface Workers {
  readonly assignee: PersonThere | undefined
  readonly reviewer: PersonThere | undefined
}

/** The assignee and the reviewer. Throws when the two count as one human. */
function workersNamed(
  thread: Thread,
  names: CreateTask,
  people: Loaded['people'],
  asked: Asked,
  publicOn: boolean,
): Workers {
  const assignee = workerNamed(thread, 'assignee', names.assignee, people, publicOn)
  const reviewer = workerNamed(thread, 'reviewer', names.reviewer, people, publicOn)
  if (assignee && reviewer) {
    if (assignee.id === reviewer.id) {
      throw invalid('reviewer_is_assignee', 'Nobody reviews their own result. Name somebody else as reviewer.')
    }
    if (assignee.principal_id === reviewer.principal_id) {
      throw denied(
        'linked_to_author',
        asked,
        'The reviewer and the assignee count as one human. Name somebody else as reviewer.',
      )
    }
  }
  return { assignee, reviewer }
}

/** Throws when the pad or section that the task names is not there for its creator. */
function checkSources({ by, pad_id, section_id }: CreateTask, facts: Loaded, publicOn: boolean): void {
  if (pad_id !== undefined) checkPadNamed(facts.pad, by, publicOn)
  if (section_id !== undefined && facts.section?.section_id !== section_id) {
    throw invalid('unknown_section', 'section_id names no section of that pad. Take it from open_pad, with pad_id.')
  }
}

function newTask(thread: Thread, { by, task_id }: CreateTask, { assignee, reviewer }: Workers, now: number): Task {
  const state = assignee ? 'assigned' : 'open'
  return presentAs({
    id: task_id,
    seq: thread.last_seq + 1,
    state,
    creator_id: by.id,
    claim: 0,
    n: 1,
    assignee_id: assignee?.id,
    reviewer_id: reviewer?.id,
    idle_at: idleAt(state, now),
  })
}

const rowOf = (
  thread: Thread,
  { by, title, details, pad_id, section_id, from_post, due }: CreateTask,
  { id, seq, state, claim, n, assignee_id, reviewer_id, idle_at }: Task,
  now: number,
): TaskRow =>
  presentAs({
    id,
    thread_id: thread.id,
    hub_id: thread.hub_id,
    seq,
    title,
    details,
    state,
    creator_id: by.id,
    creator_human_id: by.human_id,
    host: by.via,
    assignee_id,
    reviewer_id,
    claim,
    pad_id,
    section_id,
    from_post,
    due,
    idle_at: iso(idle_at),
    n,
    created_at: iso(now),
    updated_at: iso(now),
  })

/** Throws when the named assignee or reviewer has no seat: without one they would not be woken for the task. */
function workerNamed(
  thread: Thread,
  role: 'assignee' | 'reviewer',
  named: string | undefined,
  found: ReadonlyMap<string, PersonThere>,
  publicOn: boolean,
): PersonThere | undefined {
  if (named === undefined) return undefined
  const person = personIn(found, thread, named)
  if (!person || !canRead(thread, person, publicOn)) {
    const message = `Nobody of the name given as ${role} can read this thread. open_thread with members true lists who sits in it.`
    throw notFound('unreadable', message, { field: role })
  }
  if (couldWork(person)) return person
  const work = role === 'assignee' ? 'take' : 'review'
  const has_seat = seatIn(person) !== undefined
  const why = has_seat
    ? 'they have a seat, but no work is open to them now. Name somebody else.'
    : 'they have no seat here. Let them in first.'
  throw notFound('unreadable', `Whom you gave as ${role} could not ${work} it: ${why}`, { field: role, has_seat })
}
