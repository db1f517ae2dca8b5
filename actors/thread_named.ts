import { type Caller, holderOf, readerFor } from '../src/rules/caller.ts'
import { unreadable } from '../src/rules/errors.ts'
import { readsPart } from '../src/rules/may_read/readable.ts'
import { type ThreadPlace, threadPlaces } from '../sql/facts/thread/thread_places.ts'

/** The thread that a call about something else names, with the caller's seats there. */
export const placeOfThread = (by: Caller, thread_id: string | undefined) =>
  threadPlaces.maybe(thread_id === undefined ? undefined : { thread_id, participant_id: holderOf(by) })

/** Returns the named thread of that hub. One that the caller cannot read counts as missing. */
export function threadNamed(
  hub_id: string,
  thread: ThreadPlace | undefined,
  by: Caller,
  publicOn: boolean,
): ThreadPlace {
  if (thread?.hub_id !== hub_id || !readsPart(thread, thread, readerFor(by, publicOn))) throw unreadable('thread')
  return thread
}
