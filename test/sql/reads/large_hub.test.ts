import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { connectSql } from '../../../sql/connect.ts'
import { lastRead } from '../../../sql/reads/away/hubs_on_home.ts'
import { ownHubs } from '../../../sql/reads/home/own_hubs.ts'
import { tasksOf } from '../../../sql/reads/home/own_tasks.ts'
import { hubItems, type ItemsWanted } from '../../../sql/reads/hub/hub_items.ts'
import { replacedBy } from '../../../sql/reads/pad/edits.ts'
import { blockLines } from '../../../sql/reads/pad/block_lines.ts'
import { layoutsAt } from '../../../sql/reads/pad/layouts.ts'
import { suggestionsAsked } from '../../../sql/reads/to_decide/on_pads.ts'
import { reads } from '../../../src/rules/limits.ts'
import { rowsRead } from '../../support/rows_read.ts'
import { atTheEnd, freshDatabase } from '../../support/stores.ts'

const smallHubs = 5_000
const threads = 2_000
const shown = 30
const texts = 2_000
const seats = 20

/** A hub with many threads beside many with one. Two of its threads are pinned, a tenth are about its only pad. */
async function largeHub(): Promise<Sql> {
  const { sql, url } = await freshDatabase()
  await sql`
    insert into hub (id, slug, title, audience, mode, created_by, created_at, updated_at, accepts_guests)
    select 'hub_' || n, 'h' || n, 'H', 'public', 'open', 'hum_1', now(), now(), true
    from generate_series(0, ${smallHubs}) n`
  await sql`
    insert into pad (id, hub_id, title, version, layout_since, created_by, created_at, updated_at)
    select 'pad_' || n, 'hub_' || n, 'P', 1, 1, 'hum_1', now(), now() from generate_series(0, ${smallHubs}) n`
  await sql`
    insert into thread (id, hub_id, title, starter_id, accepts_guests, version, last_seq, status, created_at, updated_at,
      about_pad_id)
    select 'thr_' || n, 'hub_' || case when n <= ${smallHubs} then n else 0 end, 'T', 'hum_1', true, 1, 1, 'open', now(),
      now() - n * interval '1 s', case when n > ${smallHubs} and n % 10 = 0 then 'pad_0' end
    from generate_series(1, ${smallHubs + threads}) n`
  await sql`
    insert into pin (hub_id, item_id, by_id, at)
    select 'hub_0', 'thr_' || ${smallHubs} + n * 5, 'hum_1', now() from generate_series(1, 2) n`
  await sql`analyze`
  const once = connectSql(url, { max: 1, planOnce: true })
  atTheEnd(() => once.end({ timeout: 1 }))
  return once
}

/** The pad of the large hub was edited many times, those of the others never. */
async function longHistory(sql: Sql): Promise<void> {
  await sql`
    insert into block_text (pad_id, block_id, rev, words, version, text)
    select 'pad_0', 'blk_' || n % 40, n / 40, 1, n, 'Text ' || n from generate_series(1, ${texts}) n`
  await sql`
    insert into block_text (pad_id, block_id, rev, words, version, text)
    select 'pad_' || n, 'blk_1', 0, 1, 1, 'Text' from generate_series(1, ${smallHubs}) n`
  await sql`analyze`
}

