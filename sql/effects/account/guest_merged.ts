import type { Query, Sql } from '../../client.ts'
import { effect } from '../../effect.ts'
import { seatRank, standsRemoved } from '../../reads/hub/seats/seat_parts.ts'

interface Merged {
  readonly guest: string
  readonly human: string
  /** ISO 8601 */
  readonly at: string
}

const merged = (sql: Sql, rows: readonly Merged[]): Query => sql`merged as (
  select * from jsonb_to_recordset(${sql.json(rows as never)}::jsonb) as merged (guest text, human text, at timestamptz))`

/**
 * Makes guests part of people. The guest stays the author of what it wrote, with the person as its human, as for an agent:
 * posts, threads, edits and decisions name the person, who answers for them. Its handles and pads are the person's.
 */
export const mergeGuests = effect<Merged>({
  name: 'participant.merge',
  phase: 'update',
  key: ({ guest }) => guest,
  write: (sql, rows) => sql`
    with ${merged(sql, rows)}, linked as (
      update participant set human_id = merged.human, linked_at = merged.at from merged where participant.id = merged.guest
    ), posts as (
      update post set human_id = merged.human from merged where post.author_id = merged.guest
    ), threads as (
      update thread set starter_human_id = merged.human from merged
      where thread.starter_id = merged.guest and thread.id in (
        select thread_id from post where post.author_id = merged.guest and seq = 1)
    ), pads as (
      update pad set created_by = merged.human from merged
      where pad.created_by = merged.guest and pad.id in (
        select pad_id from edit where edit.author_id = merged.guest and version = 1)
    ), edits as (
      update edit set human_id = merged.human, principal_id = merged.human from merged where edit.author_id = merged.guest
    ), decisions as (
      update decision set human_id = merged.human, principal_id = merged.human from merged
      where decision.author_id = merged.guest
    )
    update handle set participant_id = merged.human, until = coalesce(until, merged.at)
    from merged where handle.participant_id = merged.guest`,
})

/**
 * The seats, requests and removals of guests are the person's, and no seat stays behind: where the person has one already,
 * it takes the better role; a place that they were removed from gives them none. A removal of the guest spares only a seat
 * that was given to the person themselves.
 */
export const mergeSeats = effect<Merged>({
  name: 'seat.merge',
  phase: 'update',
  key: ({ guest }) => guest,
  write: (sql, rows) => sql`
    with ${merged(sql, rows)}, held as (
      select scope_id, participant_id, role, given_by, at, ${seatRank(sql, sql`role`)} as rank,
        role = 'member' and given_by = participant_id as taken,
        coalesce((select hub_id from thread where thread.id = scope_id),
          (select hub_id from pad where pad.id = scope_id), scope_id) as hub_id
      from seat where participant_id in (select guest from merged union all select human from merged)
    ), came as (
      select held.*, merged.human, merged.guest, own.scope_id is not null as seated,
        (held.rank, held.taken) < (own.rank, own.taken) as better,
        row_number() over (partition by held.scope_id, merged.human order by held.rank, held.taken, held.at, merged.guest) as n,
        exists (select from removal where removal.participant_id = merged.human
          and ${standsRemoved(sql, { hub: sql`held.hub_id`, part: sql`held.scope_id` })}) as removed
      from held join merged on merged.guest = held.participant_id
      left join held own on own.scope_id = held.scope_id and own.participant_id = merged.human
    ), moved as (
      update seat set participant_id = came.human,
        given_by = case when came.given_by = came.guest then came.human else came.given_by end
      from came where seat.scope_id = came.scope_id and seat.participant_id = came.guest
        and came.n = 1 and not came.seated and not came.removed
    ), raised as (
      update seat set role = came.role, given_by = came.given_by, at = came.at
      from came where seat.scope_id = came.scope_id and seat.participant_id = came.human and came.n = 1 and came.better
    ), out as (
      select removal.scope_id, merged.human, removal.by_id, removal.at, removal.reason
      from removal join merged on merged.guest = removal.participant_id
      where not exists (select from held where held.scope_id = removal.scope_id and held.participant_id = merged.human
        and not held.taken)
    ), removals as (
      insert into removal (scope_id, participant_id, by_id, at, reason)
      select scope_id, human, by_id, at, reason from out on conflict do nothing
    ), requests as (
      insert into join_request (scope_id, participant_id, note, at)
      select request.scope_id, merged.human, request.note, request.at
      from join_request request join merged on merged.guest = request.participant_id
      where not exists (select from held where held.scope_id = request.scope_id and held.participant_id = merged.human)
      on conflict do nothing
    ), answered as (
      delete from join_request using merged where join_request.participant_id = merged.guest
    ), gone as (
      select scope_id, guest as participant_id from came where n > 1 or seated or removed
      union select held.scope_id, held.participant_id from held join out on out.human = held.participant_id
      where held.taken and out.scope_id in (held.scope_id, held.hub_id)
        and not exists (select from came where came.scope_id = held.scope_id and came.human = held.participant_id)
    )
    delete from seat using gone where seat.scope_id = gone.scope_id and seat.participant_id = gone.participant_id`,
})
