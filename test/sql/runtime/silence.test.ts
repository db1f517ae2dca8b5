import { expect } from 'chai'
import { why } from '../../../actors/runtime/failure.ts'
import { connectSql } from '../../../sql/connect.ts'
import { isOutage } from '../../../sql/outage.ts'
import { openWriter } from '../../../sql/runtime/writer.ts'
import { freshDatabase, type TestDatabase } from '../../support/stores.ts'
import { openWire, type Wire } from '../../support/wire.ts'

describe('a connection to PostgreSQL that dies without a word', () => {
  let behind: TestDatabase
  let wire: Wire
  let url: string

  before(async () => {
    behind = await freshDatabase()
    await behind.sql`create table place (id int primary key, words text not null)`
    await behind.sql`insert into place values (1, 'first')`
    const address = new URL(behind.url)
    wire = await openWire(`${address.searchParams.get('host')}/.s.PGSQL.5432`)
    url = `postgres://${address.searchParams.get('user')}@${wire.address}${address.pathname}`
  })
  after(() => wire.close())

  const stands = async () => (await behind.sql<{ words: string }[]>`select words from place`)[0]?.words

  it('is given up with what waits for it, which is an outage, and a new one answers', async () => {
    const sql = connectSql(url, { max: 1, silentFor: 200 })
    await sql`select 1`
    wire.fallSilent()
    const outcome = await sql`select 1`.then(() => 'answered', isOutage)
    expect(outcome).to.equal(true)
    expect((await sql`select words from place`)[0]).to.deep.equal({ words: 'first' })
    await sql.end({ timeout: 0 })
  })

  it('is no connection that nobody asked anything for a while', async () => {
    const ended: unknown[] = []
    const sql = connectSql(url, { max: 1, silentFor: 50, onClose: () => ended.push('ended') })
    const pid = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
    const first = await pid()
    for (let n = 0; n < 20; n++) await behind.sql`select pg_sleep(0.01)`
    expect(await pid()).to.equal(first)
    expect(ended).to.deep.equal([])
    await sql.end({ timeout: 0 })
  })

  it('is opened anew by what writes, which does not know whether that was saved and asks', async () => {
    const writer = openWriter(url, 'svc test writer', { inTransaction: 5_000, silentFor: 200 })
    const write = (words: string) =>
      writer
        .commit((sql) => [sql`update place set words = ${words}`])
        .then(
          () => 'committed',
          (error: unknown) => why(error),
        )
    expect(await write('second')).to.equal('committed')
    wire.fallSilent()
    expect(await write('lost on its way')).to.equal('unknown')
    expect(await stands()).to.equal('second')
    expect(await write('third')).to.equal('committed')
    expect(await stands()).to.equal('third')
    await writer.close()
  })

  it('is found out between two answers of one transaction, too', async () => {
    const writer = openWriter(url, 'svc test writer', { inTransaction: 5_000, silentFor: 200 })
    const outcome = writer
      .commit((sql) => [sql`update place set words = 'half'`, sql`select pg_sleep(0.1)`])
      .then(
        () => 'committed',
        (error: unknown) => why(error),
      )
    await untilAsleep()
    wire.fallSilent()
    expect(await outcome).to.equal('unknown')
    // the server had all of it: what nobody heard of was saved, which the shards' offsets tell
    expect(await stands()).to.equal('half')
    await writer.close()
  })

  async function untilAsleep(): Promise<void> {
    for (;;) {
      const rows = await behind.sql`select from pg_stat_activity where query like '%pg_sleep(0.1)%' and state = 'active'
        and pid <> pg_backend_pid()`
      if (rows.length > 0) return
    }
  }
})
