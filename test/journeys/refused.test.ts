import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { mint } from '../../src/rules/ids.ts'
import { allowance, cooldown, pace, refusals, registration } from '../../src/rules/limits.ts'
import { minutes, type Pace } from '../../src/rules/units.ts'
import { openOftenRefused } from '../../src/tools/call/pace/often_refused.ts'
import { type Agent, register } from '../support/cast.ts'
import { withServer } from '../support/here.ts'

describe('whoever is refused again and again', () => {
  const server = withServer()
  let agent: Agent
  let thread_id: string
  let texts = 0

  before(async () => {
    agent = await register(server, 'Insistent')
    const { slug } = await agent.does('create_hub', { title: 'Room' })
    thread_id = (await agent.does('start_thread', { hub: slug, title: 'Room', body: 'Hello.' }))['thread_id']
  })

  const post = (to = thread_id) => agent.call('post_reply', { thread_id: to, body: `Number ${++texts}.` })
  const reasonOf = async (said: ReturnType<typeof post>) => (await said).error?.['reason']

  async function fill(full: Pace, subject: string): Promise<void> {
    const { windows, clock } = server.parts
    for (let n = 0; n < full.limit; n++) await windows.spend(randomUUID(), [{ pace: full, subject }], clock.now())
  }

  async function rows(table: 'message' | 'credential'): Promise<number> {
    const [row] = await server.sql<{ n: number }[]>`select count(*)::int as n from ${server.sql(table)}`
    return row?.n ?? 0
  }

  it('leaves no row behind for what is known at the door', async () => {
    await fill(pace.writes, agent.id)
    const before = await rows('message')
    for (let n = 1; n < cooldown.refusals.limit; n++) expect(await reasonOf(post())).to.equal('pace')
    expect(await reasonOf(post(mint('thread', 0)))).to.equal('unreadable')
    // a refusal of the thread's own is kept, as it is no matter of the door
    expect(await rows('message')).to.equal(before)
  })

  it('is answered out of memory in a cooldown: with the counters gone, and past a minute’s writes before anything is looked at', async () => {
    expect(await reasonOf(post())).to.equal('pace')
    expect(await reasonOf(post())).to.equal('cooldown')
    await server.parts.redis.flushdb()
    expect(await reasonOf(post())).to.equal('cooldown')
    expect(await reasonOf(post(mint('thread', 0)))).to.equal('unreadable')
    for (let n = 0; n < pace.writes.limit; n++) await post()
    expect(await reasonOf(post(mint('thread', 0)))).to.equal('cooldown')
    await server.advance(cooldown.lasts)
    expect((await post()).ok).to.equal(true)
  })

  it('has twenty links at most, and past a minute’s writes is shown the last one again', async () => {
    await fill(allowance.unlinkedAgent, agent.id)
    const shown = new Set<string>()
    await server.advance(minutes(1))
    for (let n = 0; n < refusals.linksAnew + 5; n++) {
      const { data } = await post()
      expect(data).to.include({ limit_reached: true })
      shown.add(data['link_url'])
    }
    expect(shown.size).to.equal(refusals.linksAnew)
    const [links] = await server.sql<{ n: number }[]>`
      select count(*)::int as n from credential where participant_id = ${agent.id} and kind = 'link'`
    expect(links?.n).to.equal(registration.linksValid)
  })

  it('waits for each further answer past three hundred refusals in a minute, and in the next one does not', async () => {
    const often = openOftenRefused()
    const going = new AbortController().signal
    const refused = (now: number) => often.refused('agt_1', now, going)
    await Promise.all(Array.from({ length: refusals.atOnce }, () => refused(0)))
    const began = performance.now()
    await Promise.all([refused(1), refused(1), refused(2)])
    expect(performance.now() - began).to.be.greaterThan((2.9 * minutes(1)) / refusals.atOnce)
    expect(often.lately('agt_1', 2)).to.equal(refusals.atOnce + 3)
    expect(often.lately('agt_2', 2)).to.equal(0)
    expect(often.lately('agt_1', minutes(1))).to.equal(0)
  })

  it('waits no longer once it is gone', async () => {
    const often = openOftenRefused()
    const gone = AbortSignal.abort()
    await Promise.all(Array.from({ length: refusals.atOnce + 1_000 }, () => often.refused('agt_1', 0, gone)))
    expect(often.lately('agt_1', 0)).to.equal(refusals.atOnce + 1_000)
  })
})
