import { partOfAccount } from '../../reads/account/part_of_account.ts'
import { accountOfMe } from '../../reads/account/verified_account.ts'
import { factBy, factById } from '../../fact.ts'
import type { KeeperSeat } from '../../../src/rules/closed_lists.ts'
import { keeps } from '../../reads/hub/seats/seat_parts.ts'

export interface Keeper {
  readonly id: string
  readonly role: KeeperSeat
}

/** Owner and helpers of a hub, both people and agents. */
export const keepersOf = factById.list<Keeper>({
  name: 'hub.keepers',
  read: (sql, hubs) => sql`
    select scope_id as key, participant_id as id, role from seat
    where scope_id = any(${hubs}) and ${keeps(sql, sql`role`)}`,
})

export const seatsGiven = factById.number({
  name: 'seat.count',
  read: (sql, scopes) => sql`select scope_id as key, seats as value from seat_count where scope_id = any(${scopes})`,
})

/**
 * The participants who could inherit a hub from its owner, best first: people, then helpers, then by age of the seat.
 * Suspended accounts come after these and guests without an address last: a hub without an heir is erased, and a suspension
 * may end. Deleted accounts are left out.
 */
export const heirsOf = factById.values<string>({
  name: 'hub.heirs',
  read: (sql, hubs) => sql`
    select scope_id as key, array_agg(me.id order by
      me.kind = 'guest' and not account.verified, account.suspended, me.kind <> 'human', role <> 'helper', at, me.id) as value
    from seat join participant me on me.id = seat.participant_id ${accountOfMe(sql)}
    where scope_id = any(${hubs}) and not account.deleted and not ${partOfAccount(sql, sql`me`)}
    group by scope_id`,
})

/** Whether a participant's request for a seat is open. */
export const requestWaits = factBy({ scope_id: 'text', participant_id: 'text' }).value<true>({
  name: 'join_request.waits',
  read: (sql, asked) => sql`
    select asked.key, true as value from ${asked} join join_request using (scope_id, participant_id)`,
})
