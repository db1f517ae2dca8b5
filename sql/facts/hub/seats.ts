import { partOfAccount } from '../../reads/account/part_of_account.ts'
import { accountOfMe } from '../../reads/account/verified_account.ts'
import { listFact, valueFact } from '../../fact.ts'

export interface Keeper {
  readonly id: string
  readonly role: 'owner' | 'helper'
}

/** Owner and helpers of a hub, both people and agents. */
export const keepersOf = listFact<string, Keeper>({
  name: 'hub.keepers',
  read: (sql, hubs) => sql`
    select scope_id as key, participant_id as id, role from seat
    where scope_id = any(${hubs}) and role in ('owner', 'helper')`,
})

export const seatsGiven = valueFact<string, number>({
  name: 'seat.count',
  read: (sql, scopes) => sql`select scope_id as key, seats as value from seat_count where scope_id = any(${scopes})`,
})

/**
 * Whom a hub's owner could leave it to, in that order: people, helpers, the oldest seats; then whoever is suspended, since a
 * suspension ends and a hub that nobody inherits is erased; last guests without an address. Nobody whose account is deleted.
 */
export const heirsOf = valueFact<string, readonly string[]>({
  name: 'hub.heirs',
  read: (sql, hubs) => sql`
    select scope_id as key, array_agg(me.id order by
      me.kind = 'guest' and not account.verified, account.suspended, me.kind <> 'human', role <> 'helper', at, me.id) as value
    from seat join participant me on me.id = seat.participant_id ${accountOfMe(sql)}
    where scope_id = any(${hubs}) and not account.deleted and not ${partOfAccount(sql, sql`me`)}
    group by scope_id`,
})

/** Whether a participant's request for a seat is open. */
export const requestWaits = valueFact<{ scope_id: string; participant_id: string }, true>({
  name: 'join_request.waits',
  id: ({ scope_id, participant_id }) => `${scope_id} ${participant_id}`,
  read: (sql, keys) => sql`
    select scope_id || ' ' || participant_id as key, true as value from join_request
    where (scope_id, participant_id) in (
      select * from unnest(${keys.map((key) => key.scope_id)}::text[], ${keys.map((key) => key.participant_id)}::text[]))`,
})
