import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { askForExport, takeExport } from '../../../sql/outside_actors/records/account_exports.ts'
import { pruneAttempts, pruneKeys } from '../../../sql/runtime/prune.ts'
import { pruneInboxes } from '../../../sql/upkeep/prune_inbox.ts'
import {
  pruneCaughtUp,
  pruneExchanges,
  pruneInvites,
  pruneLinkCodes,
  pruneLinkRequests,
  prunePadVisits,
  prunePageForms,
  pruneReadMarks,
  pruneReservedHandles,
} from '../../../sql/upkeep/prune_outlived.ts'
import { days } from '../../../src/rules/units.ts'
import { rowsRead } from '../../support/rows_read.ts'
import { freshDatabase } from '../../support/stores.ts'

const now = Date.parse('2026-09-24T10:00:00.000Z')
const ago = (age: number) => new Date(now - days(age))
const many = 6_000
const due = 20

interface Kept {
  readonly add: (sql: Sql, oldest: Date) => unknown
  readonly prune: (sql: Sql, before: Date) => unknown
}

/** How rows that are a second younger each get into the table, and what deletes those before a time. */
const kept: Readonly<Record<string, Kept>> = {
  message: {
    add: (sql, oldest) => sql`
      insert into message (id, shard, actor, result, at)
      select gen_random_uuid(), 1, 'thr_1', '{}', ${oldest}::timestamptz + n * interval '1 s' from generate_series(1, ${many}) n`,
    prune: (sql, before) => pruneAttempts(sql, before),
  },
  idem: {
    add: (sql, oldest) => sql`
      insert into idem (key, message, request_hash, at)
      select gen_random_uuid(), gen_random_uuid(), '', ${oldest}::timestamptz + n * interval '1 s' from generate_series(1, ${many}) n`,
    prune: (sql, before) => pruneKeys(sql, before),
  },
  inbox_item: {
    add: (sql, oldest) => sql`
      insert into inbox_item (participant_id, seq, kind, class, wakes, at, from_kind)
      select 'agt_' || n, extract(epoch from ${oldest}::timestamptz), 'mention', 'direct', true,
        ${oldest}::timestamptz + n * interval '1 s', 'human' from generate_series(1, ${many}) n`,
    prune: (sql, before) => pruneInboxes(sql, { since: before, acked_since: before }),
  },
}

