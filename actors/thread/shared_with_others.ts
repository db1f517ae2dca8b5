import type { Caller } from '../../src/rules/caller.ts'
import { minutes } from '../../src/rules/units.ts'
import { whetherShared } from '../shared_with_others.ts'
import { presentAs } from '../../src/records/present.ts'
import type { Thread } from './state.ts'

/** How long a thread is taken as shared without a new look, since seats may end. */
const sharedFor = minutes(1)

/** Whether another human's ids have a seat in the thread, as a fact; not loaded while the answer is known. */
export const whetherThreadShared = (thread: Thread, by: Caller) =>
  whetherShared(thread.shared_at === undefined ? by : {}, { place_id: thread.id, hub_id: thread.hub_id })

/** `alone`: what a linked agent writes there counts in no pool. `since`: when it was last known to be shared. */
export function sharedAfter(
  thread: Thread,
  by: Caller,
  shared: boolean | undefined,
  now: number,
): { since?: number; alone: boolean } {
  if (shared !== undefined) return shared ? { since: now, alone: false } : { alone: by.human_id !== undefined }
  const { shared_at } = thread
  return presentAs({
    alone: false,
    since: shared_at !== undefined && now - shared_at < sharedFor ? shared_at : undefined,
  })
}
