import { type FoldLevel, type FoldReason, type Seat } from '../../src/rules/lists.ts'
import type { ParticipantKind } from '../../src/rules/caller.ts'
import { fact } from '../fact.ts'
import { groupsByKey, inMs, recordsByKey } from '../records.ts'

/** The current fold of a post, thread or pad. */
export interface FoldNow {
  readonly level: FoldLevel
  readonly reason: FoldReason
  readonly by_id?: string
}

export const folds = fact<string, FoldNow>({
  name: 'fold',
  id: (target) => target,
  load: (sql, targets) =>
    recordsByKey<FoldNow>(sql`
      select target_id as key, level, reason, by_id from fold where target_id = any(${targets as string[]}::text[])`),
})

/** A line of the moderation log, to be reversed. */
export interface ActNow {
  readonly id: string
  readonly hub_id: string
  readonly action: string
  readonly target_id: string
  readonly scope_id?: string
  readonly by_id: string
  readonly was?: string
  readonly taken_back: boolean
}

export const acts = fact<string, ActNow>({
  name: 'act',
  id: (id) => id,
  load: (sql, ids) =>
    recordsByKey<ActNow>(sql`
      select id as key, id, hub_id, action, target_id, scope_id, by_id, was, taken_back_by is not null as taken_back
      from act where id = any(${ids as string[]}::text[])`),
})

export interface ConcernedKey {
  readonly participant_id: string
  readonly hub_id: string
  /** the hub, or one of its threads or pads */
  readonly scope_id: string
}

/** A participant whose seat is given or taken. */
export interface Concerned {
  readonly id: string
  readonly kind: ParticipantKind
  readonly human_id?: string
  readonly hub_seat?: Seat
  /** in the thread or pad alone; for the hub equal to hub_seat */
  readonly seat?: Seat
  /** has been removed from that scope */
  readonly removed: boolean
  /** has an open request for a seat there */
  readonly asks: boolean
}

export const concerned = fact<ConcernedKey, Concerned>({
  name: 'seat.concerned',
  id: ({ participant_id, scope_id }) => `${participant_id} ${scope_id}`,
  load: (sql, keys) =>
    recordsByKey<Concerned>(sql`
      select participant.id || ' ' || asked.scope_id as key, participant.id, participant.kind, participant.human_id,
        (select role from seat where scope_id = asked.hub_id and participant_id = participant.id) as hub_seat,
        (select role from seat where scope_id = asked.scope_id and participant_id = participant.id) as seat,
        exists (select from removal where scope_id = asked.scope_id and participant_id = participant.id) as removed,
        exists (select from join_request where scope_id = asked.scope_id and participant_id = participant.id) as asks
      from unnest(${keys.map((key) => key.participant_id)}::text[], ${keys.map((key) => key.hub_id)}::text[],
        ${keys.map((key) => key.scope_id)}::text[]) as asked (participant_id, hub_id, scope_id)
      join participant on participant.id = asked.participant_id`),
})

export interface Owner {
  readonly id: string
  readonly human_id?: string
}

/** Participants with an owner's seat. A human and the agent that made the hub for them are two rows but one owner. */
export const ownersOf = fact<string, readonly Owner[]>({
  name: 'hub.owners',
  id: (hub) => hub,
  load: (sql, hubs) =>
    groupsByKey<Owner>(sql`
      select seat.scope_id as key, participant.id, participant.human_id from seat
      join participant on participant.id = seat.participant_id
      where seat.scope_id = any(${hubs as string[]}::text[]) and role = 'owner'`),
})

/** When the owner of a hub or one of the owner's agents last acted in it, in epoch milliseconds. */
export const ownerActedAt = fact<string, number>({
  name: 'hub.owner_acted_at',
  id: (hub) => hub,
  load: async (sql, hubs) => {
    const rows = await sql<{ hub_id: string; at: Date }[]>`
      select hub.id as hub_id, greatest(hub.created_at, hub.owner_acted_at, max(acted.at)) as at
      from hub left join lateral (
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
      ) acted on true
      where hub.id = any(${hubs as string[]}::text[])
      group by hub.id`
    return new Map(rows.map(({ hub_id, at }) => [hub_id, at.getTime()]))
  },
})

export interface Takeover {
  readonly by_id: string
  /** epoch milliseconds */
  readonly at: number
  readonly takes_effect_at: number
  /** the requester still has a seat in the hub */
  readonly seated: boolean
}

/** The open request to take a hub over. */
export const takeovers = fact<string, Takeover>({
  name: 'hub.takeover',
  id: (hub) => hub,
  load: (sql, hubs) =>
    recordsByKey<Takeover>(sql`
      select hub_id as key, by_id, ${inMs(sql, 'at')} as at, ${inMs(sql, 'takes_effect_at')} as takes_effect_at,
        exists (select from seat where scope_id = hub_id and participant_id = takeover.by_id) as seated
      from takeover where hub_id = any(${hubs as string[]}::text[])`),
})
