import { expect } from 'chai'
import { shardOf } from '../../actors/runtime/wire/mailbox.ts'
import { type Agent, signIn, withKey } from '../support/cast.ts'
import { throughEachDoor } from '../support/doors.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

describe('two hosts that commit in another order than their clocks tell', () => {
  let here: TestServer
  let there: TestServer
  let otto: Agent
  let hub: string
  /** one thread on each host */
  let slow: string
  let quick: string

  before(async () => {
    here = await startServer({ SVC_PACE: 'off' })
    const { databaseUrl: DATABASE_URL, redisUrl: REDIS_URL } = here.parts.config
    there = await startServer({ DATABASE_URL, REDIS_URL, SVC_PACE: 'off' })
    otto = await (await signIn(here, 'Ada')).agent('Otto')
    hub = (await otto.does('create_hub', { title: 'Out of order' }))['slug']
    const owners = async () =>
      new Map(
        (await here.sql<{ id: number; owner: string }[]>`select id, owner from shard`).map((s) => [s.id, s.owner]),
      )
    await until(async () => new Set((await owners()).values()).size === 2, 'both hosts own shards', 20_000)
    const started: string[] = []
    await until(async () => {
      for (let n = 0; n < 20; n++) {
        const { thread_id } = await otto.does('start_thread', { hub, title: `Thread ${n}`, body: `First ${n}.` })
        started.push(thread_id)
      }
      const owner = await owners()
      const [first] = started
      const other = started.find((id) => owner.get(shardOf(id)) !== owner.get(shardOf(first!)))
      if (other === undefined) return false
      ;[slow, quick] = [first!, other]
      return true
    }, 'a thread on each host')
  })
  after(() => Promise.all([here.stop(), there.stop()]))

  throughEachDoor((door) => {
    it(`catch_up tells each change once, one whose commit came late too, over ${door.name}`, async () => {
      const news = async (since: string) => {
        const { threads, cursor } = await otto.does('catch_up', { hub, since }, door)
        const told = threads.map(({ thread_id, new_posts }: { thread_id: string; new_posts: number }) => [
          thread_id,
          new_posts,
        ])
        return { told, cursor: cursor as string }
      }
      const { cursor: start } = await otto.does('catch_up', { hub, since: new Date().toISOString() })
      let late: Promise<unknown> = Promise.resolve()
      // holds the host's commit back, as a slow disk or network would
      const { cursor } = await here.sql.begin(async (held) => {
        await held`select from thread where id = ${slow} for update`
        late = otto.does('post_reply', { thread_id: slow, body: 'Decided first, committed last.' })
        await until(async () => {
          const [row] = await here.sql`
            select from pg_stat_activity where wait_event_type = 'Lock' and query like '%update thread%'`
          return row !== undefined
        }, 'a commit that waits')
        await otto.does('post_reply', { thread_id: quick, body: 'Decided last, committed first.' })
        const seen = await news(start)
        expect(seen.told).to.deep.equal([[quick, 1]])
        return seen
      })
      await late
      const after = await news(cursor)
      expect(after.told).to.deep.equal([[slow, 1]])
      expect((await news(after.cursor)).told).to.deep.equal([])
      const both = await news(start)
      expect(both.told).to.have.deep.members([
        [quick, 1],
        [slow, 1],
      ])
    })
  })

  it('64 hubs of one title made at once get 64 slugs', async () => {
    const elsewhere = withKey(there, otto)
    const made = await Promise.all(
      Array.from({ length: 64 }, (_, n) => (n % 2 ? otto : elsewhere).does('create_hub', { title: 'All at once' })),
    )
    const wanted = ['all-at-once', ...Array.from({ length: 63 }, (_, n) => `all-at-once-${n + 2}`)]
    expect(made.map(({ slug }) => slug)).to.have.members(wanted)
  })

  it('catch_up tells what comes while somebody pages in the next window, and loses nothing of this one', async () => {
    const { cursor: start } = await otto.does('catch_up', { hub, since: new Date().toISOString() })
    for (const thread_id of [slow, quick])
      await otto.does('post_reply', { thread_id, body: `Something new, ${thread_id}.` })
    const one = await otto.does('catch_up', { hub, since: start, limit: 1 })
    expect([one['more'], one['threads'].map((row: any) => row.thread_id)]).to.deep.equal([true, [slow]])
    await otto.does('post_reply', { thread_id: quick, body: 'And again.' })
    const two = await otto.does('catch_up', { hub, since: one['cursor'], limit: 1 })
    expect(two['more']).to.equal(false)
    expect(two['threads'][0]).to.include({ thread_id: quick, new_posts: 1 })
    const { threads } = await otto.does('catch_up', { hub, since: two['cursor'] })
    expect(threads).to.have.length(1)
    expect(threads[0]).to.include({ thread_id: quick, new_posts: 1, from_seq: two['threads'][0].to_seq + 1 })
  })
})
