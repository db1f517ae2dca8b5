import { type Effect, effect } from '../effect.ts'

export const insertTakeovers = effect<{
  readonly hub_id: string
  readonly by_id: string
  readonly at: string
  readonly takes_effect_at: string
}>({
  name: 'takeover.insert',
  phase: 'insert',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    insert into takeover (hub_id, by_id, at, takes_effect_at)
    select * from unnest(${rows.map((row) => row.hub_id)}::text[], ${rows.map((row) => row.by_id)}::text[],
      ${rows.map((row) => row.at)}::timestamptz[], ${rows.map((row) => row.takes_effect_at)}::timestamptz[])
    on conflict (hub_id) do nothing`,
})

export const deleteTakeovers = effect<{ readonly hub_id: string }>({
  name: 'takeover.delete',
  phase: 'update',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    delete from takeover where hub_id = any(${rows.map(({ hub_id }) => hub_id)}::text[])`,
})

/** The owner did something that leaves no row of its own to look up: not quiet. */
export const ownerActed = (seat: string | undefined, hub_id: string, now: number): Effect[] =>
  seat === 'owner' ? [noteOwnerActs({ hub_id, at: new Date(now).toISOString() })] : []

const noteOwnerActs = effect<{ readonly hub_id: string; readonly at: string }>({
  name: 'hub.owner_acted',
  phase: 'update',
  key: ({ hub_id }) => hub_id,
  write: (sql, rows) => sql`
    update hub set owner_acted_at = acted.at
    from unnest(${rows.map((row) => row.hub_id)}::text[], ${rows.map((row) => row.at)}::timestamptz[])
      as acted (hub_id, at)
    where hub.id = acted.hub_id`,
})
