import type { ParticipantKind } from '../../../src/rules/caller.ts'
import type { Seat } from '../../../src/rules/lists.ts'
import { recordFact } from '../../fact.ts'

export interface ConcernedKey {
  readonly participant_id: string
  readonly hub_id: string
  /** the hub, or one of its threads or pads */
  readonly scope_id: string
}

/**
 * A participant whose seat is given or taken. Mind of which place each field speaks: `hub_seat` of the hub; `seat`, `removed`
 * and `asks` of the very place that is named, be it the hub, a thread or a pad; `inside` of the hub with all that is in it.
 */
export interface Concerned {
  readonly id: string
  readonly kind: ParticipantKind
  readonly human_id?: string
  /** in the hub, which counts in its threads and pads, too */
  readonly hub_seat?: Seat
  readonly suspended?: boolean
  /** in that very place: of a thread or pad the one they have there alone, of the hub the same as hub_seat */
  readonly seat?: Seat
  /** has a seat in the hub or anywhere in it */
  readonly inside: boolean
  /** since when they have that seat in that role */
  readonly seat_at?: Date
  /** has been removed from that very place */
  readonly removed: boolean
  readonly removed_at?: Date
  readonly removed_by?: string
  /** has an open request for a seat in that very place */
  readonly asks: boolean
}

export const concerned = recordFact<ConcernedKey, Concerned>({
  name: 'seat.concerned',
  id: ({ participant_id, scope_id }) => `${participant_id} ${scope_id}`,
  read: (sql, keys) => sql`
    select participant.id || ' ' || asked.scope_id as key, participant.id, participant.kind, participant.human_id,
      participant.suspended_at is not null as suspended,
      (select role from seat where scope_id = asked.hub_id and participant_id = participant.id) as hub_seat,
      exists (select from seat own left join thread on thread.id = own.scope_id left join pad on pad.id = own.scope_id
        where own.participant_id = participant.id
          and asked.hub_id in (own.scope_id, thread.hub_id, pad.hub_id)) as inside,
      seat.role as seat, seat.at as seat_at, removal.at is not null as removed, removal.at as removed_at,
      removal.by_id as removed_by,
      exists (select from join_request where scope_id = asked.scope_id and participant_id = participant.id) as asks
    from unnest(${keys.map((key) => key.participant_id)}::text[], ${keys.map((key) => key.hub_id)}::text[],
      ${keys.map((key) => key.scope_id)}::text[]) as asked (participant_id, hub_id, scope_id)
    join participant on participant.id = asked.participant_id
    left join seat on seat.scope_id = asked.scope_id and seat.participant_id = participant.id
    left join removal on removal.scope_id = asked.scope_id and removal.participant_id = participant.id`,
})
