import type { Reader } from '../../../../src/rules/caller.ts'
import { type Query, type Sql, countOf, firstRow, records } from '../../../client.ts'
import type { Member } from '../../../../src/records/hub/opened_hub.ts'
import { membersOf, seatsIn } from '../../seat_count.ts'
import { audienceTo, readableHub, readablePad, readableThread } from '../../may_read/readable_rows.ts'
import type { Audience } from '../../../../src/rules/hub_audience.ts'
import type { PlaceKind } from '../../../../src/rules/closed_lists.ts'
import { nameBegins } from '../../name_begins.ts'
import { hubNamed } from '../hub_named.ts'
import { seatRank } from './seat_parts.ts'

export interface SeatedPlace {
  /** the hub itself, or a thread or pad in it */
  readonly scope_id: string
  readonly hub_id: string
  readonly audience: Audience
}

/** A hub by slug or id, or a thread or pad by id; undefined when the reader cannot see it. */
export const seatedPlace = (
  sql: Sql,
  reader: Reader,
  type: PlaceKind,
  named: string,
): Promise<SeatedPlace | undefined> =>
  firstRow(sql`
    select ${sql(type)}.id as scope_id, hub.id as hub_id, ${audienceTo(sql, reader)} as audience from ${from(sql, type)}
    where ${type === 'hub' ? hubNamed(sql, named) : sql`${sql(type)}.id = ${named}`}
      and ${seen(sql, reader, type)}`)

const from = (sql: Sql, type: PlaceKind): Query =>
  type === 'hub' ? sql`hub` : sql`${sql(type)} join hub on hub.id = ${sql(type)}.hub_id`

const seen = (sql: Sql, reader: Reader, type: PlaceKind): Query =>
  type === 'hub' ? readableHub(sql, reader) : type === 'thread' ? readableThread(sql, reader) : readablePad(sql, reader)

/** Position in the list of members: rank of the seat (1 for owners), time of the seat, id. */
export interface MemberPlace {
  readonly rank: number
  readonly at: Date
  readonly id: string
}

export interface MembersWanted {
  readonly after?: MemberPlace | undefined
  /** only those whose handle, name or a word of it begins so */
  readonly begins?: string | undefined
  readonly limit: number
}

export type SeatedMember = Member & MemberPlace

/** Participants with a seat in a place or its hub, each once: owner, helpers, members, by length of membership. */
export const membersPage = (
  sql: Sql,
  { scope_id, hub_id }: SeatedPlace,
  { after, begins, limit }: MembersWanted,
): Promise<readonly SeatedMember[]> =>
  records<SeatedMember>(sql`
    select participant.id, kind, handle, name, human_id, role as seat, rank, seated.at
    from (
      select distinct on (participant_id) participant_id, role, at,
        ${seatRank(sql, sql`role`)} as rank
      from seat where scope_id in (${hub_id}, ${scope_id})
      order by participant_id, scope_id = ${hub_id} desc
    ) seated
    join participant on participant.id = participant_id
    where ${begins === undefined ? sql`true` : nameBegins(sql, sql`participant`, begins)}
      and ${after === undefined ? sql`true` : sql`(rank, seated.at, participant.id) > (${after.rank}, ${after.at}, ${after.id})`}
    order by rank, seated.at, participant.id limit ${limit}`)

/** The number of all of them. */
export const membersIn = (sql: Sql, { scope_id, hub_id }: SeatedPlace): Promise<number> =>
  countOf(sql`
    select ${scope_id === hub_id ? seatsIn(sql, hub_id) : membersOf(sql, { hub: hub_id, scope: scope_id })} as count`)

/** Seats in a scope: owner, helpers, members, each by length of membership. */
export const membersListed = (sql: Sql, scope: string, limit: number): Promise<readonly Member[]> =>
  records<Member>(sql`
    select participant.id, kind, handle, name, role as seat, human_id
    from seat join participant on participant.id = seat.participant_id
    where scope_id = ${scope}
    order by ${seatRank(sql, sql`role`)}, at, participant.id limit ${limit}`)