describe('a service that has run for months', () => {
  for (const [table, { add, prune }] of Object.entries(kept))
    it(`finds what expires of ${table} where rows have come and gone, and reads no others`, async () => {
      const { sql } = await freshDatabase()
      await add(sql, ago(60))
      await sql`delete from ${sql(table)}`
      await sql`vacuum ${sql(table)}`
      // where those were
      await add(sql, ago(30))
      await sql`vacuum analyze ${sql(table)}`
      const before = new Date(ago(30).getTime() + 1_000 * due)
      const read = await rowsRead(sql, table, async (tx) => prune(tx, before))
      expect(read).to.be.below(10 * due)
      const [{ left } = { left: 0 }] = await sql<{ left: number }[]>`select count(*)::int as left from ${sql(table)}`
      expect(left).to.be.within(many - due, many - due + 1)
    })

  it('deletes what waited for long in bites, and ends between two of them', async () => {
    const { sql } = await freshDatabase()
    await kept['message']?.add(sql, ago(60))
    let bites = 0
    const some = await pruneAttempts(sql, ago(1), () => bites++ < 2)
    expect(some).to.be.within(1, many - 1)
    expect(await pruneAttempts(sql, ago(1))).to.equal(many - some)
  })

  it('keeps nothing that nobody can read any more, wherever in the table it stands', async () => {
    const { sql } = await freshDatabase()
    // more pages than are looked through at once
    const pairs = 60_000
    await sql`
      insert into exchange (from_id, to_id, at)
      select 'agt_' || n, 'agt_01hzzzzzzzzzzzzzzzzzzzzzzz', case when n % 2 = 0 then ${ago(31)}::timestamptz else ${ago(29)}::timestamptz end
      from generate_series(1, ${pairs}) n`
    expect((await pruneExchanges(sql, ago(30))).gone).to.equal(pairs / 2)
    expect((await pruneExchanges(sql, ago(30))).gone).to.equal(0)

    await sql`
      insert into caught_up (participant_id, scope_id, cursor, at)
      values ('agt_1', '', '', ${ago(15)}), ('agt_2', '', '', ${ago(13)})`
    expect((await pruneCaughtUp(sql, ago(14))).gone).to.equal(1)
    await sql`
      insert into invite (id, hash, hub_id, kind, scope_id, role, uses, created_by, created_at, expires_at)
      select 'inv_' || age, convert_to(age::text, 'UTF8'), 'hub_1', 'hub', 'hub_1', 'member', 1, 'hum_1', ${ago(40)},
        ${new Date(now)}::timestamptz - age * interval '1 day' from unnest(array[8, 6, -1]) age`
    expect((await pruneInvites(sql, ago(7))).gone).to.equal(1)
    await sql`
      insert into link_code (id, human_id, hash, created_at, expires_at)
      values ('1', 'hum_1', '', ${ago(9)}, ${ago(8)}), ('2', 'hum_1', '', ${ago(1)}, ${ago(1)})`
    expect((await pruneLinkCodes(sql, ago(7))).gone).to.equal(1)
  })

  it('looks through a table in parts, each from where the one before it ended, and deletes no slice of it at once', async () => {
    const { sql } = await freshDatabase()
    await sql`
      insert into exchange (from_id, to_id, at)
      select 'agt_' || n, 'agt_01hzzzzzzzzzzzzzzzzzzzzzzz', ${ago(31)} from generate_series(1, 60_000) n`
    const once = () => {
      let asked = 0
      return () => asked++ === 0
    }
    const first = await pruneExchanges(sql, ago(30), { goesOn: once() })
    expect(first).to.deep.equal({ gone: 2_000, next: 0 })
    let part: Awaited<ReturnType<typeof pruneExchanges>> = first
    let [gone, parts] = [first.gone, 1]
    while (part.next !== undefined) {
      const { next } = part
      part = await pruneExchanges(sql, ago(30), { goesOn: once(), from: next })
      expect(part.gone).to.be.at.most(2_000)
      expect(part.next ?? next).to.be.at.least(next)
      gone += part.gone
      parts++
    }
    expect(gone).to.equal(60_000)
    expect(parts).to.be.above(30)
  })

  it('keeps of pages what they say as they stand', async () => {
    const { sql } = await freshDatabase()
    await sql`
      insert into thread (id, hub_id, title, starter_id, status, last_seq, version, created_at, updated_at)
      values ('thr_1', 'hub_1', 'Rye', 'hum_1', 'open', 1, 5, ${ago(3)}, ${ago(1)})`
    await sql`
      insert into page_form (id, form, version, hash)
      select id, form, version, '' from (values
        ('thr_1', 'stands', 5), ('thr_1', 'to come', 6), ('thr_1', 'left', 4), ('thr_2', 'gone', 5)) as kept (id, form, version)`
    expect(await prunePageForms(sql)).to.deep.equal({ gone: 2 })
    const forms = await sql<{ form: string }[]>`select form from page_form order by form`
    expect(forms.map(({ form }) => form)).to.deep.equal(['stands', 'to come'])
  })

  it('keeps no name for nobody, and no request that was answered long ago', async () => {
    const { sql } = await freshDatabase()
    await sql`
      insert into handle (handle, participant_id, since, reserved_until)
      values ('never-came', 'agt_1', ${ago(99)}, ${ago(8)}), ('just-gone', 'agt_2', ${ago(9)}, ${ago(6)}), ('otto', 'agt_3', ${ago(99)}, null)`
    expect(await pruneReservedHandles(sql, ago(7))).to.deep.equal({ gone: 1 })
    await sql`
      insert into link_request (id, agent_id, human_id, asked_at, status, answered_at)
      values ('1', 'agt_1', 'hum_1', ${ago(99)}, 'declined', ${ago(91)}), ('2', 'agt_2', 'hum_1', ${ago(99)}, 'linked', ${ago(89)}),
        ('3', 'agt_3', 'hum_1', ${ago(99)}, 'open', null)`
    expect(await pruneLinkRequests(sql, ago(90))).to.deep.equal({ gone: 1 })
  })

  it('knows for a year how far somebody read who only passed by, and for good where they have a seat', async () => {
    const { sql } = await freshDatabase()
    await sql`
      insert into thread (id, hub_id, title, starter_id, status, last_seq, version, created_at, updated_at)
      values ('thr_1', 'hub_1', 'Rye', 'hum_1', 'open', 1, 1, ${ago(500)}, ${ago(400)})`
    await sql`
      insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
      values ('pad_1', 'hub_1', 'Rye', 1, 1, 'hum_1', ${ago(500)}, ${ago(400)})`
    await sql`
      insert into seat (scope_id, participant_id, role, given_by, at)
      values ('hub_1', 'hum_1', 'owner', 'hum_1', ${ago(500)}), ('thr_1', 'hum_2', 'member', 'hum_1', ${ago(500)}),
        ('pad_1', 'hum_2', 'member', 'hum_1', ${ago(500)})`
    await sql`
      insert into read_mark (participant_id, scope_id, seq, at)
      select who, place, 1, at from (values ('hum_1', 'thr_1', ${ago(400)}::timestamptz), ('hum_2', 'thr_1', ${ago(400)}),
        ('agt_1', 'thr_1', ${ago(366)}), ('agt_2', 'thr_1', ${ago(364)}), ('agt_1', 'dm_1', ${ago(400)})) as mark (who, place, at)`
    await sql`
      insert into pad_visit (participant_id, pad_id, version, at)
      values ('hum_1', 'pad_1', 1, ${ago(400)}), ('hum_2', 'pad_1', 1, ${ago(400)}), ('agt_1', 'pad_1', 1, ${ago(366)})`
    // in so many threads that to look through all of them would be quicker than to look for each
    await sql`
      insert into thread (id, hub_id, title, starter_id, status, last_seq, version, created_at, updated_at)
      select 'thr_' || n, 'hub_1', 'Rye', 'hum_1', 'open', 1, 1, ${ago(500)}, ${ago(400)} from generate_series(2, 4000) n`
    await sql`
      insert into read_mark (participant_id, scope_id, seq, at)
      select 'hum_1', 'thr_' || n, 1, ${ago(400)}::timestamptz from generate_series(2, 400) n`
    await sql`analyze thread, read_mark, seat`
    const prune = async (tx: Sql) => expect(await pruneReadMarks(tx, ago(365))).to.deep.equal({ gone: 1 })
    expect(await rowsRead(sql, 'thread', prune)).to.be.below(2000)
    expect(await prunePadVisits(sql, ago(365))).to.deep.equal({ gone: 1 })
    expect(await sql`select from read_mark where participant_id = 'agt_1'`, 'a conversation').to.have.length(1)
    expect(await sql`select from pad_visit where participant_id = 'agt_1'`).to.have.length(0)
  })

  it('begins no export while those of others take all the room there is', async () => {
    const { sql } = await freshDatabase()
    const ids = [randomUUID(), randomUUID()] as const
    for (const [n, id] of ids.entries()) await askForExport(sql, { id, participant_id: `hum_${n}`, now: now + n })
    const take = (most: number) =>
      takeExport(sql, { runner: randomUUID(), now: new Date(now), before: new Date(now - 1), most })
    expect(await take(1)).to.include({ id: ids[0] })
    await sql`insert into account_export_part (export_id, runner, n, body) values (${ids[0]}, ${randomUUID()}, 0, '')`
    expect(await take(1)).to.equal(undefined)
    expect(await take(2)).to.include({ id: ids[1] })
    // both processes died: what they left is no reason to begin none for ever
    const later = { runner: randomUUID(), now: new Date(now + 2), before: new Date(now + 1), most: 1 }
    expect(await takeExport(sql, later)).to.include({ id: ids[0] })
    expect(await sql`select from account_export_part`).to.have.length(0)
  })
})
