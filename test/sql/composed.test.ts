import { expect } from 'chai'
import type { Query, Sql } from '../../sql/client.ts'
import { openClient } from '../../sql/connect.ts'
import { composed } from '../../sql/composed.ts'
import { atTheEnd, freshDatabase } from '../support/stores.ts'

/** Statements of every make, each written by a function of the tag. */
const made: Readonly<Record<string, (sql: Sql) => Query>> = {
  'one without values': (sql) => sql`select 1 as n`,
  'values and parts in turn': (sql) => sql`select ${1}::int as a, ${sql`${2}::int + ${3}::int`} as b, ${4}::int as c`,
  'parts within parts': (sql) => {
    const one = sql`${1}::int`
    return sql`select ${sql`(${sql`${one} + ${one}`})`} as n`
  },
  'a part where a value was': (sql) => sql`select ${sql`2`}::int as a, ${3}::int as b`,
  'a value where a part was': (sql) => sql`select ${2}::int as a, ${sql`3`}::int as b`,
  names: (sql) => sql`select ${sql('one.n')} as ${sql('a "name"')} from (select 1 as n) ${sql('one')}`,
  'what is absent': (sql) => sql`select ${undefined as never}::text as nothing, ${null}::int as none`,
  'values of every type': (sql) => sql`
    select ${new Date(0)}::timestamptz as at, ${true}::boolean as yes, ${'x'}::text as word, ${['a', 'b']}::text[] as words,
      ${sql.json({ a: [1] })}::jsonb as json, ${12n as never}::bigint as big`,
  'a list of rows': (sql) => sql`select * from (${sql`values ${sql([[1], [2]] as never)}`}) as listed (n)`,
  'several parts in one place': (sql) => sql`select ${[sql`1 as a,`, sql`${2}::int as b`] as never}`,
  'a text of its own': (sql) => sql`select ${sql.unsafe('1 + 1')} as n`,
}

describe('a statement composed of parts', () => {
  const clients = async (): Promise<{ plain: Sql; sql: Sql }> => {
    const { url } = await freshDatabase()
    const plain = openClient(url, { max: 1, name: 'svc test' })
    atTheEnd(() => plain.end({ timeout: 1 }))
    return { plain, sql: composed(plain) }
  }

  it('is the statement that postgres.js makes of the same parts, each time', async () => {
    const { plain, sql } = await clients()
    for (let time = 1; time <= 2; time++)
      for (const [name, make] of Object.entries(made)) {
        const [one, other] = [await make(sql), await make(plain)]
        expect([...one], name).to.deep.equal([...other])
        expect(one.statement.string, name).to.equal(other.statement.string)
      }
  })

  it('is prepared once, whatever its values', async () => {
    const { sql } = await clients()
    const found = (relation: string) => sql`select relname from pg_class ${sql`where relname = ${relation}`}`
    for (const relation of ['hub', 'thread', 'pad']) expect([...(await found(relation))]).to.have.length(1)
    expect([
      ...(await sql`select 1 from pg_prepared_statements where statement like 'select relname%'`),
    ]).to.have.length(1)
  })

  it('is sent once, however often it is awaited, and only then', async () => {
    const { sql } = await clients()
    await sql`create table counted (n int)`
    const add = sql`insert into counted values (1)`
    const counted = async () => [...(await sql`select n from counted`)].length
    expect(await counted()).to.equal(0)
    await Promise.all([add, add])
    await add
    expect(await counted()).to.equal(1)
  })

  it('says in its error where it stands in the code', async () => {
    const { sql } = await clients()
    const wrong = (what: Query) => sql`select ${what}`
    for (let time = 1; time <= 2; time++) {
      const error = await wrong(sql`1 / 0`).then(
        () => expect.fail('it worked'),
        (failed: Error) => failed,
      )
      expect(error.message).to.equal('division by zero')
      expect(error.stack).to.match(/composed\.test\.[jt]s:\d+/)
    }
  })

  it('is one within a transaction, on a connection of its own and row by row, too', async () => {
    const { sql } = await clients()
    const one = (on: Sql) => on`select ${on`${1}::int`} as n`
    expect(await sql.begin(async (within) => [...(await one(within as unknown as Sql))])).to.deep.equal([{ n: 1 }])
    expect(await sql.begin('read only', async (within) => [...(await one(within as unknown as Sql))])).to.deep.equal([
      { n: 1 },
    ])
    const undone = sql.begin(async (within) => {
      await within`create table undone ()`
      await within`select ${within`1 / 0`}`
    })
    expect(await undone.then(() => 'done', String)).to.contain('division by zero')
    expect([...(await sql`select to_regclass('undone') as there`)]).to.deep.equal([{ there: null }])
    const own = await sql.reserve()
    expect([...(await one(own as unknown as Sql))]).to.deep.equal([{ n: 1 }])
    own.release()
    const rows: unknown[] = []
    for await (const some of sql`select n from generate_series(1, ${5}::int) n`.cursor(2)) rows.push(some.length)
    expect(rows).to.deep.equal([2, 2, 1])
  })
})
