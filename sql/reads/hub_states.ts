import { present } from '../../src/records/present.ts'
import { untrusted, type Untrusted } from '../../src/text/untrusted.ts'
import type { Sql } from '../client.ts'

interface Row {
  readonly id: string
  readonly slug: string
  readonly title: string
  readonly audience: 'public' | 'private'
  readonly mode: 'open' | 'checked'
  readonly guide: string | null
  readonly guide_updated_at: Date | null
  readonly guide_by: string | null
  readonly front_pad_id: string
  readonly accepts_guests: boolean
  readonly version: number
  readonly created_by: string
  readonly created_at: Date
  readonly updated_at: Date
}

export interface HubState {
  readonly id: string
  readonly slug: string
  readonly title: Untrusted
  readonly audience: 'public' | 'private'
  readonly mode: 'open' | 'checked'
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
  const rows = await sql<Row[]>`
    select id, slug, title, audience, mode, guide, guide_updated_at, guide_by, front_pad_id, accepts_guests, version, created_by,
      created_at, updated_at
    from hub where id = any(${ids as string[]})`
  return new Map(rows.map((row) => [row.id, stateOf(row)]))
}

const stateOf = ({ guide, guide_updated_at, guide_by, ...row }: Row): HubState => ({
  ...row,
  title: untrusted(row.title),
  created_at: row.created_at.toISOString(),
  updated_at: row.updated_at.toISOString(),
  ...present({
    guide: guide === null ? undefined : untrusted(guide),
    guide_updated_at: guide_updated_at?.toISOString(),
    guide_by,
  }),
})
