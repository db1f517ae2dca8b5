import { expect } from 'chai'
import {
  allValues,
  firstRecord,
  firstRow,
  firstValue,
  groupsByKey,
  inMs,
  records,
  recordsByKey,
} from '../../sql/client.ts'
import { freshDatabase } from '../support/stores.ts'

describe('records of a statement', () => {
  const jars = async () => {
    const { sql } = await freshDatabase()
    return {
      sql,
      found: sql`select * from (values ('a', 1, 'plums', true), ('a', 2, null, false), ('b', 3, '', null))
        as jar (key, n, holds, open) order by n`,
    }
  }

  it('leave out what is null, and nothing else', async () => {
    const { found } = await jars()
    expect(await records(found)).to.deep.equal([
      { key: 'a', n: 1, holds: 'plums', open: true },
      { key: 'a', n: 2, open: false },
      { key: 'b', n: 3, holds: '' },
    ])
  })

  it('go by their key, one or several, in the order of the statement', async () => {
    const { sql, found } = await jars()
    expect([...(await groupsByKey(found))]).to.deep.equal([
      [
        'a',
        [
          { n: 1, holds: 'plums', open: true },
          { n: 2, open: false },
        ],
      ],
      ['b', [{ n: 3, holds: '' }]],
    ])
    const one = await recordsByKey(sql`select 'a' as key, 1 as n, null::text as holds`)
    expect([...one]).to.deep.equal([['a', { n: 1 }]])
  })

  it('are one, or one value of it, where a statement asks for one', async () => {
    const { sql } = await jars()
    const jar = (where: boolean) => sql`select 2 as n, null::text as holds where ${where}`
    expect(await firstRow(jar(true))).to.deep.equal({ n: 2, holds: null })
    expect(await firstRecord(jar(true))).to.deep.equal({ n: 2 })
    expect([await firstRow(jar(false)), await firstRecord(jar(false))]).to.deep.equal([undefined, undefined])
    const value = (where: boolean) =>
      sql`select nullif(n, 1) as n from generate_series(1, 2) n where ${where} order by 1 nulls first`
    expect(await allValues(value(true))).to.deep.equal([null, 2])
    expect([await firstValue(value(true)), await firstValue(value(false))]).to.deep.equal([undefined, undefined])
    expect(await firstValue(sql`select 0 as n`)).to.equal(0)
  })

  it('have times in whole milliseconds, as a Date counts them', async () => {
    const { sql } = await jars()
    for (const at of ['2026-11-22T19:05:39.123999Z', '1969-12-31T23:59:59.999Z', '2001-02-03T04:05:06Z']) {
      const [row] = await sql<{ at: Date; ms: number }[]>`
        select at, ${inMs(sql, 'one.at')} as ms from (select ${at}::text::timestamptz as at) one`
      expect(row?.ms).to.equal(row?.at.getTime())
    }
    expect(await records(sql`select ${inMs(sql, 'at')} as at from (select null::timestamptz as at) one`)).to.deep.equal(
      [{}],
    )
  })
})
