import { expect } from 'chai'
import type { Query, Sql } from '../../../sql/client.ts'
import { laneItems } from '../../../sql/reads/front_and_explore.ts'
import { tasksByChange } from '../../../sql/reads/search/tasks.ts'
import { lanes } from '../../../src/rules/closed_lists.ts'
import { freshDatabase } from '../../support/stores.ts'

const many = 20_000
const limit = 21
const large = ['hub', 'thread', 'task', 'pad']
const reader = { publicOn: true, id: 'agt_1', seats_of: 'agt_1' }

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  /** where the rows come from an index by their places */
  readonly 'Recheck Cond'?: string
  readonly Alias?: string
  readonly Plans?: readonly Step[]
}

/** The tables that a plan reads whole. */
const readWhole = (step: Step): readonly string[] => [
  ...(step['Node Type'] === 'Seq Scan' && step['Relation Name'] !== undefined ? [step['Relation Name']] : []),
  ...(step.Plans ?? []).flatMap(readWhole),
]

/** Where a plan reads the list's own tables. */
const ownTables = (step: Step): readonly Step[] => [
  ...(step['Relation Name'] !== undefined && /^(thread|pad)(_\d+)?$/.test(step.Alias ?? '') ? [step] : []),
  ...(step.Plans ?? []).flatMap(ownTables),
]

/** Whether it is read by nothing that names a hub: then a list goes through what all hubs have. */
const ofAllHubs = (step: Step): boolean => !/\bhub_id = /.test(step['Index Cond'] ?? step['Recheck Cond'] ?? '')

/** Hubs, each with an owner; many threads, each with a task, and pads among them; and folds, as a place has them. */
async function town(hubs: number): Promise<Sql> {
  const { sql } = await freshDatabase()
  await sql`
    insert into hub (id, slug, title, audience, mode, created_by, created_at, updated_at, accepts_guests)
    select 'hub_' || n, 'h' || n, 'H', 'public', 'open', 'hum_1', now() - n * interval '1 s', now(), true
    from generate_series(1, ${hubs}) n`
  await sql`
    insert into thread (id, hub_id, title, starter_id, accepts_guests, version, last_seq, status, created_at, updated_at)
    select 'thr_' || n, 'hub_' || n % ${hubs} + 1, 'T', 'hum_1', true, 1, 2, 'open', now() - n * interval '1 s', now() - n * interval '1 s'
    from generate_series(1, ${many}) n`
  await sql`
    insert into task (id, thread_id, hub_id, seq, title, creator_id, state, claim, created_at, updated_at)
    select 'tsk_' || n, 'thr_' || n, 'hub_' || n % ${hubs} + 1, 2, 'T', 'hum_1', 'open', 0, now(), now() - n * interval '1 s'
    from generate_series(1, ${many}) n`
  await sql`
    insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
    select 'pad_' || n, 'hub_' || n % ${hubs} + 1, 'P', 1, 1, 'hum_1', now() - n * interval '1 s', now() - n * interval '1 s'
    from generate_series(1, ${many}) n`
  await sql`
    insert into seat (scope_id, participant_id, role, given_by, at)
    select 'hub_' || n, 'hum_' || n, 'owner', 'hum_' || n, now() from generate_series(1, ${hubs}) n`
  await sql`
    insert into fold (target_id, level, reason, at)
    select 'pst_' || n, 'fold', 'spam', now() from generate_series(1, ${many}, 20) n`
  await sql`analyze`
  return sql
}

/** Connections that answer a statement with its plan for all arguments, as connections that plan once make it. */
function explaining(sql: Sql): Sql {
  const plain = sql as unknown as (first: TemplateStringsArray, ...values: unknown[]) => Query
  const tagged = (first: TemplateStringsArray, ...values: unknown[]): Query => {
    if (!Array.isArray(first)) return plain(first, ...values)
    const statement = plain(first, ...values) as unknown as {
      describe(): unknown
      then(done: (described: { string: string }) => unknown, failed: (error: unknown) => unknown): Promise<unknown>
    }
    const described = statement.then.bind(statement)
    // what is part of another statement is not waited for
    statement.then = (done, failed) => {
      statement.describe()
      return described(({ string }) => sql.unsafe(`explain (generic_plan, format json) ${string}`), failed).then(
        done as (rows: unknown) => unknown,
        failed,
      )
    }
    return statement as unknown as Query
  }
  return Object.assign(tagged, { unsafe: sql.unsafe.bind(sql) }) as unknown as Sql
}

const planOf = async (list: () => Promise<readonly unknown[]>): Promise<Step> => {
  const [row] = (await list()) as { 'QUERY PLAN': { Plan: Step }[] }[]
  return row?.['QUERY PLAN'][0]?.Plan as Step
}

// SPEC: find and read show
describe('what is newest in all hubs', () => {
  it('reads no table whole by a plan that knows no arguments', async () => {
    const places = await town(many)
    const sql = explaining(places)
    const lists: Record<string, () => Promise<readonly unknown[]>> = {
      ...Object.fromEntries(lanes.map((lane) => [lane, () => laneItems(sql, reader, { lane, limit })])),
      tasks: () => tasksByChange(sql, reader, { limit }),
    }
    for (const [name, list] of Object.entries(lists)) {
      const plan = await planOf(list)
      expect(plan['Node Type'], name).to.be.a('string')
      expect(
        readWhole(plan).filter((table) => large.includes(table)),
        name,
      ).to.deep.equal([])
    }
    // where few hubs take guests, their lane begins at these
    await places`update hub set accepts_guests = id in ('hub_1', 'hub_2')`
    await places`analyze hub`
    expect(readWhole(await planOf(() => laneItems(sql, reader, { lane: 'guests', limit })))).not.to.include('hub')
  })

  it('is found by the hub where one is named, however much is new in the others', async () => {
    const sql = explaining(await town(20))
    for (const lane of lanes) {
      const plan = await planOf(() => laneItems(sql, reader, { lane, limit, hub_id: 'hub_7' }))
      expect(ownTables(plan), lane).not.to.deep.equal([])
      expect(ownTables(plan).filter(ofAllHubs), lane).to.deep.equal([])
    }
  })
})
