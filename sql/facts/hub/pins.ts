import { fact } from '../../fact.ts'

export const pinsOf = fact<string, number>({
  name: 'hub.pins',
  id: (hub) => hub,
  async load(sql, hubs) {
    const rows = await sql<{ hub_id: string; pins: number }[]>`
      select hub_id, count(*)::int as pins from pin where hub_id = any(${hubs as string[]}::text[]) group by hub_id`
    return new Map(rows.map(({ hub_id, pins }) => [hub_id, pins]))
  },
})

/** A thread or pad to be pinned. */
export interface Pinnable {
  readonly hub_id: string
  readonly pinned: boolean
  /** visible to owner and helpers only */
  readonly hidden: boolean
}

export const pinnables = fact<string, Pinnable>({
  name: 'pinnable',
  id: (item) => item,
  async load(sql, items) {
    const ids = items as string[]
    const rows = await sql<{ id: string; hub_id: string; pinned: boolean; hidden: boolean }[]>`
      select item.id, item.hub_id, pin.item_id is not null as pinned, fold.level is not distinct from 'hide' as hidden
      from (
        select id, hub_id from thread where id = any(${ids}::text[])
        union all select id, hub_id from pad where id = any(${ids}::text[])
      ) item
      left join pin on pin.item_id = item.id left join fold on fold.target_id = item.id`
    return new Map(rows.map(({ id, ...row }) => [id, row]))
  },
})
