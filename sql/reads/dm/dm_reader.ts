import type { Reaction } from '../../../src/rules/closed_lists.ts'
import type { Sql } from '../../client.ts'
import type { DmView } from '../../../src/records/view.ts'
import { seatRank } from '../hub/seats/seat_parts.ts'

/** The parts of a DM's page that depend on the side reading it. */
interface DmReaderRow {
  /** how far this side has read, and when */
  readonly read_seq: number | null
  readonly read_at: Date | null
  readonly reacted: readonly { readonly post_id: string; readonly reaction: Reaction }[] | null
  /** hubs in which both have a seat, with the other side's */
  readonly shared: DmView['shared'] | null
}

interface DmReaderWanted {
  readonly dm_id: string
  readonly me: string
  readonly other: string
  readonly posts: readonly string[]
  readonly hubs: number
}

export async function dmReader(sql: Sql, { dm_id, me, other, posts, hubs }: DmReaderWanted): Promise<DmReaderRow> {
  const [row] = await sql<[DmReaderRow]>`
    select mark.seq as read_seq, mark.at as read_at,
      (select json_agg(json_build_object('post_id', post_id, 'reaction', reaction)) from reaction
        where participant_id = ${me} and post_id = any(${posts}::text[])) as reacted,
      (select json_agg(both_in) from (
        select hub.slug, hub.title, theirs.role as seat from seat theirs
        join seat mine on mine.scope_id = theirs.scope_id and mine.participant_id = ${me}
        join hub on hub.id = theirs.scope_id
        where theirs.participant_id = ${other}
        order by ${seatRank(sql, sql`theirs.role`)}, theirs.at limit ${hubs}) both_in) as shared
    from (select ${dm_id}::text as id) here
    left join read_mark mark on mark.scope_id = here.id and mark.participant_id = ${me}`
  return row
}
