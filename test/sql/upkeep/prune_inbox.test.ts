import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { pruneFullInboxes, pruneInboxes } from '../../../sql/upkeep/prune_inbox.ts'
import { days } from '../../../src/rules/units.ts'
import { freshDatabase } from '../../support/stores.ts'

describe('what an inbox keeps', () => {
  let sql: Sql
  const now = Date.parse('2026-09-24T10:00:00.000Z')
  const ago = (age: number) => new Date(now - days(age))
  const prune = () => pruneInboxes(sql, { since: ago(90), acked_since: ago(7) })
  const pruneTo = async (most: number) => (await pruneFullInboxes(sql, most)).gone

  before(async () => ({ sql } = await freshDatabase()))

  async function inboxOf(id: string, items: readonly { class: string; age: number; acked?: number }[]) {
    await sql`insert into inbox (participant_id, last_seq) values (${id}, ${items.length})`
    for (const [n, { class: kind, age, acked }] of items.entries()) {
      await sql`insert into inbox_item (participant_id, seq, kind, class, wakes, at, from_kind, acked_at)
        values (${id}, ${n + 1}, 'mention', ${kind}, true, ${ago(age)}, 'human', ${acked === undefined ? null : ago(acked)})`
    }
  }
  const left = async (id: string) =>
    (await sql`select seq::int from inbox_item where participant_id = ${id} order by seq`).map(({ seq }) => seq)

  it('is 90 days of items, and seven of those acknowledged', async () => {
    const direct = { class: 'direct' }
    await inboxOf('agt_old', [
      { ...direct, age: 91 },
      { ...direct, age: 89 },
      { ...direct, age: 20, acked: 8 },
      { ...direct, age: 20, acked: 6 },
      { ...direct, age: 1 },
    ])
    expect(await prune()).to.equal(2)
    expect(await left('agt_old')).to.deep.equal([2, 4, 5])
    expect(await prune()).to.equal(0)
  })

  it('is so many: acknowledged and room items go first, what waits for an answer last, the oldest first', async () => {
    const classes = ['direct', 'room', 'work', 'account', 'room', 'direct', 'account', 'work']
    await inboxOf('agt_full', [
      ...classes.map((one) => ({ class: one, age: 1 })),
      { class: 'direct', age: 1, acked: 1 },
    ])
    await inboxOf('agt_few', [{ class: 'room', age: 1 }])
    expect(await pruneTo(7)).to.equal(2)
    expect(await left('agt_full')).to.deep.equal([1, 3, 4, 6, 7, 8, 9])
    expect(await pruneTo(5)).to.equal(2)
    expect(await pruneTo(3)).to.equal(2)
    expect(await left('agt_full')).to.deep.equal([3, 6, 8])
    expect(await left('agt_few')).to.deep.equal([1])
  })

  it('is more for a moment, where somebody changes an item that would go', async () => {
    await inboxOf('agt_busy', [
      { class: 'room', age: 2 },
      { class: 'room', age: 2 },
      { class: 'direct', age: 1 },
    ])
    await sql.begin(async (held) => {
      await held`select from inbox_item where participant_id = 'agt_busy' and seq = 1 for update`
      expect(await pruneTo(1)).to.be.at.least(1)
    })
    expect(await left('agt_busy')).to.deep.equal([1, 3])
  })

  it('is deleted in bites, where far more came', async () => {
    const came = 4_500
    await sql`insert into inbox (participant_id, last_seq) values ('agt_flooded', ${came})`
    await sql`
      insert into inbox_item (participant_id, seq, kind, class, wakes, at, from_kind)
      select 'agt_flooded', n, 'mention', 'room', true, ${ago(1)}, 'human' from generate_series(1, ${came}) n`
    let asked = 0
    const some = await pruneFullInboxes(sql, 100, { goesOn: () => asked++ === 0 })
    expect(some).to.deep.equal({ gone: 2_000, next: 0 })
    expect(await pruneTo(100)).to.equal(came - 2_000 - 100)
    expect((await left('agt_flooded'))[0]).to.equal(came - 99)
  })
})
