import { expect } from 'chai'
import type { Sql } from '../../../sql/client.ts'
import { connectSql } from '../../../sql/connect.ts'
import { openPipelines, type Pipelines } from '../../../sql/runtime/pipelines.ts'
import { freshDatabase } from '../../support/stores.ts'

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
})
