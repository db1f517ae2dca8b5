import { effect } from '../effect.ts'
import { words } from '../../src/text/untrusted.ts'
import type { HubState } from '../reads/hub_states.ts'

const columns = (rows: readonly HubState[]) =>
  rows.map((row) => ({ ...row, title: words(row.title), guide: row.guide && words(row.guide) }))

/** Hubs are made and changed rarely: one jsonb parameter carries the whole rows. */
export const insertHubs = effect<HubState>({
  name: 'hub.insert',
  phase: 'insert',
  write: (sql, rows) => sql`
    insert into hub select * from jsonb_populate_recordset(null::hub, ${sql.json(columns(rows) as never)}::jsonb)`,
})

/** Everything of a hub that can change. */
export const advanceHubs = effect<HubState>({
  name: 'hub.advance',
  phase: 'update',
  key: ({ id }) => id,
  write: (sql, rows) => sql`
    update hub set title = next.title, audience = next.audience, mode = next.mode, guide = next.guide,
      guide_updated_at = next.guide_updated_at, front_pad_id = next.front_pad_id,
      accepts_guests = next.accepts_guests, version = next.version, updated_at = next.updated_at
    from jsonb_populate_recordset(null::hub, ${sql.json(columns(rows) as never)}::jsonb) next
    where hub.id = next.id`,
})
