import type { Seat } from '../../../../src/rules/closed_lists.ts'
import { type Query, type Sql, countOf } from '../../../client.ts'
import type { MembersWanted } from './members.ts'
import { person } from '../../thread/shown_posts.ts'
import type { PersonRow } from '../../thread/thread_row.ts'
import { nameBegins } from '../../name_begins.ts'
import { seatRank } from './seat_parts.ts'

interface SeatedRow {
  readonly who: PersonRow
  readonly seat: Seat
  readonly paused: boolean
  readonly rank: number
  readonly at: Date
}

interface HubSeatsWanted extends MembersWanted {
  /** those with this seat are left out */
  readonly except?: Seat | undefined
}

/** Seats in a hub: owner, helpers, members, each by length of membership. */
export const hubSeats = (
  sql: Sql,
  hub: string,
  { after, begins, except, limit }: HubSeatsWanted,
): Promise<readonly SeatedRow[]> => sql<SeatedRow[]>`
  select ${person(sql, sql`participant`, sql`human`)} as who, seated.role as seat, seated.rank, seated.at,
    participant.paused_at is not null as paused
  from (
    select participant_id, role, at, ${rank(sql)} as rank
    from seat ${begins === undefined ? sql`` : sql`join participant named on named.id = participant_id`}
    where scope_id = ${hub} and ${begins === undefined ? sql`true` : nameBegins(sql, sql`named`, begins)}
      and ${except === undefined ? sql`true` : sql`role <> ${except}`}
      and ${after === undefined ? sql`true` : sql`(${rank(sql)}, at, participant_id) > (${after.rank}, ${after.at}, ${after.id})`}
    order by ${rank(sql)}, at, participant_id limit ${limit}
  ) seated
  join participant on participant.id = seated.participant_id
  left join participant human on human.id = participant.human_id
  order by seated.rank, seated.at, participant.id`

const rank = (sql: Sql): Query => seatRank(sql, sql`role`)

export const agentsSeated = (sql: Sql, hub: string): Promise<number> =>
  countOf(sql`select agents from seat_count where scope_id = ${hub}`)
