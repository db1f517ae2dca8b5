import { factById } from '../../fact.ts'

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
