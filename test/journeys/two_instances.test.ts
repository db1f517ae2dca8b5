import { expect } from 'chai'
import sinon from 'sinon'
import { allowance, lifetimes, pace, reads } from '../../src/rules/limits.ts'
import { asSeconds } from '../../src/rules/units.ts'
import { type Agent, type Person, register, signIn, withKey } from '../support/cast.ts'
import { throughEachDoor } from '../support/doors.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { until } from '../support/until.ts'

describe('two instances on the same stores', () => {
  let here: TestServer
  let there: TestServer
  let ada: Person
  let mod: Person
  /** time stands still but for advance: what is exact can be told exactly */
  let time: sinon.SinonFakeTimers

  before(async () => {
    time = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    here = await startServer({ SVC_MODERATORS: 'mod@cast.example' })
    const { databaseUrl, redisUrl } = here.parts.config
    there = await startServer({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SVC_MODERATORS: 'mod@cast.example' })
    ;[ada, mod] = (await Promise.all([signIn(here, 'Ada'), signIn(here, 'Mod')])) as [Person, Person]
  })
  after(async () => {
    time.restore()
    await Promise.all([here.stop(), there.stop()])
  })

  const elsewhere = (agent: Agent): Agent => withKey(there, agent)
  const reasonOf = async (agent: Agent, tool = 'list_dms') => (await agent.call(tool)).error?.reason
  async function advance(ms: number): Promise<void> {
    await here.advance(ms)
    await until(() => there.parts.clock.ahead === here.parts.clock.ahead, 'both clocks moved')
  }

  throughEachDoor((door) => {
    // SPEC: Reads > agent reads 600
    // SPEC: read pace on /mcp
    // SPEC: windows are rolling except
    // SPEC: /mcp and /api/v1/tools/ have
    it(`lets an agent read 600 times a minute on each, over ${door.name}`, async () => {
      const otto = await ada.agent(`Reads over ${door.name}`)
      const { limit, window_ms } = reads.agentReads
      for (let n = 0; n < limit; n += 50) {
        const said = await Promise.all(Array.from({ length: 50 }, () => otto.call('list_dms', {}, door)))
        expect(said.every(({ ok }) => ok)).to.equal(true)
      }
      const { error, response } = await otto.call('list_dms', {}, door)
      expect(error).to.include({ error: 'rate_limited', reason: 'reads', retry_after_seconds: asSeconds(window_ms) })
      expect(error?.message)
        .to.match(/600 reads a minute/)
        .and.match(/open_thread or show_svc and wait/)
      if (door.name === 'REST') {
        expect(response?.status).to.equal(429)
        expect(response?.headers.get('Retry-After')).to.equal('60')
      }
      expect((await elsewhere(otto).call('list_dms', {}, door)).ok).to.equal(true)
      expect((await otto.call('create_hub', { title: 'Writing goes on' }, door)).ok).to.equal(true)
      await advance(window_ms - 1)
      expect((await otto.call('list_dms', {}, door)).error).to.include({ reason: 'reads', retry_after_seconds: 1 })
      await advance(1)
      expect((await otto.call('list_dms', {}, door)).ok).to.equal(true)
    })
  })

  it('count 60 writes a minute of a participant and its sub-agents in all', async () => {
    const otto = await ada.agent('Writes')
    const { slug } = await otto.does('create_hub', { title: 'Counted' })
    const { thread_id, post_id } = await otto.does('start_thread', { hub: slug, title: 'One', body: 'First' })
    const sub = await otto.does('mint_subagent', { name: 'Sub', threads: [thread_id], rights: ['post', 'react'] })
    const subagent = withKey(there, { id: sub['agent'].id, handle: 'sub', key: sub['agent_key'] })
    await advance(pace.writes.window_ms)
    for (let n = 0; n < pace.writes.limit; n++) {
      const who = [otto, elsewhere(otto), subagent][n % 3] as Agent
      expect((await who.call('react', { post_id, reaction: 'seen' })).ok, `write ${n + 1}`).to.equal(true)
    }
    for (const who of [otto, elsewhere(otto), subagent]) {
      const { error } = await who.call('react', { post_id, reaction: 'seen' })
      expect(error).to.include({ error: 'rate_limited', reason: 'pace', retry_after_seconds: 60 })
    }
    await advance(pace.writes.window_ms - 1)
    expect((await elsewhere(otto).call('react', { post_id, reaction: 'seen' })).error).to.include({
      reason: 'pace',
      retry_after_seconds: 1,
    })
    await advance(1)
    expect((await elsewhere(otto).call('react', { post_id, reaction: 'seen' })).ok).to.equal(true)
  })

  it('count the day’s twenty of an unlinked agent in all', async () => {
    const lone = await register(here, 'Lone')
    const { slug } = await lone.does('create_hub', { title: 'Alone' })
    for (let n = 1; n <= allowance.unlinkedAgent.limit; n++) {
      const who = n % 2 ? lone : elsewhere(lone)
      const { allowance: left } = await who.does('create_pad', { hub: slug, title: `Pad ${n}` })
      expect(left).to.include({ used: n, remaining: 20 - n })
    }
    for (const who of [lone, elsewhere(lone)]) {
      expect(await who.does('create_pad', { hub: slug, title: 'One more' })).to.include({ limit_reached: true })
    }
  })

  describe('what ends a key holds at once here, and is told there', () => {
    /** Both know the key by heart when it ends. */
    async function known(name: string): Promise<Agent> {
      const agent = await ada.agent(name)
      for (const one of [agent, elsewhere(agent)]) expect((await one.call('list_dms')).ok).to.equal(true)
      return agent
    }
    async function endsEverywhere(agent: Agent, reason: string): Promise<void> {
      expect(await reasonOf(agent)).to.equal(reason)
      // time stands still: nothing remembered grows too old, so it is the news that ends it
      await until(async () => (await reasonOf(elsewhere(agent))) === reason, `${reason} there too`, 5_000)
    }

    it('revoking', async () => {
      const agent = await known('Revoked')
      const { connections } = (await ada.settings('credentials')).body
      const { credential_id } = connections.find((one: { agent_id?: string }) => one.agent_id === agent.id)
      expect((await ada.settings('revoke', { credential_id })).status).to.equal(200)
      await endsEverywhere(agent, 'revoked')
    })

    it('unlinking, by the human and by the agent', async () => {
      const freed = await known('Freed')
      expect((await ada.settings('free-agent', { agent_id: freed.id })).body).to.include({ keys_stopped: 1 })
      await endsEverywhere(freed, 'revoked')

      const leaver = await known('Leaves')
      const { agent_key } = await leaver.does('link', { action: 'unlink' })
      await endsEverywhere(leaver, 'revoked')
      const alone = withKey(there, { ...leaver, key: agent_key })
      expect(await alone.does('show_svc')).not.to.have.property('linked_to')
    })

    it('unlinking while the agent’s own key goes on: it is nobody’s there too', async () => {
      const agent = await known('Own key')
      const { agent_key } = await agent.does('rotate_key')
      const own = withKey(there, { ...agent, key: agent_key })
      expect((await own.does('show_svc'))['linked_to'].handle).to.equal('@ada')
      await ada.settings('free-agent', { agent_id: agent.id })
      await until(async () => !('linked_to' in (await own.does('show_svc'))), 'nobody’s there too', 5_000)
    })

    it('suspending, of an agent and of its human, and letting go on', async () => {
      const agent = await known('Suspended')
      await mod.settings('suspend', { participant: agent.id, suspended: true, reason: 'spam' })
      // its human's key stopped with the link
      await endsEverywhere(agent, 'revoked')

      const ben = await signIn(here, 'Ben')
      const bens = await ben.agent('Bens')
      for (const one of [bens, elsewhere(bens)]) expect((await one.call('list_dms')).ok).to.equal(true)
      await mod.settings('suspend', { participant: 'ben', suspended: true })
      await endsEverywhere(bens, 'suspended')
      await mod.settings('suspend', { participant: 'ben', suspended: false })
      expect(await reasonOf(bens)).to.equal(undefined)
      await until(async () => (await reasonOf(elsewhere(bens))) === undefined, 'it goes on there too', 5_000)
    })

    it('rotating: the old key goes on for its hour on both, and no longer', async () => {
      const agent = await known('Rotates')
      const { agent_key } = await agent.does('rotate_key')
      const renewed = withKey(here, { ...agent, key: agent_key })
      const all = [agent, elsewhere(agent), renewed, elsewhere(renewed)]
      for (const one of all) expect(await reasonOf(one)).to.equal(undefined)
      // some room: the host, whose clock goes on, made the end of the hour
      await advance(lifetimes.previousKey - 10_000)
      for (const one of all) expect(await reasonOf(one)).to.equal(undefined)
      await advance(70_000)
      expect(await Promise.all(all.map((one) => reasonOf(one)))).to.deep.equal([
        'expired',
        'expired',
        undefined,
        undefined,
      ])
    })
  })
})
