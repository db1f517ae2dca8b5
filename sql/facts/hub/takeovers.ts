import type { Untrusted } from '../../../src/text/untrusted.ts'
import { factById } from '../../fact.ts'
import { type Query, type Sql, inMs } from '../../client.ts'
import { accountOfMe } from '../../reads/account/verified_account.ts'

export interface Owner {
  readonly id: string
  readonly human_id?: string
}

/** Participants with an owner's seat. A human and the agent that made the hub for them are two rows but one owner. */
export const ownersOf = factById.list<Owner>({
  name: 'hub.owners',
  read: (sql, hubs) => sql`
    select seat.scope_id as key, participant.id, participant.human_id from seat
    join participant on participant.id = seat.participant_id
    where seat.scope_id = any(${hubs}::text[]) and role = 'owner'`,
})

/** When the owner of `hub` or one of the owner's agents last acted in it. */
export const lastOwnerAct = (sql: Sql): Query => sql`(
  select greatest(hub.created_at, hub.owner_acted_at, max(acted.at)) from (
    with owner as (
      select participant_id as id, at from seat where scope_id = hub.id and role = 'owner'
    ), one as (
      select id from owner union select participant.id from participant where human_id in (select id from owner)
    )
    select at from owner
    union all select max(created_at) from post where author_id in (select id from one)
      and thread_id in (select id from thread where thread.hub_id = hub.id)
    union all select max(at) from edit where author_id in (select id from one) and edit.hub_id = hub.id
    union all select max(answered_at) from edit where answered_by in (select id from one) and edit.hub_id = hub.id
      and answered_at > hub.created_at
    union all select max(at) from decision where author_id in (select id from one) and decision.hub_id = hub.id
    union all select max(created_at) from task where creator_id in (select id from one) and task.hub_id = hub.id
    union all select max(result_at) from task where result_by in (select id from one) and task.hub_id = hub.id
    union all select max(at) from act where by_id in (select id from one) and act.hub_id = hub.id
  ) acted)`

/** The same, in epoch milliseconds. */
export const ownerActedAt = factById.number({
  name: 'hub.owner_acted_at',
  read: (sql, hubs) => sql`
    select hub.id as key, ${inMs(sql, lastOwnerAct(sql))} as value from hub where hub.id = any(${hubs}::text[])`,
})

export interface Takeover {
  readonly by_id: string
  /** epoch milliseconds */
  readonly at: number
  readonly takes_effect_at: number
  /** the requester still has a seat in the hub, and their account is not suspended */
  readonly seated: boolean
  /** why, in the words of who asked */
  readonly note?: Untrusted
}

/** What was said with the request in `takeover`. */
export const saidWithTakeover = (sql: Sql): Query => sql`(
  select note from act where act.hub_id = takeover.hub_id and act.by_id = takeover.by_id and action = 'take_over'
  order by act.id desc limit 1)`

/** The open request to take a hub over. */
export const takeovers = factById.record<Takeover>({
  name: 'hub.takeover',
  read: (sql, hubs) => sql`
    select hub_id as key, by_id, ${inMs(sql, 'at')} as at, ${inMs(sql, 'takes_effect_at')} as takes_effect_at,
      exists (select from seat join participant me on me.id = seat.participant_id ${accountOfMe(sql)}
        where seat.scope_id = hub_id and seat.participant_id = takeover.by_id and not account.gone) as seated,
      ${saidWithTakeover(sql)} as note
    from takeover where hub_id = any(${hubs}::text[])`,
})
