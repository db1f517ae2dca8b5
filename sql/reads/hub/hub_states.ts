import { present } from '../../../src/records/present.ts'
import type { Untrusted } from '../../../src/text/untrusted.ts'
import { type Sql, records } from '../../client.ts'
import type { Mode } from '../../../src/rules/hub_mode.ts'
import type { Audience } from '../../../src/rules/hub_audience.ts'

export interface HubState {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  readonly audience: Audience
  readonly mode: Mode
  readonly guide?: Untrusted
  readonly guide_updated_at?: string
  readonly guide_by?: string
  readonly front_pad_id: string
  readonly accepts_guests: boolean
  readonly version: number
  readonly created_by: string
  readonly created_at: string
  readonly updated_at: string
}

export async function hubStates(sql: Sql, ids: readonly string[]): Promise<ReadonlyMap<string, HubState>> {
  const rows = await records<Row>(sql`
    select id, slug, title, audience, mode, guide, guide_updated_at, guide_by, front_pad_id, accepts_guests, version, created_by,
      created_at, updated_at
    from hub where id = any(${ids})`)
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

type Times = 'guide_updated_at' | 'created_at' | 'updated_at'
type Row = Omit<HubState, Times> & { readonly [Time in keyof Pick<HubState, Times>]: Date }

const stateOf = ({ guide_updated_at, created_at, updated_at, ...row }: Row): HubState => ({
  ...row,
  created_at: created_at.toISOString(),
  updated_at: updated_at.toISOString(),
  ...present({ guide_updated_at: guide_updated_at?.toISOString() }),
})
