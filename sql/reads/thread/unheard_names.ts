import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, allValues } from '../../client.ts'
import { lastHere } from '../account/last_here.ts'
import { isAgentOf } from '../account/own_ids.ts'

interface NamesIn {
  /** lower case, without the @ */
  readonly handles: readonly string[]
  readonly thread_id: string
  readonly hub_id: string
}

interface UnheardWanted extends NamesIn {
  readonly me: string
  /** who wrote in the thread hears without a seat */
  readonly readable: boolean
}

interface UnheardRow {
  readonly handle: string
  /** the reader's own agent */
  readonly agent_id: string | null
  readonly agent_name: Untrusted | null
  /** it would hear of it, but was never here */
  readonly to_come: boolean
}

/**
 * Which of these handles reach no one in this thread, or an agent of the reader's that was never here. The participant is
 * named only for the reader's own agents.
 */
export const unheardNames = (
  sql: Sql,
  { handles, thread_id, hub_id, me, readable }: UnheardWanted,
): Promise<readonly UnheardRow[]> => sql<UnheardRow[]>`
  select asked.handle, own.id as agent_id, own.name as agent_name, hears.so as to_come
  from unnest(${handles}::text[]) with ordinality as asked (handle, at)
  left join handle on handle.handle = asked.handle and handle.reserved_until is null
  left join participant on participant.id = handle.participant_id
  left join participant own on own.id = participant.id and ${isAgentOf(sql, sql`own`, me)}
  cross join lateral (select participant.id is not null and (participant.id = ${me}
    or exists (select from seat where seat.participant_id = coalesce(participant.parent_id, participant.id)
      and seat.scope_id in (${hub_id}, ${thread_id}))
    or ${readable} and exists (
      select from post where post.author_id = participant.id and post.thread_id = ${thread_id})) as so) hears
  where not hears.so or (own.id is not null and ${lastHere(sql, sql`own.id`)} is null)
  order by asked.at`

/** Which of these handles belong to no participant with a seat or a post in this thread. */
export const namesOfNobody = (sql: Sql, { handles, thread_id, hub_id }: NamesIn): Promise<readonly string[]> =>
  allValues(sql`
    select asked.handle from unnest(${handles}::text[]) asked (handle)
    where not exists (
      select from handle join participant on participant.id = handle.participant_id
      where handle.handle = asked.handle and handle.reserved_until is null
        and (exists (select from seat where seat.participant_id = coalesce(participant.parent_id, participant.id)
            and seat.scope_id in (${hub_id}, ${thread_id}))
          or exists (select from post where post.author_id = participant.id and post.thread_id = ${thread_id})))`)
