import { factBy } from '../fact.ts'
import { sharedWithOthers } from '../reads/shared_with_others.ts'

/**
 * Whether a participant other than one human and their agents has a seat in the thread or pad that a write goes to, in the
 * thread that a decision on a pad names (else empty), or in their hub.
 */
export const sharedPlaces = factBy({ place_id: 'text', hub_id: 'text', thread_id: 'text', human_id: 'text' }, [
  'place_id',
  'thread_id',
  'human_id',
]).value<boolean>({
  name: 'place.shared',
  read: (sql, asked) => sql`
    select asked.key, ${sharedWithOthers(sql, { places: sql`asked.hub_id, asked.place_id, asked.thread_id`, human: sql`asked.human_id` })} as value
    from ${asked}`,
})
