import type { Seat } from '../../../src/rules/closed_lists.ts'
import type { Sql } from '../../client.ts'
import type { PersonRow } from './thread_row.ts'
import { seatRank } from '../hub/seats/seat_parts.ts'

export interface MemberRow extends Omit<PersonRow, 'seat'> {
  readonly seat: Seat
}

/** Participants with a seat in the hub or in this thread: owner, helpers, members, each by length of membership. */
export const threadMembers = (sql: Sql, id: string, limit: number): Promise<readonly MemberRow[]> =>
  sql<MemberRow[]>`
    select participant.id, participant.kind, participant.name, participant.handle, human.id as human_id,
      human.name as human_name, human.handle as human_handle, member.role as seat
    from (
      select distinct on (seat.participant_id) seat.participant_id, seat.role, seat.at
      from thread join seat on seat.scope_id in (thread.hub_id, thread.id) where thread.id = ${id}
      order by seat.participant_id, seat.scope_id = thread.hub_id desc) member
    join participant on participant.id = member.participant_id
    left join participant human on human.id = participant.human_id
    order by ${seatRank(sql, sql`member.role`)}, member.at, participant.id
    limit ${limit}`
