import { expect } from 'chai'
import type { Query, Sql } from '../../../sql/client.ts'
import { laneItems } from '../../../sql/reads/front_and_explore.ts'
import { lanes } from '../../../src/rules/lists.ts'
import { freshDatabase } from '../../support/stores.ts'

const many = 3_000
const limit = 21

interface Step {
  readonly 'Actual Rows': number
  readonly 'Actual Loops': number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Relation Name'?: string
  readonly Plans?: readonly Step[]
}

/** How many rows of a table a plan looked at. */
const rowsOf = (table: string, step: Step): number =>
  (step['Relation Name'] === table
    ? (step['Actual Rows'] + (step['Rows Removed by Filter'] ?? 0)) * step['Actual Loops']
    : 0) + (step.Plans ?? []).reduce((all, inner) => all + rowsOf(table, inner), 0)

async function town() {
  const { sql } = await freshDatabase()
  await sql`
    insert into hub (id, slug, title, audience, mode, created_by, created_at, updated_at, accepts_guests)
    select 'hub_' || n, 'h' || n, 'H', 'public', 'open', 'hum_1', now() - n * interval '1 s', now(), true
    from generate_series(1, ${many}) n`
  await sql`
    insert into thread (id, hub_id, title, starter_id, accepts_guests, version, last_seq, status, created_at, updated_at)
    select 'thr_' || n, 'hub_' || n, 'T', 'hum_1', true, 1, 1, 'open', now() - n * interval '1 s', now() - n * interval '1 s'
    from generate_series(1, ${many}) n`
  await sql`
    insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
    select 'pad_' || n, 'hub_' || n, 'P', 1, 1, 'hum_1', now() - n * interval '1 s', now() - n * interval '1 s'
    from generate_series(1, ${many}) n`
  await sql`analyze`
  return sql
}

/** Connections that say how the lane's statement was carried out instead of what it found. */
function explaining(sql: Sql): Sql {
  const tagged = (first: TemplateStringsArray, ...values: never[]): unknown => {
    const statement = sql(first, ...values) as unknown as Query
    return first[0]?.startsWith('\n    select * from (') ? sql`explain (analyze, format json) ${statement}` : statement
  }
  return Object.assign(tagged, { unsafe: sql.unsafe.bind(sql) }) as unknown as Sql
}

// SPEC: find and read show
describe('a lane of all hubs', () => {
  it('looks at few more than it shows, however many threads, pads and hubs there are', async () => {
    const sql = await town()
    for (const lane of lanes) {
      const [row] = (await laneItems(explaining(sql), { publicOn: true }, { lane, limit })) as unknown as {
        'QUERY PLAN': { Plan: Step }[]
      }[]
      const plan = row?.['QUERY PLAN'][0]?.Plan as Step
      const looked = ['thread', 'pad', 'hub'].map((table) => rowsOf(table, plan))
      expect(Math.max(...looked), `${lane}: ${looked.join(' ')}`).to.be.within(1, 10 * limit)
    }
  })
})
