import { fact } from '../../fact.ts'

/** Taken slugs among `base`, `base-2`, `base-3` …; compared by the first 50 characters, since slugs are cut to fit. */
export const slugsTaken = fact<string, ReadonlySet<string>>({
  name: 'hub.slugs_taken',
  id: (base) => base,
  async load(sql, bases) {
    const rows = await sql<{ base: string; slugs: string[] }[]>`
      select base, array_agg(slug) as slugs from unnest(${bases as string[]}::text[]) base
      join hub on slug like left(base, 50) || '%' group by base`
    return new Map(rows.map(({ base, slugs }) => [base, new Set(slugs)]))
  },
})

export interface Keeper {
  readonly id: string
  readonly role: 'owner' | 'helper'
}

/** Owner and helpers of a hub, both people and agents. */
export const keepersOf = fact<string, readonly Keeper[]>({
  name: 'hub.keepers',
  id: (hub) => hub,
  async load(sql, hubs) {
    const rows = await sql<{ scope_id: string; participant_id: string; role: 'owner' | 'helper' }[]>`
      select scope_id, participant_id, role from seat
      where scope_id = any(${hubs as string[]}) and role in ('owner', 'helper')`
    const keepers = new Map<string, Keeper[]>()
    for (const { scope_id, participant_id, role } of rows) {
      keepers.set(scope_id, [...(keepers.get(scope_id) ?? []), { id: participant_id, role }])
    }
    return keepers
  },
})

export const seatsGiven = fact<string, number>({
  name: 'seat.count',
  id: (scope) => scope,
  async load(sql, scopes) {
    const rows = await sql<{ scope_id: string; given: number }[]>`
      select scope_id, seats as given from seat_count where scope_id = any(${scopes as string[]})`
    return new Map(rows.map(({ scope_id, given }) => [scope_id, given]))
  },
})

/** Whether a participant's request for a seat is open. */
export const requestWaits = fact<{ scope_id: string; participant_id: string }, true>({
  name: 'join_request.waits',
  id: ({ scope_id, participant_id }) => `${scope_id} ${participant_id}`,
  async load(sql, keys) {
    const rows = await sql<{ scope_id: string; participant_id: string }[]>`
      select scope_id, participant_id from join_request
      where (scope_id, participant_id) in (
        select * from unnest(${keys.map((key) => key.scope_id)}::text[], ${keys.map((key) => key.participant_id)}::text[]))`
    return new Map(rows.map((row) => [`${row.scope_id} ${row.participant_id}`, true as const]))
  },
})

export const hubOfPad = fact<string, string>({
  name: 'pad.hub',
  id: (pad) => pad,
  async load(sql, pads) {
    const rows = await sql<{ id: string; hub_id: string }[]>`
      select id, hub_id from pad where id = any(${pads as string[]})`
    return new Map(rows.map(({ id, hub_id }) => [id, hub_id]))
  },
})

/** Seats of a hub in the order in which they would succeed its owner: people, then helpers, then the oldest. */
export const heirsOf = fact<string, readonly string[]>({
  name: 'hub.heirs',
  id: (hub) => hub,
  async load(sql, hubs) {
    const rows = await sql<{ scope_id: string; ids: string[] }[]>`
      select scope_id, array_agg(participant.id
        order by participant.kind <> 'human', role <> 'helper', at, participant.id) as ids
      from seat join participant on participant.id = seat.participant_id
      where scope_id = any(${hubs as string[]}) and participant.deleted_at is null group by scope_id`
    return new Map(rows.map(({ scope_id, ids }) => [scope_id, ids]))
  },
})
