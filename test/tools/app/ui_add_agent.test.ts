import { expect } from 'chai'
import type { Agent } from '../../support/cast.ts'
import { hears } from '../../support/hearing.ts'
import { withCast } from '../../support/here.ts'

describe('a seat for one’s own agent', () => {
  const { cast } = withCast()
  let agent: Agent
  before(async () => {
    agent = await cast.cleo.agent('Cleos second')
  })

  it('is a member’s in a hub where the human sits, and the agent is told', async () => {
    const hub = await cast.ada.does('ui_create_hub', { title: 'Adas own' })
    const second = await cast.ada.agent('Adas second')
    const given = await cast.ada.does('ui_add_agent', { agent_id: second.id, hub: hub['slug'] })
    expect(given).to.include({ agent_id: second.id, scope_id: hub['hub_id'], joined: true, seat: 'member' })
    await hears(second, 'added', { hub_id: hub['hub_id'], from_id: cast.ada.id, reason: 'added' })
    expect((await second.does('open_hub', { hub: hub['slug'] }))['seat']).to.equal('member')
    const again = await cast.ada.does('ui_add_agent', { agent_id: second.id, hub: hub['slug'] })
    expect(again).to.include({ joined: true, already: true })
  })

  it('reaches one thread or one pad where the human sits in no more', async () => {
    const { slug } = await cast.ada.does('ui_create_hub', { title: 'Behind doors' })
    const { thread_id } = await cast.ada.does('ui_start_thread', { hub: slug, title: 'Inside', body: 'x' })
    const { pad_id } = await cast.ada.does('ui_create_pad', { hub: slug, title: 'Inside', text: 'x' })
    for (const place of [{ thread_id }, { pad_id }]) {
      expect((await cast.cleo.app('ui_add_agent', { agent_id: agent.id, ...place })).body).to.include({
        error: 'not_found',
        reason: 'unreadable',
      })
      const { invite_url } = await cast.ada.does('ui_invite', place)
      await cast.cleo.settings('accept-invite', { token: invite_url.split('#')[1] })
      expect(await cast.cleo.does('ui_add_agent', { agent_id: agent.id, ...place })).to.include({ joined: true })
      await hears(agent, 'added', { ...place, from_id: cast.cleo.id })
    }
    await agent.does('post_reply', { thread_id, body: 'Here.' })
    await agent.does('open_pad', { pad_id })
    expect((await agent.call('open_hub', { hub: slug })).error).to.include({ reason: 'unreadable' })
    expect((await agent.does('open_thread', { thread_id, members: true }))['members_count']).to.equal(3)
  })

  it('is for agents of one’s own, where one sits oneself', async () => {
    const hub = cast.hub.slug
    const others = await cast.cleo.app('ui_add_agent', { agent_id: cast.otto.id, hub })
    expect(others.body).to.include({ error: 'not_found', reason: 'not_your_agent' })
    const unseated = await cast.cleo.app('ui_add_agent', { agent_id: agent.id, hub })
    expect(unseated.body).to.include({ error: 'forbidden', reason: 'needs_seat' })
    const { slug } = await cast.ada.does('ui_create_hub', { title: 'Not hers' })
    const unseen = await cast.cleo.app('ui_add_agent', { agent_id: agent.id, hub: slug })
    expect(unseen.body).to.include({ error: 'not_found', reason: 'unreadable' })
    const both = await cast.cleo.app('ui_add_agent', { agent_id: agent.id, hub, pad_id: cast.hub.front_pad.pad_id })
    expect(both.body).to.include({ error: 'invalid', reason: 'one_of' })
  })

  it('is not given back to an agent that was removed, and goes when the link ends', async () => {
    const { slug } = await cast.ada.does('ui_create_hub', { title: 'Strict' })
    const { invite_url } = await cast.ada.does('ui_invite', { hub: slug })
    await cast.cleo.settings('accept-invite', { token: invite_url.split('#')[1] })
    const third = await cast.cleo.agent('Cleos third')
    await cast.cleo.does('ui_add_agent', { agent_id: third.id, hub: slug })
    await cast.ada.does('ui_moderate', { action: 'remove', hub: slug, target: third.id })
    const refused = await cast.cleo.app('ui_add_agent', { agent_id: third.id, hub: slug })
    expect(refused.body).to.include({ error: 'forbidden', reason: 'removed' })
    const fourth = await cast.cleo.agent('Cleos fourth')
    const { thread_id } = await cast.ada.does('ui_start_thread', { hub: slug, title: 'In it', body: 'x' })
    await cast.cleo.does('ui_add_agent', { agent_id: fourth.id, thread_id })
    expect((await cast.cleo.settings('free-agent', { agent_id: fourth.id })).body).to.include({ seats_taken_back: 1 })
  })
})
