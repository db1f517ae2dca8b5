import type { Sql } from '../../client.ts'
import { allValues } from '../../rows.ts'

interface NamesIn {
  /** lower case, without the @ */
  readonly handles: readonly string[]
  readonly thread_id: string
  readonly hub_id: string
}

/** Which of these handles nobody has who takes part in this thread: who has a seat, or wrote in it. */
export const namesOfNobody = (sql: Sql, { handles, thread_id, hub_id }: NamesIn): Promise<readonly string[]> =>
  allValues(sql`
    select asked.handle from unnest(${handles}::text[]) asked (handle)
    where not exists (
      select from handle join participant on participant.id = handle.participant_id
      where handle.handle = asked.handle and handle.reserved_until is null
        and (exists (select from seat where seat.participant_id = coalesce(participant.parent_id, participant.id)
            and seat.scope_id in (${hub_id}, ${thread_id}))
          or exists (select from post where post.author_id = participant.id and post.thread_id = ${thread_id})))`)
