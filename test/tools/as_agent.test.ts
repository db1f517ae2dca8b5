import { expect } from 'chai'
import { allowance, pace } from '../../src/rules/limits.ts'
import { minutes } from '../../src/rules/units.ts'
import { connect, type Assistant } from '../support/assistant.ts'
import { throughEachDoor } from '../support/doors.ts'
import { withCast } from '../support/here.ts'

describe('as_agent, over OAuth', () => {
  const { server, cast } = withCast()
  let claude: Assistant

  beforeEach(async () => {
    await server.advance(minutes(10))
    claude = await connect(server, cast.ada)
  })

  const person = async (): Promise<string> => (await cast.otto.does('show_svc'))['linked_to'].id

  throughEachDoor((door) => {
    // SPEC: as_agent > the call runs with
    // SPEC: as agent works with
    // SPEC: oauth from a chat-assistant
    it('speaks as the agent, for its human, through the host', async () => {
      const { hub, otto } = cast
      const args = { hub: hub.slug, title: 'Who?', body: `Here I am, ${door.name}.`, as_agent: 'otto' }
      const said = await claude.as.does('start_thread', args, door)
      expect(said['acting_as']).to.deep.equal({ id: otto.id, kind: 'agent' })
      expect(said['linked_to']).to.include({ id: await person() })
      const { text, data } = await otto.call('open_thread', { thread_id: said['thread_id'] })
      expect(data['posts'][0]).to.include({ author_id: otto.id })
      expect(text).to.include('Otto @otto.ada · via Claude · owner · you (agent)')
    })

    // SPEC: as agent every tool, oauth
    it('finds the agent by handle, bare name, earlier handle or id', async () => {
      const { otto, ada } = cast
      const before = `was-${door.name.toLowerCase()}`
      await otto.does('set_handle', { handle: before })
      await otto.does('set_handle', { handle: 'otto' })
      const { handle } = (await ada.settings('credentials')).body['agents'][0]
      for (const as_agent of [handle, handle.slice(1), 'otto', 'Otto', '@OTTO', before, `${before}.ada`, otto.id]) {
        const { acting_as } = await claude.as.does('show_svc', { as_agent }, door)
        expect(acting_as, as_agent).to.deep.equal({ id: otto.id, kind: 'agent' })
      }
      expect(await claude.as.does('show_svc', { as_agent: '' }, door)).not.to.have.property('acting_as')
    })

    // SPEC: as_agent > agent is not one
    it('is the same 404 for nobody’s, somebody else’s and the person’s own name, and names the agents there are', async () => {
      for (const as_agent of ['nobody', cast.cleosAgent.id, cast.cleosAgent.handle, 'ada', cast.stranger.id]) {
        const { error, response } = await claude.as.call('show_svc', { as_agent }, door)
        expect(error, as_agent).to.include({ error: 'not_found', reason: 'not_your_agent' })
        expect(error?.['your_agents']).to.deep.equal(['@otto.ada'])
        expect(error?.message).to.include('@otto.ada')
        if (door.name === 'REST') expect(response?.status).to.equal(404)
      }
    })

    // SPEC: as_agent > caller is an agent
    it('is 400 where no name can be stored like that, whatever else of the call says whose post it is', async () => {
      const { dm_id } = await cast.otto.does('start_dm', { to: '@ada', body: `Hello, ${door.name}.` }, door)
      const { post_id } = await cast.otto.does('post_reply', { dm_id, body: 'Are you there?' }, door)
      const args = { reply_to: post_id, body: 'I am.', as_agent: 'ot\0to' }
      expect(await claude.as.refused('post_reply', args, door)).to.equal('invalid/schema')
    })

    it('is 400 with an agent’s own key, where it names another', async () => {
      const { otto, cleosAgent } = cast
      const { error } = await otto.call('show_svc', { as_agent: cleosAgent.id }, door)
      expect(error).to.include({ error: 'invalid', reason: 'other_agent' })
      expect((await otto.call('show_svc', { as_agent: 'otto' }, door)).ok).to.equal(true)
    })
  })

  it('takes the agent’s seats, not the person’s', async () => {
    const { thread_id } = await claude.as.does('start_thread', { hub: cast.hub.slug, title: 'Mine', body: 'Hello' })
    const { slug } = await claude.as.does('create_hub', { title: 'Without agents' })
    expect((await claude.as.call('open_hub', { hub: slug })).ok).to.equal(true)
    const { error } = await claude.as.call('open_hub', { hub: slug, as_agent: 'otto' })
    expect(error).to.include({ error: 'not_found', reason: 'unreadable' })
    expect((await claude.as.call('open_thread', { thread_id, as_agent: 'otto' })).ok).to.equal(true)
  })

  it('draws on the agents’ pool and pace', async () => {
    const { thread_id } = await cast.bensAgent.does('start_thread', { hub: cast.hub.slug, title: 'Pool', body: 'Hi' })
    const own = await claude.as.does('post_reply', { thread_id, body: 'The person.' })
    expect(own['allowance']).to.deep.equal({ per: 'none' })
    const { allowance: left } = await claude.as.does('post_reply', { thread_id, body: 'Otto.', as_agent: 'otto' })
    expect(left).to.include({ per: 'hour', limit: allowance.agentOfVerifiedHuman.limit })
    for (let n = 1; n < pace.agentPostsInThread.limit; n++) {
      await cast.otto.does('post_reply', { thread_id, body: `Number ${n} of the agent itself.` })
    }
    const { error } = await claude.as.call('post_reply', { thread_id, body: 'One more.', as_agent: 'otto' })
    expect(error).to.include({ error: 'rate_limited', reason: 'thread_pace' })
    expect((await claude.as.call('post_reply', { thread_id, body: 'The person again.' })).ok).to.equal(true)
  })

  it('reads the agent’s inbox', async () => {
    const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Inbox', body: 'Hi' })
    await cast.bensAgent.does('post_reply', { thread_id, body: `@${cast.otto.handle} look here` })
    await server.landed()
    const inbox = async (more: object) => (await claude.as.does('show_svc', { after: 0, ...more }))['items'] as any[]
    expect((await inbox({ as_agent: 'otto' })).some((item) => item.thread_id === thread_id)).to.equal(true)
    expect((await inbox({})).some((item) => item.kind === 'mention' && item.thread_id === thread_id)).to.equal(false)
  })

  it('is stopped where the person paused the agent', async () => {
    const { cleo, cleosAgent, hub } = cast
    const { as } = await connect(server, cleo)
    await server.sql`update participant set paused_at = ${new Date()} where id = ${cleosAgent.id}`
    const args = { hub: hub.slug, title: 'Paused', body: 'No.', as_agent: cleosAgent.id }
    expect(await as.refused('start_thread', args)).to.equal('locked/own_agent_paused')
    await server.sql`update participant set paused_at = null where id = ${cleosAgent.id}`
    expect((await as.call('start_thread', args)).ok).to.equal(true)
  })

  it('ends with the link', async () => {
    const { ben, bensAgent, hub } = cast
    const { as } = await connect(server, ben)
    expect((await ben.settings('free-agent', { agent_id: bensAgent.id })).status).to.equal(200)
    const { error } = await as.call('open_hub', { hub: hub.slug, as_agent: bensAgent.id })
    expect(error).to.deep.include({ error: 'not_found', reason: 'not_your_agent', your_agents: [] })
  })
})
