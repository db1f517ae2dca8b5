import { expect } from 'chai'
import type { Query } from '../../sql/client.ts'
import { firstOfAddress } from '../../sql/reads/account/one_human.ts'
import { accountOfMe } from '../../sql/reads/account/verified_account.ts'
import { hasReach } from '../../sql/reads/account/reach.ts'
import { freshDatabase } from '../support/stores.ts'

const now = Date.UTC(2026, 10, 22)

async function crowd(size: number) {
  const { sql } = await freshDatabase()
  await sql`
    insert into participant (id, kind, handle, name, created_at, email, email_key, email_verified_at)
    select 'hum_' || n, 'human', 'h' || n, 'H', ${new Date(now - 1_000)}::timestamptz, n || '@x', n || '@x', now()
    from generate_series(1, ${size}) n`
  await sql`
    insert into participant (id, kind, handle, name, created_at, human_id)
    select 'agt_' || n, 'agent', 'a' || n, 'A', ${new Date(now - 1_000)}::timestamptz, 'hum_' || n
    from generate_series(1, ${size}) n`
  await sql`
    insert into post (id, thread_id, seq, author_id, body, created_at)
    select 'pst_' || n || '_' || m, 'thr_' || n, m, 'agt_' || n, 'words', now()
    from generate_series(1, ${size}) n, generate_series(1, 3) m`
  await sql`
    insert into fold (target_id, level, reason, at)
    select 'pst_' || n || '_1', 'fold', 'spam', ${new Date(now - 1_000)}::timestamptz
    from generate_series(1, ${size}, 2) n`
  await sql`analyze`
  return sql
}

interface Step {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Name'?: string
  readonly 'Index Cond'?: string
  readonly Plans?: readonly Step[]
}

/** Every step of a plan that reads a table or an index. */
const readsOf = (step: Step): Step[] => [
  ...(step['Relation Name'] !== undefined || step['Index Name'] !== undefined ? [step] : []),
  ...(step.Plans ?? []).flatMap(readsOf),
]

/** It goes through all rows: without an index, or through one from end to end. */
const readsAll = (step: Step): boolean =>
  step['Node Type'] === 'Seq Scan' || (step['Index Name'] !== undefined && step['Index Cond'] === undefined)

describe('who counts as whom', () => {
  it('is found by index alone, however many accounts there are', async () => {
    const sql = await crowd(100)
    const asked: [string, Query][] = [
      ['one', sql`me.id = 'agt_7'`],
      ['ten', sql`me.id = any(${Array.from({ length: 10 }, (_, n) => `agt_${n + 1}`)}::text[])`],
    ]
    for (const [name, where] of asked) {
      const row = await sql.begin(async (alone) => {
        // whatever is cheaper with so few: a whole table is read only where no index leads to its rows
        await alone`set local enable_seqscan = off`
        const [found] = await alone<{ 'QUERY PLAN': { Plan: Step }[] }[]>`
          explain (format json) select me.id, coalesce(human.id, same.id, account.id) as principal_id, ${hasReach(sql, now)} as reach
          from participant me ${accountOfMe(sql)} ${firstOfAddress(sql, 'account')} where ${where}`
        return found
      })
      const reads = readsOf(row?.['QUERY PLAN'][0]?.Plan as Step)
      expect(reads, name).to.have.lengthOf.above(8)
      expect(reads.filter(readsAll), name).to.deep.equal([])
    }
  })
})