describe('a large hub beside many small ones', () => {
  it('shows its newest and its pinned without reading the rest', async () => {
    const sql = await largeHub()
    const list = { hub_id: 'hub_0', keeper: false, limit: shown }
    const wanted: readonly ItemsWanted[] = [list, { ...list, type: 'thread' }, { ...list, is: 'open' }]
    for (const one of wanted)
      expect(await rowsRead(sql, 'thread', (tx) => hubItems(tx, one)), JSON.stringify(one)).to.be.below(threads / 4)
    const items = await hubItems(sql, list)
    expect(items.filter(({ pinned }) => pinned).map(({ id }) => id)).to.deep.equal([
      `thr_${smallHubs + 5}`,
      `thr_${smallHubs + 10}`,
    ])
    expect(items).to.have.length(shown)
  })

  it('looks up by its id the thread that something on Home names', async () => {
    const sql = await largeHub()
    await sql`
      insert into participant (id, kind, handle, name, created_at) values ('hum_1', 'human', 'amira', 'Amira', now())`
    await sql`
      insert into seat (scope_id, participant_id, role, given_by, at)
      select 'hub_' || n, 'hum_1', 'owner', 'hum_1', now() from generate_series(0, ${smallHubs}) n`
    await sql`
      insert into edit (id, pad_id, hub_id, thread_id, author_id, author_kind, principal_id, kind, status, at, version, base_version,
        section_ids, blocks, added_chars, removed_chars, new_heading, removed_link, small)
      select 'edt_' || n, 'pad_0', 'hub_0', 'thr_' || ${smallHubs} + n, 'hum_1', 'human', 'hum_1', 'edit', 'proposed', now(), 1, 0,
        '{}', '[]', 0, 0, false, false, false
      from generate_series(1, 20) n`
    await sql`
      insert into read_mark (participant_id, scope_id, seq, at)
      select 'hum_1', 'thr_' || ${smallHubs} + n, 1, now() from generate_series(1, 20) n`
    await sql`analyze`
    const reader = { publicOn: true, id: 'hum_1', seats_of: 'hum_1' }
    expect(
      await rowsRead(sql, 'thread', (tx) => suggestionsAsked(tx, ['edt_1', 'edt_2', 'edt_3'], reader)),
    ).to.be.below(threads / 4)
    expect(await rowsRead(sql, 'thread', (tx) => lastRead(tx, reader, 5))).to.be.below(threads / 4)
    expect(await lastRead(sql, reader, 5)).to.have.length(5)
  })

  it('shows the tasks of a member without reading all tasks and threads of their hubs', async () => {
    const sql = await largeHub()
    await sql`
      insert into participant (id, kind, handle, name, created_at) values ('hum_1', 'human', 'amira', 'Amira', now())`
    await sql`
      insert into seat (scope_id, participant_id, role, given_by, at)
      select 'hub_' || n, 'hum_1', 'member', 'hum_1', now() from generate_series(0, ${seats}) n`
    await sql`
      insert into task (id, thread_id, hub_id, seq, title, creator_id, state, claim, created_at, updated_at)
      select 'tsk_' || substr(id, 5), id, hub_id, 2, 'T', 'hum_2', 'open', 0, now(), updated_at from thread`
    await sql`analyze`
    const reader = { publicOn: true, id: 'hum_1', seats_of: 'hum_1' }
    const wanted = { as: 'hum_1', since: new Date(), most: shown, parts: ['open', 'everybody'] as const }
    for (const table of ['task', 'thread']) {
      const rows = await rowsRead(sql, table, (tx) => tasksOf(tx, reader, 'hum_1', wanted))
      expect(rows, table).to.be.below(threads / 2)
    }
    expect(await tasksOf(sql, reader, 'hum_1', wanted)).to.have.length(2 * shown)
  })

  it('counts what a member has not read without a look at the posts of threads that others began', async () => {
    const sql = await largeHub()
    await sql`
      insert into participant (id, kind, handle, name, created_at) values ('hum_2', 'human', 'bo', 'Bo', now())`
    await sql`
      insert into seat (scope_id, participant_id, role, given_by, at) values ('hub_0', 'hum_2', 'member', 'hum_1', now())`
    await sql`
      insert into post (id, thread_id, seq, author_id, body, created_at)
      select 'pst_' || substr(thread.id, 5) || '_' || seq, thread.id, seq, 'hum_' || (thread.n + seq) % 2 + 1, 'Hi.', now()
      from (select id, substr(id, 5)::int as n from thread where hub_id = 'hub_0') thread, generate_series(1, 20) seq`
    await sql`update thread set last_seq = 20 where hub_id = 'hub_0'`
    // the newest of all: both were opened, the first of them to the end, the second until their own post
    await sql`
      insert into read_mark (participant_id, scope_id, seq, at)
      select 'hum_2', 'thr_' || ${smallHubs} + n, 22 - 2 * n, now() from generate_series(1, 2) n`
    await sql`analyze`
    const reader = { publicOn: true, id: 'hum_2', seats_of: 'hum_2' }
    expect(await rowsRead(sql, 'post', (tx) => ownHubs(tx, reader, 'hum_2', 5))).to.be.below(10)
    const [hub] = await ownHubs(sql, reader, 'hum_2', 5)
    expect(hub?.unread_threads).to.equal(reads.home.threadsCounted - 1)
  })

  it('tells what one edit of a pad changed without reading the texts of all others', async () => {
    const sql = await largeHub()
    await longHistory(sql)
    expect(await rowsRead(sql, 'block_text', (tx) => replacedBy(tx, 'pad_0', [texts - 1]))).to.be.below(20)
    expect(await replacedBy(sql, 'pad_0', [texts - 1])).to.deep.equal([
      { version: texts - 1, block_id: 'blk_39', before: `Text ${texts - 41}`, after: `Text ${texts - 1}` },
    ])
  })

  it('shows where the blocks of a pad stand without reading all its versions', async () => {
    const sql = await largeHub()
    await sql`
      insert into pad_version (pad_id, version, edit_id, title, whole, layout, at)
      select 'pad_0', n, 'edt_' || n, 'P', n % 100 = 1, case when n % 100 = 1 then 'blk_1.0' else '' end, now()
      from generate_series(1, ${texts}) n`
    await sql`analyze`
    const key = { pad_id: 'pad_0', version: texts - 95 }
    expect(await rowsRead(sql, 'pad_version', (tx) => layoutsAt(tx, [key]))).to.be.below(20)
    const layouts = await layoutsAt(sql, [key])
    expect([...layouts.values()].map(({ entries }) => entries)).to.deep.equal([[{ id: 'blk_1', rev: 0 }]])
  })

  it('shows the text of a pad without reading the texts it had before', async () => {
    const sql = await largeHub()
    await longHistory(sql)
    // where few pads were written, a plan expects few texts of each
    await sql`delete from block_text where pad_id <> 'pad_0'`
    await sql`analyze block_text`
    const stand = Array.from({ length: 5 }, (_, n) => ({ id: `blk_${n}`, rev: texts / 40 - 1 }))
    expect(await rowsRead(sql, 'block_text', (tx) => blockLines(tx, 'pad_0', stand, 'all'))).to.be.below(20)
    const lines = await blockLines(sql, 'pad_0', stand, ['blk_1'])
    expect(lines.map(({ id, text }) => [id, text])).to.deep.equal(
      stand.map(({ id }) => [id, id === 'blk_1' ? `Text ${texts - 39}` : undefined]),
    )
  })
})
