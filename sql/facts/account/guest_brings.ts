import type { InboxItem, Named } from '../../../src/records/home/inbox_item.ts'
import { inbox } from '../../../src/rules/limits.ts'
import { factById, factOfEach } from '../../fact.ts'
import { records } from '../../client.ts'

/** The threads that a participant started, found by its posts: the first one of each is theirs. */
export const threadsBegun = factById.values<string>({
  name: 'thread.begun',
  read: (sql, starters) => sql`
    select starter_id as key, array_agg(id order by id) as value from thread
    where starter_id = any(${starters})
      and id in (select thread_id from post where author_id = any(${starters}) and seq = 1)
    group by starter_id`,
})

/** The pads that a participant made or edited. */
export const padsWritten = factById.values<string>({
  name: 'pad.written',
  read: (sql, authors) => sql`
    select author_id as key, array_agg(distinct pad_id order by pad_id) as value from edit
    where author_id = any(${authors}) and version is not null group by author_id`,
})

export interface UnreadItem extends Named, Pick<InboxItem, 'kind' | 'wakes' | 'at' | 'from_id' | 'from_kind'> {
  readonly note_of?: string
}

/** What a participant was sent, DMs aside, and has not acknowledged: the newest of it, oldest first. */
export const unreadItems = factOfEach<string, readonly UnreadItem[]>({
  name: 'inbox_item.unread',
  id: String,
  read: async (sql, participant) => {
    const newest = await records<UnreadItem>(sql`
      select kind, wakes, at, from_id, from_kind, note_of, hub_id, thread_id, post_id, post_seq, pad_id, section_id,
        edit_id, decision_id, task_id, task_state, reason
      from inbox_item where participant_id = ${participant} and acked_at is null and dm_id is null
      order by seq desc limit ${inbox.comeAlong}`)
    return newest.toReversed()
  },
  none: [],
})
