import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { connectSql } from '../../../sql/connect.ts'
import { openPipelines, type Pipelines } from '../../../sql/runtime/pipelines.ts'
import { isOutage } from '../../../sql/outage.ts'
import { freshDatabase } from '../../support/stores.ts'
import { openWire } from '../../support/tcp.ts'

describe('connections that readings share', () => {
  let pipelines: Pipelines

  before(async () => {
    const { url } = await freshDatabase()
    pipelines = openPipelines([1, 2].map(() => connectSql(url, { max: 1, name: 'svc test' })))
  })
  after(() => pipelines.close())

  /** the server's process that answers */
  const process = async (sql: Sql): Promise<number> => {
    const [row] = await sql<{ pid: number }[]>`select pg_backend_pid() as pid`
    return row?.pid ?? 0
  }
  /** A reading that begins, and ends when it is told to. */
  function begin(): { readonly by: Promise<number>; readonly end: () => Promise<unknown> } {
    let over = (): void => undefined
    const told = new Promise<void>((resolve) => (over = resolve))
    let by: Promise<number> = Promise.resolve(0)
    const whole = pipelines.during(async (sql) => {
      by = process(sql)
      await Promise.all([by, told])
    })
    return {
      by,
      end() {
        over()
        return whole
      },
    }
  }

  it('carry all statements of one reading on one connection', async () => {
    const processes = await pipelines.during((sql) => Promise.all([process(sql), process(sql), process(sql)]))
    expect(new Set(processes)).to.have.lengthOf(1)
  })

  it('each serve as many readings as the others', async () => {
    const [first, second, third, fourth] = [begin(), begin(), begin(), begin()]
    const by = await Promise.all([first.by, second.by, third.by, fourth.by])
    expect(new Set(by)).to.have.lengthOf(2)
    expect(by.slice(2)).to.deep.equal(by.slice(0, 2))
    await Promise.all([second.end(), fourth.end()])
    const fifth = begin()
    expect(await fifth.by, 'the one that two readings left').to.equal(by[1])
    await Promise.all([first.end(), third.end(), fifth.end()])
  })

  it('serve the next reading after one that failed', async () => {
    const occupied = begin()
    await occupied.by
    for (let n = 0; n < 3; n++) {
      const refused = await pipelines.during((sql) => sql`select 1 / 0`).catch((error: Error) => error.message)
      expect(refused).to.equal('division by zero')
    }
    const next = begin()
    expect(await next.by).to.not.equal(await occupied.by)
    await Promise.all([occupied.end(), next.end()])
  })

  it('are found dead after some of the answers to a reading, so that it does not wait for the others', async () => {
    const behind = await freshDatabase()
    await behind.sql`select 1`
    const address = new URL(behind.url)
    const wire = await openWire(`${address.searchParams.get('host')}/.s.PGSQL.5432`)
    const url = `postgres://${address.searchParams.get('user')}@${wire.address}${address.pathname}`
    const few = openPipelines([1, 2].map(() => connectSql(url, { max: 1, silentFor: 1_500 })))
    const twoOf = (sql: Sql, lock: number, heard?: () => void) =>
      Promise.all([sql`select 1`.then(heard), sql`select pg_advisory_xact_lock(${lock}::int)`])
    try {
      // what is prepared leaves in one packet
      await Promise.all([8, 9].map((lock) => few.during((sql) => twoOf(sql, lock))))
      await behind.sql.begin(async (holding) => {
        await holding`select pg_advisory_xact_lock(7)`
        let heard = (): void => undefined
        const first = new Promise<void>((resolve) => (heard = resolve))
        const reading = few.during((sql) => twoOf(sql, 7, heard)).then(() => 'answered', isOutage)
        await first
        wire.fallSilent()
        // the other one died as well
        await few.answer().catch(() => undefined)
        expect(await reading).to.equal(true)
      })
      expect(await few.during((sql) => sql<{ one: number }[]>`select 1 as one`)).to.deep.equal([{ one: 1 }])
    } finally {
      await few.close()
      wire.close()
    }
  })
})
