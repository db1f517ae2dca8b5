import { readdirSync } from 'node:fs'
import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { type EffectKind, insertInto, removeFrom, updateOf } from '../../sql/effect.ts'
import { advanceThreads, insertThreads } from '../../sql/effects/thread/threads.ts'
import { mint } from '../../src/rules/ids.ts'
import { untrusted } from '../../src/text/untrusted.ts'
import { placeIn, then } from '../support/place.ts'
import { freshDatabase } from '../support/stores.ts'

const folder = new URL('../../sql/effects/', import.meta.url)

const isKind = (value: unknown): value is EffectKind<any> =>
  typeof value === 'function' && 'phase' in value && 'write' in value

async function everyKind(): Promise<EffectKind<any>[]> {
  const files = readdirSync(folder, { encoding: 'utf8', recursive: true }).filter((file) => file.endsWith('.js'))
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

  it('are apart only where each trigger of their tables is known not to look at what else a commit writes', async () => {
    const { sql } = await freshDatabase()
    const tables = (await everyKind()).filter(({ apart }) => apart).map(({ name }) => name.split('.')[0] ?? '')
    const found = await sql<{ name: string }[]>`
      select relname || ': ' || tgname as name from pg_trigger join pg_class on pg_class.oid = tgrelid
      where not tgisinternal and relname = any (${tables}::text[])`
    // one more belongs here when it reads no row of another part, and otherwise its kind of row is not apart
    expect(found.map(({ name }) => name).toSorted()).to.deep.equal([
      'post: post_waits',
      'post: posts_wait',
      'thread: thread_findable',
      'thread: thread_stamp',
      'thread: thread_stamp_first',
    ])
  })

  it('have names of their own', async () => {
    const names = (await everyKind()).map(({ name }) => name)
    expect(names.filter((name, n) => names.indexOf(name) !== n)).to.deep.equal([])
  })
})

describe('a thread that moved on', () => {
  it('has the same row whether it was alone in its batch or one of several', async () => {
    const { sql } = await freshDatabase()
    const { hub_id } = await placeIn(sql)
    const at = new Date(then).toISOString()
    const ids = [1, 2, 3].map(() => mint('thread', then))
    const begun = { status: 'open', version: 1, last_seq: 1, updated_at: at } as const
    const thread = { hub_id, title: untrusted('One'), starter_id: 'hum_x', accepts_guests: false, created_at: at }
    await insertThreads.write(
      sql,
      ids.map((id) => ({ ...begun, ...thread, id, flags_wrong: false })),
    )
    const later = new Date(then + 5_000).toISOString()
    const moved = { version: 7, last_seq: 6, status: 'answered', answer_id: 'msg_a', answer_by: 'hum_x' } as const
    const whole = { ...moved, dispute: 'open', updated_at: later, run: { posts: 2, agents: ["agt_'x"] } } as const
    const [alone, ...both] = ids as [string, string, string]
    for (const next of [whole, { ...begun, updated_at: later }]) {
      await advanceThreads.write(sql, [{ id: alone, ...next }])
      await advanceThreads.write(
        sql,
        both.map((id) => ({ id, ...next })),
      )
      const rows = await sql`
        select version, last_seq, status, answer_id, answer_by, dispute, updated_at, run from thread order by id = ${alone} desc`
      expect(rows[0]).to.deep.include({ version: next.version, last_seq: next.last_seq, status: next.status })
      expect(rows[0]?.['updated_at'].toISOString()).to.equal(later)
      expect(rows[0]?.['run']).to.deep.equal('run' in next ? next.run : null)
      expect(rows[1]).to.deep.equal(rows[0])
      expect(rows[2]).to.deep.equal(rows[0])
    }
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
    const put = insertInto<Jar>('jar', { hex: 'seal', initial: { open: false }, on_conflict: 'nothing' })
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
    const put = insertInto<Jar>('jar', { on_conflict: { key, set: ['holds'] } })
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
