import type { Reaction } from '../../../src/rules/closed_lists.ts'
import type { Sql } from '../../client.ts'
import { standsRemoved } from '../hub/seats/seat_parts.ts'
import { isAgentOf } from '../account/own_ids.ts'

interface ThreadReaderWanted {
  readonly thread_id: string
  readonly hub_id: string
  /** the reader, and the participant whose seats count */
  readonly me: string
  readonly holder: string
  /** the posts shown */
  readonly posts: readonly string[]
}

/** The parts of a thread's page that depend on the reader. */
export interface ThreadReaderRow {
  /** how far the reader has read, and when */
  readonly read_seq: number | null
  readonly read_at: Date | null
  readonly reacted: readonly { readonly post_id: string; readonly reaction: Reaction }[] | null
  readonly removed: boolean
  readonly fold_by: string | null
  readonly locked_by: string | null
  /** the reader's own agents that they paused */
  readonly paused: readonly string[] | null
}

export async function threadReader(sql: Sql, wanted: ThreadReaderWanted): Promise<ThreadReaderRow> {
  const { thread_id, hub_id, me, holder } = wanted
  const [row] = await sql<[ThreadReaderRow]>`
    select mark.seq as read_seq, mark.at as read_at,
      (select json_agg(json_build_object('post_id', post_id, 'reaction', reaction)) from reaction
        where participant_id = ${me} and post_id = any(${wanted.posts}::text[])) as reacted,
      exists (select from removal where removal.participant_id = ${holder}
        and ${standsRemoved(sql, { hub: sql`${hub_id}`, part: sql`${thread_id}` })}) as removed,
      (select by_id from fold where target_id = ${thread_id}) as fold_by,
      (select by_id from locked where target_id = ${thread_id}) as locked_by,
      (select json_agg(id) from participant where ${isAgentOf(sql, sql`participant`, me)} and paused_at is not null) as paused
    from (select ${thread_id}::text as id) here
    left join read_mark mark on mark.scope_id = here.id and mark.participant_id = ${me}`
  return row
}
