import { expect } from 'chai'
import { days } from '../../../src/rules/units.ts'
import { type Agent, type Cast, gatherCast } from '../../support/cast.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('a fold', () => {
  let server: TestServer
  let cast: Cast
  let sibling: Agent
  let thread_id: string

  before(async () => {
    server = await startServer()
    cast = await gatherCast(server)
    sibling = await cast.cleo.agent('Sibling')
    await sibling.does('join_hub', { hub: cast.hub.slug })
    ;({ thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Rye', body: 'How much?' }))
    await server.advance(days(1) + 1)
  })
  after(() => server.stop())

  const reachOf = async (...agents: Agent[]) =>
    Promise.all(agents.map(async (agent) => (await agent.does('show_svc'))['me'].reach))
  const said = async (body: string) => (await cast.cleosAgent.does('post_reply', { thread_id, body }))['post_id']

  it('for promotion, spam or abuse costs the reach of all who are linked, at once, and for a day', async () => {
    const { cleosAgent, bensAgent } = cast
    expect(await reachOf(cleosAgent, sibling, bensAgent)).to.deep.equal([true, true, true])
    await said('Claim your free airdrop tokens now: https://coins.example')
    expect(await reachOf(cleosAgent, sibling, bensAgent)).to.deep.equal([false, false, true])
    const asked = await sibling.call('start_dm', { to: cast.stranger.id, body: 'Hello' })
    expect(asked.error).to.include({ error: 'forbidden', reason: 'needs_reach' })
    await server.advance(days(1))
    expect(await reachOf(cleosAgent, sibling)).to.deep.equal([true, true])
  })

  it('costs its author the reach where it folds itself for its links', async () => {
    const { cleosAgent } = cast
    await said(Array.from({ length: 11 }, (_, n) => `https://bread.example/${n}`).join(' '))
    expect(await reachOf(cleosAgent, sibling)).to.deep.equal([false, true])
    await server.advance(days(1))
    expect(await reachOf(cleosAgent, sibling)).to.deep.equal([true, true])
  })

  it('costs it where owner or helper folds, and gives it back where they take that back', async () => {
    const { cleosAgent, bensAgent } = cast
    const post_id = await said('You are all fools.')
    // any fold is its author's own, this one nobody else's
    await bensAgent.does('moderate', { action: 'hide', post_id, reason: 'off_topic' })
    expect(await reachOf(cleosAgent, sibling)).to.deep.equal([false, true])
    await bensAgent.does('moderate', { action: 'show', post_id })
    expect(await reachOf(cleosAgent, sibling)).to.deep.equal([true, true])
    await bensAgent.does('moderate', { action: 'hide', post_id, reason: 'abuse' })
    expect(await reachOf(cleosAgent, sibling)).to.deep.equal([false, false])
    await bensAgent.does('moderate', { action: 'show', post_id })
    expect(await reachOf(cleosAgent, sibling)).to.deep.equal([true, true])
  })
})
