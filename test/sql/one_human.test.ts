import { expect } from 'chai'
import type { Query } from '../../sql/client.ts'
import { pairs } from '../../sql/facts/dms.ts'
import { firstOfAddress, principalOfMe } from '../../sql/reads/account/one_human.ts'
import { accountOfMe } from '../../sql/reads/account/verified_account.ts'
import { writesSince } from '../../sql/reads/writes_since.ts'
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
          explain (format json) select me.id, ${principalOfMe(sql)} as principal_id, ${hasReach(sql, now)} as reach
          from participant me ${accountOfMe(sql)} ${firstOfAddress(sql, 'account')} where ${where}`
        return found
      })
      const reads = readsOf(row?.['QUERY PLAN'][0]?.Plan as Step)
      expect(reads, name).to.have.lengthOf.above(8)
      expect(reads.filter(readsAll), name).to.deep.equal([])
    }
  })

  it("counts in the pool of a person's agents what agents wrote, and not what the person wrote as a guest before", async () => {
    const sql = await crowd(2)
    await sql`
      insert into participant (id, kind, handle, name, created_at, human_id)
      values ('ppl_1', 'guest', 'g1', 'G', now(), 'hum_1'), ('hum_3', 'human', 'h3', 'H', now(), null)`
    await sql`insert into hub (id, slug, title, audience, mode, front_pad_id, accepts_guests, version, created_by, created_at, updated_at)
      values ('hub_1', 'one', 'One', 'public', 'open', 'pad_1', true, 1, 'hum_3', now(), now())`
    await sql`insert into thread (id, hub_id, title, starter_id, status, accepts_guests, flags_wrong, version, last_seq, created_at, updated_at)
      values ('thr_1', 'hub_1', 'T', 'hum_3', 'open', true, false, 9, 9, now(), now())`
    await sql`insert into seat (scope_id, participant_id, role, given_by, at) values ('hub_1', 'hum_3', 'owner', 'hum_3', now())`
    await sql`
      insert into post (id, thread_id, seq, author_id, human_id, body, created_at)
      values ('msg_a', 'thr_1', 8, 'agt_1', 'hum_1', 'words', now()), ('msg_b', 'thr_1', 9, 'ppl_1', 'hum_1', 'words', now())`
    expect(await writesSince(sql, { subject: 'hum_1', linked: true }, 0)).to.have.lengthOf(1)
  })

  it("knows an agent and a guest who confirmed its human's address for one", async () => {
    const sql = await crowd(3)
    await sql`
      insert into participant (id, kind, handle, name, created_at, email, email_key, email_verified_at)
      values ('ppl_1', 'guest', 'g1', 'G', now(), '1@x', '1@x', now())`
    const keys = ['ppl_1', 'hum_1', 'agt_2'].map((to_id) => ({ from_id: 'agt_1', to_id }))
    const found = await pairs.load(sql, keys)
    expect(keys.map((key) => found.get(pairs.id(key))?.linked)).to.deep.equal([true, true, false])
  })
})
