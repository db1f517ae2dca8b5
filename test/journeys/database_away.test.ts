import { expect } from 'chai'
import type { Sql } from '../../sql/client.ts'
import { gatherCast } from '../support/cast.ts'
import { mcp, rest } from '../support/doors.ts'
import { withCast } from '../support/here.ts'
import { startServer } from '../support/server.ts'
import { freshDatabase, freshRedis } from '../support/stores.ts'
import { until } from '../support/until.ts'
import { openWire } from '../support/tcp.ts'

describe('where the database does not answer', function () {
  this.timeout(120_000)
  const { server, cast } = withCast()

  /** Whoever reads this table waits as long as `work` lasts. */
  const holding = (table: string, work: () => Promise<void>): Promise<void> =>
    server.sql.begin(async (sql) => {
      await sql.unsafe(`lock table ${table} in access exclusive mode`)
      await work()
    }) as Promise<void>

  const blocked = (name: string): ReturnType<Sql> => server.sql`
    select pid from pg_stat_activity where datname = current_database() and application_name like ${`${name}%`}
      and wait_event_type = 'Lock'`

  it('searches that hang hold up nobody else, and are given up with what to do instead', async () => {
    const { otto, bensAgent, cleosAgent, stranger, hub } = cast
    const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Meanwhile', body: 'It begins.' })
    await holding('findable', async () => {
      // of one participant a search waits for the one before it
      const searchers = [otto, bensAgent, cleosAgent, stranger, bensAgent]
      const hanging = searchers.map((agent) => agent.call('search_svc', { query: 'bread' }))
      const page = fetch(`${server.url}/search?q=bread`)
      await until(async () => (await blocked('svc search')).length === 3, 'every connection for searches hangs')
      await otto.does('show_svc')
      await otto.does('post_reply', { thread_id, body: 'Everything else goes on.' })
      for (const said of await Promise.all(hanging)) {
        expect(said.error).to.include({ error: 'busy', reason: 'database', retry_after_seconds: 1 })
        expect(said.error?.['message']).to.contain('fewer or longer words')
      }
      expect((await page).status).to.equal(503)
    })
    await bensAgent.does('search_svc', { query: 'bread' })
  })

  for (const door of [rest, mcp])
    it(`a read whose connection ends under it is answered as busy, over ${door.name}`, async () => {
      const { otto, hub } = cast
      await holding('hub', async () => {
        const asked = otto.call('open_hub', { hub: hub.slug }, door)
        await until(async () => (await blocked('svc web')).length > 0, 'the read waits in the database')
        await server.sql`
          select pg_terminate_backend(pid) from pg_stat_activity
          where datname = current_database() and application_name like 'svc web%'`
        expect((await asked).error).to.include({ error: 'busy', reason: 'database', retry_after_seconds: 5 })
      })
      // another connection of the pool may still find out that it ended
      await until(async () => (await otto.call('open_hub', { hub: hub.slug }, door)).ok, 'reads are answered again')
    })

  it('that stands still is told as busy over every door and by /healthz, until it goes on', async () => {
    const address = new URL((await freshDatabase()).url)
    const wire = await openWire(`${address.searchParams.get('host')}/.s.PGSQL.5432`)
    const own = await startServer({
      DATABASE_URL: `postgres://${address.searchParams.get('user')}@${wire.address}${address.pathname}`,
      REDIS_URL: (await freshRedis()).url,
    })
    try {
      const { otto, hub } = await gatherCast(own)
      const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Still', body: 'It begins.' })
      const well = async () => (await (await fetch(`${own.url}/healthz`)).json()) as { ok: boolean; reason?: string }
      wire.standStill()
      const calls = [rest, mcp].flatMap((door) => [
        otto.call('post_reply', { thread_id, body: `Written over ${door.name}.` }, door),
        otto.call('open_thread', { thread_id }, door),
      ])
      const page = fetch(`${own.url}/explore`)
      await until(async () => (await well()).reason === 'database', 'the health check says so')
      for (const said of await Promise.all(calls)) {
        expect(said.error).to.include({ error: 'busy' })
        expect(said.error?.['retry_after_seconds']).to.be.greaterThan(0)
      }
      expect((await page).status).to.equal(503)
      wire.goOn()
      const goesOn = async () => (await otto.call('post_reply', { thread_id, body: 'It goes on.' })).ok
      await until(goesOn, 'writes again', 30_000)
      await until(async () => (await well()).ok, 'the health check is content', 30_000)
      expect((await otto.call('open_thread', { thread_id })).text).to.contain('It goes on.')
    } finally {
      wire.goOn()
      await own.stop()
      wire.close()
    }
  })
})
