import { type ThreadNow, threadStatus } from '../../src/rules/states/thread_status.ts'
import type { ThreadStatus } from '../../src/rules/closed_lists.ts'
import type { Effect } from '../../sql/effect.ts'
import { advanceThreads, type WrittenThread } from '../../sql/effects/thread/threads.ts'
import type { Sql } from '../../sql/client.ts'
import { movableTasks, type Task } from '../../sql/reads/thread/task_states.ts'
import { type ThreadState, threadStates } from '../../sql/reads/thread/thread_states.ts'
import { presentAs } from '../../src/records/present.ts'
import type { Outcome } from '../runtime/actor.ts'
import { noRun, type Run } from './posts/agent_only_run.ts'
import { iso } from '../../src/rules/units.ts'

export interface Thread extends Omit<ThreadState, 'run'> {
  readonly run: Run
  /** tasks that can still move, by id */
  readonly tasks: ReadonlyMap<string, Task>
  /** when two humans were last known to have seats here, epoch milliseconds; refreshed, since seats end */
  readonly shared_at?: number
  /** participants who got a seat in the batch of that time (epoch milliseconds), which that batch's facts lack */
  readonly came?: { readonly at: number; readonly who: readonly string[] }
}

export async function loadThreads(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, Thread>> {
  const [states, tasks] = await Promise.all([threadStates(sql, ids), movableTasks(sql, ids)])
  const threads = new Map<string, Thread>()
  for (const [id, { run, ...state }] of states) {
    threads.set(id, { ...state, run: (run as Run | undefined) ?? noRun, tasks: tasks.get(id) ?? noTasks })
  }
  return threads
}

export const noTasks: ReadonlyMap<string, Task> = new Map()

export const statusFacts = (thread: Thread): ThreadNow => ({
  answered: thread.status === 'answered',
  folded: thread.fold !== undefined,
  hidden: isHidden(thread),
})

export const statusOf = (thread: Thread): ThreadStatus => threadStatus(statusFacts(thread))
export const isFolded = (thread: Thread): boolean => statusOf(thread) === 'folded'
export const isHidden = (thread: Thread): boolean => thread.fold?.level === 'hide'

/**
 * A change that readers see: it increments the version. Not a spread, after which each state would have a shape of its own,
 * for which nothing that reads it could be compiled.
 */
export const advanced = (thread: Thread, changes: Partial<Thread>, at: number): Thread =>
  Object.assign({}, thread, changes, { version: thread.version + 1, updated_at: at })

/** What the thread's row takes of its state. */
export const writtenOf = (thread: Pick<Thread, keyof WrittenThread>): WrittenThread =>
  presentAs({
    id: thread.id,
    version: thread.version,
    last_seq: thread.last_seq,
    status: thread.status,
    updated_at: iso(thread.updated_at),
    answer_id: thread.answer_id,
    answer_by: thread.answer_id === undefined ? undefined : thread.answer_by,
    dispute: thread.dispute,
    run: thread.run === noRun ? undefined : thread.run,
  })

/** The effect that stores them. */
const advance = (thread: Thread): Effect => advanceThreads(writtenOf(thread))

export const wakeOf = (thread: Thread): { version: number; last_seq: number } => ({
  version: thread.version,
  last_seq: thread.last_seq,
})

/** The outcome of a change that readers see: it stores the thread's new row and wakes its waits. */
export const storing = <Reply>(
  state: Thread,
  { effects = [], ...rest }: Omit<Outcome<Thread, Reply>, 'state' | 'wake'>,
): Outcome<Thread, Reply> =>
  Object.assign({}, rest, { state, effects: [...effects, advance(state)], wake: wakeOf(state) })
