import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Seat } from '../../../src/rules/closed_lists.ts'
import { factBy } from '../../fact.ts'

/** A participant whose seat is given or taken in a scope: the hub, or one of its threads or pads. */
export interface Concerned {
  readonly id: string
  readonly kind: ParticipantKind
  readonly human_id?: string
  readonly suspended?: boolean
  /** in the hub; counts in its threads and pads too */
  readonly hub_seat?: Seat
  /** in the scope itself: equals hub_seat when that is the hub */
  readonly seat?: Seat
  /** since when they have that seat in that role */
  readonly seat_at?: Date
  /** has a seat in the hub or anywhere in it */
  readonly inside: boolean
  /** from the scope itself */
  readonly removed: boolean
  readonly removed_at?: Date
  readonly removed_by?: string
  /** has an open request for a seat in the scope itself */
  readonly asks: boolean
}

export const concerned = factBy({ participant_id: 'text', hub_id: 'text', scope_id: 'text' }, [
  'participant_id',
  'scope_id',
]).record<Concerned>({
  name: 'seat.concerned',
  read: (sql, asked) => sql`
    select asked.key, participant.id, participant.kind, participant.human_id,
      participant.suspended_at is not null as suspended,
      (select role from seat where scope_id = asked.hub_id and participant_id = participant.id) as hub_seat,
      exists (select from seat own left join thread on thread.id = own.scope_id left join pad on pad.id = own.scope_id
        where own.participant_id = participant.id
          and asked.hub_id in (own.scope_id, thread.hub_id, pad.hub_id)) as inside,
      seat.role as seat, seat.at as seat_at, removal.at is not null as removed, removal.at as removed_at,
      removal.by_id as removed_by,
      exists (select from join_request where scope_id = asked.scope_id and participant_id = participant.id) as asks
    from ${asked} join participant on participant.id = asked.participant_id
    left join seat on seat.scope_id = asked.scope_id and seat.participant_id = participant.id
    left join removal on removal.scope_id = asked.scope_id and removal.participant_id = participant.id`,
})
