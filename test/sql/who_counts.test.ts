import { expect } from 'chai'
import type { Query } from '../../sql/client.ts'
import { accountOfMe, firstOfAddress, hasReach } from '../../sql/reads/who_counts.ts'
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

/** Every step of a plan that reads a table, as the way it reads and what. */
const readsOf = (plan: Record<string, any>): string[] => [
  ...('Relation Name' in plan ? [`${plan['Node Type']} ${plan['Relation Name']}`] : []),
  ...((plan['Plans'] ?? []) as Record<string, any>[]).flatMap(readsOf),
]

describe('who counts as whom', () => {
  it('is found by index alone, however many accounts there are', async () => {
    const sql = await crowd(3_000)
    const asked: [string, Query][] = [
      ['one', sql`me.id = 'agt_7'`],
      ['ten', sql`me.id = any(${Array.from({ length: 10 }, (_, n) => `agt_${n + 1}`)}::text[])`],
    ]
    for (const [name, where] of asked) {
      const [row] = await sql<{ 'QUERY PLAN': { Plan: Record<string, any> }[] }[]>`
        explain (format json) select me.id, coalesce(human.id, same.id, account.id) as principal_id, ${hasReach(sql, now)} as reach
        from participant me ${accountOfMe(sql)} ${firstOfAddress(sql, 'account')} where ${where}`
      const reads = readsOf(row?.['QUERY PLAN'][0]?.Plan ?? {})
      expect(reads, name).to.have.lengthOf.above(8)
      expect(
        reads.filter((read) => read.startsWith('Seq Scan')),
        name,
      ).to.deep.equal([])
    }
  })
})
