import { effect } from '../effect.ts'

export interface PinRow {
  /** thread or pad */
  readonly item_id: string
  readonly hub_id: string
  readonly by_id: string
  readonly at: string
}

export const insertPins = effect<PinRow>({
  name: 'pin.insert',
  phase: 'insert',
  key: ({ item_id }) => item_id,
  write: (sql, rows) => sql`
    insert into pin (item_id, hub_id, by_id, at)
    select * from unnest(${rows.map((row) => row.item_id)}::text[], ${rows.map((row) => row.hub_id)}::text[],
      ${rows.map((row) => row.by_id)}::text[], ${rows.map((row) => row.at)}::timestamptz[])
    on conflict (item_id) do nothing`,
})

export const deletePins = effect<{ readonly item_id: string }>({
  name: 'pin.delete',
  phase: 'update',
  key: ({ item_id }) => item_id,
  write: (sql, rows) => sql`
    delete from pin where item_id = any(${rows.map(({ item_id }) => item_id)}::text[])`,
})
