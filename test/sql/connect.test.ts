import { expect } from 'chai'
import { once } from 'node:events'
import { type AddressInfo, createServer } from 'node:net'
import type { Sql } from '../../sql/client.ts'
import { connectSql } from '../../sql/connect.ts'
import { freshDatabase } from '../support/stores.ts'

describe('a connection to PostgreSQL', () => {
  let url: string
  before(async () => ({ url } = await freshDatabase()))

  async function during<Done>(
    options: { readonly planOnce?: boolean },
    work: (sql: Sql) => Promise<Done>,
  ): Promise<Done> {
    const sql = connectSql(url, { max: 1, name: 'svc test', ...options })
    try {
      return await work(sql)
    } finally {
      await sql.end({ timeout: 1 })
    }
  }

  const plansOf = async (sql: Sql) => {
    for (const name of ['hub', 'thread', 'hub']) await sql`select relname from pg_class where relname = ${name}`
    const [row] = await sql<{ once: number; each: number }[]>`
      select generic_plans::int as once, custom_plans::int as each
      from pg_prepared_statements where statement like 'select relname%'`
    return row
  }

  it('plans each statement once where it is asked to, whatever its arguments', async () => {
    expect(await during({ planOnce: true }, plansOf)).to.deep.equal({ once: 3, each: 0 })
  })

  it('else leaves that to the server, which plans the first calls one by one', async () => {
    expect(await during({}, plansOf)).to.deep.equal({ once: 0, each: 3 })
  })

  it('goes to a number of IPv6, and its port', async () => {
    const server = createServer((socket) => socket.destroy()).listen(0, '::1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    for (const silentFor of [undefined, 1_000]) {
      const sql = connectSql(`postgres://svc@[::1]:${port}/svc`, { max: 1, ...(silentFor && { silentFor }) })
      const asked = sql`select 1`.catch(() => undefined)
      await once(server, 'connection')
      await sql.end({ timeout: 0 })
      await asked
    }
    server.close()
  })

  it('compiles no plan', async () => {
    const [row] = await during({}, (sql) => sql<{ jit: string }[]>`show jit`)
    expect(row).to.deep.equal({ jit: 'off' })
  })
})
