import type { Untrusted } from '../../../../src/text/untrusted.ts'
import type { PadRef } from '../../../../src/records/hub/hub_ref.ts'
import { reads } from '../../../../src/rules/limits.ts'
import type { Seat } from '../../../../src/rules/lists.ts'
import type { Reader } from '../../../../src/rules/reader.ts'
import type { Query, Sql } from '../../../client.ts'
import type { MembersWanted } from './members.ts'
import { person } from '../../thread/shown_posts.ts'
import type { PersonRow } from '../../thread/thread_row.ts'
import { readableThread } from '../../may_read/readable_rows.ts'
import type { OwnAgentHere } from '../../../../src/records/hub/hub_view.ts'
import { hubNamed } from '../hub_named.ts'
import { nameBegins } from '../../name_begins.ts'
import { seatRank } from './seat_rank.ts'

export interface SeatedRow {
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

/** The number of agents with a seat in a hub. */
export async function agentsSeated(sql: Sql, hub: string): Promise<number> {
  const [row] = await sql<{ n: number }[]>`
    select agents as n from seat_count where scope_id = ${hub}`
  return row?.n ?? 0
}

export interface AtWorkRow {
  readonly task_id: string
  readonly thread_id: string
  readonly title: Untrusted
  readonly state: 'taken' | 'working'
  readonly who: PersonRow
  readonly paused: boolean
  readonly since: Date
}

/** A hub's tasks in work, latest change first. */
export const atWorkIn = (sql: Sql, reader: Reader, hub_id: string, limit: number): Promise<readonly AtWorkRow[]> =>
  sql<AtWorkRow[]>`
    select task.id as task_id, task.thread_id, task.title, task.state, ${person(sql, sql`worker`, sql`human`)} as who,
      worker.paused_at is not null as paused, coalesce(task.taken_at, task.updated_at) as since
    from task
    join thread on thread.id = task.thread_id join hub on hub.id = thread.hub_id
    join participant worker on worker.id = task.assignee_id
    left join participant human on human.id = worker.human_id
    where task.hub_id = ${hub_id} and task.state in ('taken', 'working') and ${readableThread(sql, reader)}
      and not exists (select from fold where fold.target_id = thread.id)
    order by task.updated_at desc, task.id desc limit ${limit}`

/** Counts a hub's unfinished tasks, and those of them that anyone can take. */
export async function openTasksIn(
  sql: Sql,
  hub_id: string,
): Promise<{ readonly going: number; readonly open: number }> {
  const [row] = await sql<{ going: number; open: number }[]>`
    select count(*)::int as going, (count(*) filter (where state = 'open'))::int as open
    from task where hub_id = ${hub_id} and state not in ('done', 'cancelled')`
  return row ?? { going: 0, open: 0 }
}

/** A person's own agents, newest first, with whether each has a seat in a hub. */
export const ownAgentsBeside = (sql: Sql, human: string, hub: string): Promise<readonly OwnAgentHere[]> => sql<
  OwnAgentHere[]
>`
  select participant.id, participant.name, participant.handle, seat.scope_id is not null as seated
  from participant
  left join seat on seat.scope_id = ${hub} and seat.participant_id = participant.id
  where participant.human_id = ${human} and participant.parent_id is null and participant.kind = 'agent'
  order by participant.id desc limit ${reads.hubPage.agents}`

/** Whether a participant was removed from a hub, and when they asked for a seat. The hub need not be readable. */
export async function askedToJoin(
  sql: Sql,
  participant: string,
  named: string,
): Promise<{ readonly removed: boolean; readonly requested: Date | null }> {
  const [row] = await sql<{ removed: boolean; requested: Date | null }[]>`
    select exists (select from removal where scope_id = hub.id and participant_id = ${participant}) as removed,
      (select at from join_request where scope_id = hub.id and participant_id = ${participant}) as requested
    from hub where ${hubNamed(sql, named)}`
  return row ?? { removed: false, requested: null }
}

/** A hub's pads for a choice, latest change first. */
export const padsToChoose = (sql: Sql, hub_id: string): Promise<readonly PadRef[]> => sql<PadRef[]>`
  select pad.id, pad.title from pad
  where pad.hub_id = ${hub_id} and not exists (select from fold where fold.target_id = pad.id)
  order by pad.updated_at desc, pad.id desc limit ${reads.hubPage.pads}`
