import { type AddressInfo, createServer, type Socket } from 'node:net'
import { once } from 'node:events'
import { expect } from 'chai'
import { failureOf } from '../../../actors/runtime/failure.ts'
import { connectSql } from '../../../sql/connect.ts'
import { isOutage } from '../../../sql/outage.ts'
import { watchedSocket } from '../../../sql/runtime/silence.ts'
import { openWriter } from '../../../sql/runtime/writer.ts'
import { freshDatabase, type TestDatabase } from '../../support/stores.ts'
import { until } from '../../support/until.ts'
import { openWire, type Wire } from '../../support/tcp.ts'

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

  it('is given up with those beside it that nobody asked anything: their server may have a successor when it goes on', async () => {
    const asked = connectSql(url, { max: 1, silentFor: 200 })
    const idle = connectSql(url, { max: 1, silentFor: 5_000 })
    const pid = async () => (await idle<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
    const first = await pid()
    await asked`select 1`
    wire.fallSilent()
    expect(await asked`select 1`.then(() => 'answered', isOutage)).to.equal(true)
    expect(await pid()).not.to.equal(first)
    for (const sql of [asked, idle]) await sql.end({ timeout: 0 })
  })

  it('is no connection that nobody asked anything for a while', async () => {
    const ended: unknown[] = []
    const sql = connectSql(url, { max: 1, silentFor: 1_000, onClose: () => ended.push('ended') })
    const pid = async () => (await sql<{ pid: number }[]>`select pg_backend_pid() as pid`)[0]?.pid
    const first = await pid()
    await behind.sql`select pg_sleep(1.3)`
    expect(await pid()).to.equal(first)
    expect(ended).to.deep.equal([])
    await sql.end({ timeout: 0 })
  })

  it('is opened anew by what writes, which does not know whether that was saved and asks', async () => {
    const writer = openWriter(url, 'svc test writer', { inTransaction: 5_000, silentFor: 1_000 })
    const write = (words: string) =>
      writer
        .commit((sql) => [sql`update place set words = ${words}`])
        .then(
          () => 'committed',
          (error: unknown) => failureOf(error),
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
    const writer = openWriter(url, 'svc test writer', { inTransaction: 5_000, silentFor: 1_000 })
    await behind.sql.begin(async (holding) => {
      await holding`select pg_advisory_xact_lock(7)`
      const outcome = writer
        .commit((sql) => [sql`update place set words = 'half'`, sql`select pg_advisory_xact_lock(7)`])
        .then(
          () => 'committed',
          (error: unknown) => failureOf(error),
        )
      await untilWaiting()
      wire.fallSilent()
      expect(await outcome).to.equal('unknown')
    })
    // the server had all of it: what nobody heard of was saved, which the shards' offsets tell
    await until(async () => (await stands()) === 'half', 'what the server had')
    await writer.close()
  })

  it('is none whose answer we kept ourselves from reading', async () => {
    const sql = connectSql(url, { max: 1, silentFor: 2_000 })
    let answer: Promise<string> | undefined
    await behind.sql.begin(async (holding) => {
      await holding`select pg_advisory_xact_lock(7)`
      answer = sql`select pg_advisory_xact_lock(7)`.then(() => 'answered', isOutage).then(String)
      await untilWaiting()
      // as a machine that is stopped for a while
      Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, 2_500)
      await turnOfTimers()
    })
    expect(await answer).to.equal('answered')
    await sql.end({ timeout: 0 })
  })

  it('is none whose answer the network parted within its last message', async () => {
    const server = createServer((near) => {
      near.setNoDelay(true)
      near.once('data', () => near.write(Buffer.from([0x5a, 0, 0])))
      near.on('error', () => undefined)
      parted = () => near.write(Buffer.from([0, 5, 0x49]))
    })
    let parted = (): unknown => undefined
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const socket = await watchedSocket(400)({ host: ['127.0.0.1'], port: [port] })
    try {
      await once(socket, 'connect')
      socket.write('asked')
      await once(socket, 'data')
      parted()
      await once(socket, 'data')
      await behind.sql`select pg_sleep(1)`
      expect(socket.destroyed).to.equal(false)
    } finally {
      socket.destroy()
      server.close()
    }
  })

  it('is followed by one to the next of several hosts, and all that end together go to the same', async () => {
    const other = await openWire('/nowhere')
    const ports = [wire, other].map(({ address }) => Number(address.split(':')[1]))
    const open = watchedSocket(60_000)
    const sockets: Socket[] = []
    const opened = async () => {
      const socket = await open({ host: ['127.0.0.1', '127.0.0.1'], port: ports })
      sockets.push(socket)
      await once(socket, 'connect')
      return [ports.indexOf(socket.remotePort as number), socket] as const
    }
    try {
      const [[first, one], [second, two]] = [await opened(), await opened()]
      expect([first, second]).to.deep.equal([0, 0])
      await Promise.all([once(one.destroy(), 'close'), once(two.destroy(), 'close')])
      const [third, three] = await opened()
      expect(third).to.equal(1)
      await once(three.destroy(), 'close')
      expect((await opened())[0]).to.equal(0)
    } finally {
      for (const socket of sockets) socket.destroy()
      other.close()
    }
  })

  const untilWaiting = (): Promise<void> =>
    until(async () => {
      const rows = await behind.sql`
        select from pg_locks where locktype = 'advisory' and not granted
          and database = (select oid from pg_database where datname = current_database())`
      return rows.length > 0
    }, 'a statement that waits')

  /** Whatever was due is done, and what that put off to the end of its turn. */
  async function turnOfTimers(): Promise<void> {
    for (let n = 0; n < 3; n++) await new Promise((resolve) => setTimeout(resolve))
  }
})
