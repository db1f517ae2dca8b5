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
