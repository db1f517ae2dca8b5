import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import type { EffectKind } from '../../sql/effect.ts'
import { insertInto, removeFrom, updateOf } from '../../sql/table_effects.ts'
import { freshDatabase } from '../support/stores.ts'

const folder = new URL('../../sql/effects/', import.meta.url)

const isKind = (value: unknown): value is EffectKind<any> =>
  typeof value === 'function' && 'phase' in value && 'write' in value

async function everyKind(): Promise<EffectKind<any>[]> {
  const files = readdirSync(folder).filter((file) => file.endsWith('.js'))
  const modules = await Promise.all(files.map((file) => import(new URL(file, folder).href) as Promise<object>))
  return modules.flatMap((module) => Object.values(module).filter(isKind))
}

describe('the kinds of row change', () => {
  it('name tables and columns that are there, of types that fit', async () => {
    const { sql } = await freshDatabase()
    const kinds = await everyKind()
    expect(kinds).to.have.lengthOf.above(80)
    for (const kind of kinds) {
      const failed = await kind.write(sql, []).then(
        () => undefined,
        (error: Error) => error.message,
      )
      expect(failed, kind.name).to.equal(undefined)
    }
  })

  it('have names of their own', async () => {
    const names = (await everyKind()).map(({ name }) => name)
    expect(names.filter((name, n) => names.indexOf(name) !== n)).to.deep.equal([])
  })
})

describe('a kind that follows from its table', () => {
  interface Jar {
    readonly shelf: string
    readonly n: number
    readonly holds?: string
    readonly seal?: string
    readonly open?: boolean
    readonly opened_at?: string
  }

  const key = ['shelf', 'n'] as const
  const jars = async () => {
    const { sql } = await freshDatabase()
    await sql`create table jar (shelf text, n int, holds text, seal bytea, open boolean, opened_at timestamptz, primary key (shelf, n))`
    return {
      sql,
      rows: () => sql`select shelf, n, holds, encode(seal, 'hex') as seal, open from jar order by shelf, n`,
    }
  }

  it('inserts whole rows, bytes from hex, with what every new row has; one that is there stays', async () => {
    const { sql, rows } = await jars()
    const put = insertInto<Jar>('jar', { hex: 'seal', starts: { open: false }, where_there: 'stays' })
    await put.write(sql, [
      { shelf: 'a', n: 1, holds: 'plums', seal: 'c0ffee' },
      { shelf: 'a', n: 2, holds: "a 'quoted' \\ word", seal: '00ff' },
    ])
    await put.write(sql, [{ shelf: 'a', n: 1, holds: 'pears', seal: '00' }])
    expect([...(await rows())]).to.deep.equal([
      { shelf: 'a', n: 1, holds: 'plums', seal: 'c0ffee', open: false },
      { shelf: 'a', n: 2, holds: "a 'quoted' \\ word", seal: '00ff', open: false },
    ])
  })

  it('takes the place of a row that is there, in the columns it names, and of one batch the last row holds', async () => {
    const { sql, rows } = await jars()
    const put = insertInto<Jar>('jar', { where_there: { key, set: ['holds'] } })
    await put.write(sql, [{ shelf: 'a', n: 1, holds: 'plums', open: true }])
    await put.write(sql, [{ shelf: 'a', n: 1, holds: 'pears', open: false }])
    expect([...(await rows())]).to.deep.equal([{ shelf: 'a', n: 1, holds: 'pears', seal: null, open: true }])
    expect(put.key?.({ shelf: 'a', n: 1 })).to.equal('a 1')
  })

  it('updates the named columns of the rows with that key, null where the row leaves one out', async () => {
    const { sql, rows } = await jars()
    await insertInto<Jar>('jar').write(
      sql,
      [1, 2, 3].map((n) => ({ shelf: 'a', n, holds: 'plums', open: n === 3 })),
    )
    const empty = updateOf<Jar>('jar.empty', { key, set: ['holds'], also: 'open = true', where: 'not jar.open' })
    await empty.write(sql, [
      { shelf: 'a', n: 1 },
      { shelf: 'a', n: 2, holds: 'water' },
      { shelf: 'a', n: 3 },
      { shelf: 'b', n: 1 },
    ])
    expect((await rows()).map(({ n, holds, open }) => [n, holds, open])).to.deep.equal([
      [1, null, true],
      [2, 'water', true],
      [3, 'plums', true],
    ])
  })

  it('removes the rows that match in every column of the key', async () => {
    const { sql, rows } = await jars()
    const put = insertInto<Jar>('jar')
    await put.write(sql, [
      { shelf: 'a', n: 1 },
      { shelf: 'a', n: 2 },
      { shelf: 'b', n: 1 },
      { shelf: 'c', n: 1 },
    ])
    await removeFrom<Jar>('jar', key).write(sql, [
      { shelf: 'a', n: 1 },
      { shelf: 'b', n: 2 },
    ])
    await removeFrom<{ shelf: string }>('jar', ['shelf']).write(sql, [{ shelf: 'c' }])
    expect((await rows()).map(({ shelf, n }) => `${shelf}${n}`)).to.deep.equal(['a2', 'b1'])
  })

  it('says the same text each time, so that the statement stays prepared', async () => {
    const { sql } = await jars()
    const put = insertInto<Jar>('jar')
    const one = await sql.reserve()
    for (const n of [1, 2, 3]) await put.write(one as unknown as Sql, [{ shelf: 'a', n }])
    const kept = await one`select statement from pg_prepared_statements where statement like 'insert into jar%'`
    one.release()
    expect(kept).to.have.lengthOf(1)
  })
})
