import { factById } from '../../fact.ts'

/** Taken slugs among `base`, `base-2`, `base-3` …; compared by the first 50 characters, since slugs are cut to fit. */
export const slugsTaken = factById.values<string>({
  name: 'hub.slugs_taken',
  read: (sql, bases) => sql`
    select base as key, array_agg(slug) as value from unnest(${bases}::text[]) base
    join hub on slug like left(base, 50) || '%' group by base`,
})

export const hubOfPad = factById.value<string>({
  name: 'pad.hub',
  read: (sql, pads) => sql`select id as key, hub_id as value from pad where id = any(${pads})`,
})

export const pinsOf = factById.number({
  name: 'hub.pins',
  read: (sql, hubs) => sql`
    select hub_id as key, count(*)::int as value from pin where hub_id = any(${hubs}::text[]) group by hub_id`,
})

/** A thread or pad to be pinned. */
interface Pinnable {
  readonly hub_id: string
  readonly pinned: boolean
  /** visible to owner and helpers only */
  readonly hidden: boolean
}

export const pinnables = factById.record<Pinnable>({
  name: 'pinnable',
  read: (sql, items) => sql`
    select item.id as key, item.hub_id, pin.item_id is not null as pinned,
      fold.level is not distinct from 'hide' as hidden
    from (
      select id, hub_id from thread where id = any(${items}::text[])
      union all select id, hub_id from pad where id = any(${items}::text[])
    ) item
    left join pin on pin.item_id = item.id left join fold on fold.target_id = item.id`,
})

/** The pause of a hub's agents, while there is one. */
export const agentsPauses = factById.record<{ readonly by_id: string; readonly at: Date }>({
  name: 'agents_pause',
  read: (sql, hubs) => sql`select hub_id as key, by_id, at from agents_pause where hub_id = any(${hubs}::text[])`,
})
