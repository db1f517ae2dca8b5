import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect } from 'chai'
import { failureOf } from '../../actors/runtime/failure.ts'
import { parseAddress } from '../../sql/address.ts'
import { connectSql } from '../../sql/connect.ts'
import { migrate, pendingMigrations } from '../../sql/migrate.ts'
import { isOutage } from '../../sql/outage.ts'
import { openWriter } from '../../sql/runtime/writer.ts'
import { emptyDatabase, freshDatabase, type TestDatabase } from '../support/stores.ts'
import { openWire } from '../support/tcp.ts'
import { certificate, openTlsInFront, type TlsInFront } from '../support/tls_in_front.ts'

describe('a PostgreSQL that takes encrypted connections only, as hosting providers run it', () => {
  let behind: TestDatabase
  let front: TlsInFront
  const folder = mkdtempSync(join(tmpdir(), 'svc-certificate-'))
  const trusted = join(folder, 'trusted.pem')

  const socketOf = ({ url }: TestDatabase) => `${new URL(url).searchParams.get('host')}/.s.PGSQL.5432`
  const through = ({ address }: { address: string }, { url }: TestDatabase, asked: string, host = 'localhost') => {
    const { searchParams, pathname } = new URL(url)
    return `postgres://${searchParams.get('user')}@${address.replace('localhost', host)}${pathname}?${asked}`
  }

  before(async () => {
    writeFileSync(trusted, certificate.cert)
    behind = await freshDatabase()
    await behind.sql`create table place (id int primary key, words text not null)`
    await behind.sql`insert into place values (1, 'first')`
    front = await openTlsInFront(socketOf(behind), { asked: true })
  })
  after(async () => {
    await front.close()
    rmSync(folder, { recursive: true })
  })

  /** Both kinds of connection: one that is given up when it falls silent, and one that is not. */
  async function answersOf(url: string): Promise<string[]> {
    const said: string[] = []
    for (const silentFor of [undefined, 10_000]) {
      const sql = connectSql(url, { max: 1, ...(silentFor && { silentFor }) })
      const answer = sql<{ words: string }[]>`select words from place`
      said.push(
        await answer.then(
          ([row]) => row?.words ?? '',
          (error: Error) => error.message,
        ),
      )
      await sql.end({ timeout: 1 })
    }
    return said
  }

  it('is connected to encrypted where sslmode says so, or says nothing of another machine', async () => {
    for (const mode of ['prefer', 'require']) {
      const before = front.encrypted()
      expect(await answersOf(through(front, behind, `sslmode=${mode}`))).to.deep.equal(['first', 'first'])
      expect(front.encrypted() - before).to.equal(2)
    }
    const unsaid = (host: string) => parseAddress(`postgres://svc@${host}/svc`).encryption
    expect(['db.example', '10.0.0.7:5432'].map(unsaid)).to.deep.equal(['prefer', 'prefer'])
    expect(['localhost', '127.0.0.1:5432', '[::1]'].map(unsaid)).to.deep.equal([false, false, false])
    expect(parseAddress('postgres:///svc?host=/run/postgres&user=svc').encryption).to.equal(false)
  })

  it('is believed to be itself only with a certificate that is trusted, and of its name, where that is asked', async () => {
    const [refusal] = await answersOf(through(front, behind, 'sslmode=verify-full'))
    expect(refusal).to.equal('self-signed certificate')
    for (const mode of ['verify-full', 'verify-ca', 'require'])
      expect(await answersOf(through(front, behind, `sslmode=${mode}&sslrootcert=${trusted}`))).to.deep.equal([
        'first',
        'first',
      ])
    const elsewhere = (mode: string) =>
      answersOf(through(front, behind, `sslmode=${mode}&sslrootcert=${trusted}`, '127.0.0.1'))
    for (const said of await elsewhere('verify-full')) expect(said).to.include('does not match certificate')
    expect(await elsewhere('verify-ca')).to.deep.equal(['first', 'first'])
  })

  it('may not offer encryption, which ends only what asks for it', async () => {
    const plain = await openWire(socketOf(behind))
    expect(await answersOf(through(plain, behind, 'sslmode=prefer'))).to.deep.equal(['first', 'first'])
    const [, watched] = await answersOf(through(plain, behind, 'sslmode=require'))
    expect(watched).to.include('the server offers no encryption, and sslmode asks for it')
    plain.close()
  })

  it('gets no password from a client that was told something beside the answer', async () => {
    const between = await openTlsInFront(socketOf(behind), { asked: true, slippedIn: 'R' })
    const sql = connectSql(through(between, behind, 'sslmode=require'), { max: 1, silentFor: 10_000 })
    const error = await sql`select 1`.then(String, (failed: Error) => failed)
    expect(error).to.be.an('error')
    expect(isOutage(error)).to.equal(true)
    expect(between.encrypted()).to.equal(0)
    await sql.end({ timeout: 1 })
    await between.close()
  })

  it('is written to as any other, and what is written while it is away is told to be an outage', async () => {
    const writer = openWriter(through(front, behind, 'sslmode=require'), 'svc test writer', {
      inTransaction: 5_000,
      silentFor: 10_000,
    })
    const write = (words: string) =>
      writer
        .commit((sql) => [sql`update place set words = ${words}`, sql`update place set words = words || '!'`])
        .then(
          () => 'committed',
          (error: unknown) => failureOf(error),
        )
    expect(await write('second')).to.equal('committed')
    await front.shut()
    // what was sent as it went may be saved or not
    expect(await write('perhaps')).to.be.oneOf(['unknown', 'outage'])
    expect(await write('nowhere')).to.equal('outage')
    await front.open()
    expect(await write('third')).to.equal('committed')
    const [row] = await behind.sql`select words from place`
    expect(row).to.deep.equal({ words: 'third!' })
    await writer.close()
  })

  it('is migrated, also by an address with what only libpq reads', async () => {
    const empty = await emptyDatabase()
    const own = await openTlsInFront(socketOf(empty), { asked: true })
    await migrate(through(own, empty, 'sslmode=require&channel_binding=require'), { first: 1 })
    await migrate(through(own, empty, 'sslmode=prefer'), { first: 1 })
    await migrate(through(own, empty, `sslmode=verify-full&sslrootcert=${trusted}`))
    expect(await pendingMigrations(empty.sql)).to.deep.equal([])
    await own.close()
  })

  it('is not looked for with an sslmode that there is not', () => {
    expect(() => parseAddress('postgres://svc@db.example/svc?sslmode=verify')).to.throw('sslmode is not')
  })
})
