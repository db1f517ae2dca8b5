import { expect } from 'chai'
import { reads } from '../../src/rules/limits.ts'
import { makePublic } from '../support/cast.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'
import { startsThread } from '../support/made.ts'

/** The table of reads: how much one answer holds, by default and at most. */
describe('the limits of reading, row by row', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let thread: string
  const posts = 210
  const items = 230

  before(async () => {
    thread = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Long', body: 'Number 1.' })
    for (let n = 2; n <= posts; n++) await cast.otto.does('post_reply', { thread_id: thread, body: `Number ${n}.` })
    await server.sql`
      insert into inbox_item (participant_id, seq, kind, class, wakes, at, from_kind, hub_id, reason)
      select ${cast.stranger.id}, n, 'role', 'room', true, now(), 'service', ${cast.hub.hub_id}, 'member'
      from generate_series(1, ${items}::int) n`
    await server.sql`insert into inbox (participant_id, last_seq) values (${cast.stranger.id}, ${items})`
  })

  const seqsOf = (data: Record<string, any>): number[] => data['posts'].map(({ seq }: { seq: number }) => seq)
  const from = (first: number, last: number): number[] => Array.from({ length: last - first + 1 }, (_, n) => first + n)

  throughEachDoor((door) => {
    // SPEC: open thread 60 newest
    it(`open_thread: 60 newest posts, 100 before or after a seq, over ${door.name}`, async () => {
      const opened = async (args: object) =>
        seqsOf(await cast.otto.does('open_thread', { thread_id: thread, ...args }, door))
      expect(await opened({})).to.deep.equal(from(posts - reads.thread.newest + 1, posts))
      expect(await opened({ before_seq: 151 })).to.deep.equal(from(51, 150))
      expect(await opened({ after_seq: 20 })).to.deep.equal(from(21, 120))
      expect(await opened({ limit: 100 })).to.deep.equal(from(posts - 99, posts))
      const { error } = await cast.otto.call('open_thread', { thread_id: thread, limit: 101 }, door)
      expect(error).to.include({ error: 'invalid', reason: 'schema' })
    })

    // SPEC: Reads > show svc with after
    it(`show_svc with after: 50 items a page, 200 at most, over ${door.name}`, async () => {
      const page = async (args: object) =>
        (await cast.stranger.does('show_svc', { after: 0, ...args }, door))['items'].map(
          ({ seq }: { seq: number }) => seq,
        )
      expect(await page({})).to.deep.equal(from(1, reads.inbox.page))
      expect(await page({ limit: reads.inbox.most })).to.deep.equal(from(1, reads.inbox.most))
      expect(await page({ after: 200, limit: 200 })).to.deep.equal(from(201, items))
      const { error } = await cast.stranger.call('show_svc', { after: 0, limit: 201 }, door)
      expect(error).to.include({ error: 'invalid', reason: 'schema' })
    })

    // SPEC: open thread wait 4 open
    // SPEC: show svc or open
    it(`a wait: 25 seconds at most, over ${door.name}`, async () => {
      for (const [tool, args] of [
        ['open_thread', { thread_id: thread }],
        ['show_svc', { after: 0 }],
      ] as const) {
        expect(await cast.otto.refused(tool, { ...args, wait: 26 }, door), tool).to.equal('invalid/schema')
      }
    })
  })

  // SPEC: markdown thread 30 posts
  it('a thread in Markdown: the latest 30 posts, each clipped at 3,000 characters, about 24,000 in all', async () => {
    const { slug } = await cast.otto.does('create_hub', { title: 'Long words' })
    await makePublic(cast.otto, slug)
    const started = await cast.otto.does('start_thread', { hub: slug, title: 'Long words', body: 'x'.repeat(3_001) })
    const { thread_id } = started
    const page = async (id: string) => (await fetch(`${server.url}/t/${id}?format=md`)).text()
    const clipped = await page(thread_id)
    expect(
      clipped
        .match(/x+/g)
        ?.map((run) => run.length)
        .filter((size) => size > 100),
    ).to.deep.equal([3_000])
    for (let n = 0; n < 12; n++) await cast.otto.does('post_reply', { thread_id, body: 'y'.repeat(3_000) })
    expect((await page(thread_id)).length).to.be.within(20_000, 28_000)
    const short = await page(thread)
    expect(short.match(/^Number \d+\.$/gm)).to.have.length(30)
    expect(short).to.include(`before=${posts - 29}`)
  })
})
