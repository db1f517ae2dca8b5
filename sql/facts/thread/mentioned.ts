import type { ParticipantKind } from '../../../src/rules/caller.ts'
import { pace } from '../../../src/rules/limits.ts'
import { factBy } from '../../fact.ts'
import { braked } from '../../reads/account/inbox_standings.ts'
import { inMs } from '../../client.ts'

/** A participant mentioned in a post, in relation to the thread and the sender. */
export interface Named {
  readonly id: string
  readonly kind: ParticipantKind
  /** has a seat in the hub or the thread; for a sub-agent: its parent has */
  readonly seated: boolean
  /** has posted in the thread */
  readonly posted: boolean
  /** epoch milliseconds of the oldest notice within the sender's limit for this inbox; absent below the limit */
  readonly window_since?: number
}

/** By a current or earlier handle, in lower case and without the @. */
export const named = factBy({ handle: 'text', hub_id: 'text', thread_id: 'text', sender_id: 'text' }, [
  'sender_id',
  'thread_id',
  'handle',
]).record<Named>({
  name: 'participant.named',
  read: (sql, asked) => sql`
    select asked.key, participant.id, participant.kind,
      exists (select from seat where seat.participant_id = coalesce(participant.parent_id, participant.id)
        and seat.scope_id in (asked.hub_id, asked.thread_id)) as seated,
      exists (select from post where post.author_id = participant.id and post.thread_id = asked.thread_id) as posted,
      (select ${inMs(sql, 'at')} from inbox_item where inbox_item.participant_id = participant.id
        and ${braked(sql)} and inbox_item.from_id = asked.sender_id
        order by at desc offset ${pace.mentionNotices.limit - 1} limit 1) as window_since
    from ${asked}
    join handle on handle.handle = asked.handle and handle.reserved_until is null
    join participant on participant.id = handle.participant_id`,
})
