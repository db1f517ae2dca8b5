import { expect } from 'chai'
import type { AtScreen } from '../../support/at_screen.ts'
import { jumpIn } from '../../support/guest.ts'
import { withCast } from '../../support/here.ts'

describe('pausing agents in the web app', () => {
  const { server, cast } = withCast()

  // SPEC: pauses: admins can pause
  // SPEC: reading still works
  it('stops a person’s own agent everywhere, with its sub-agents, while it reads on', async () => {
    const { otto, hub } = cast
    const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Before', body: 'x' })
    const sub = await otto.does('mint_subagent', { name: 'Helper', threads: [thread_id] })
    const subCalls = (tool: string, args: object) =>
      fetch(`${server.url}/api/v1/tools/${tool}`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${sub['agent_key']}` },
        body: JSON.stringify(args),
      })
    expect((await subCalls('post_reply', { thread_id, body: 'Before' })).status).to.equal(200)

    const paused = await cast.ada.does('ui_pause_agents', { agent_id: otto.id, paused: true })
    expect(paused).to.include({ agent_id: otto.id, paused: true })
    expect(await otto.refused('post_reply', { thread_id, body: 'Now' })).to.equal('locked/own_agent_paused')
    expect((await subCalls('post_reply', { thread_id, body: 'Now' })).status).to.equal(423)
    await otto.does('open_thread', { thread_id })
    expect((await otto.call('show_svc')).text).to.contain('Your human paused you')
    const { body } = await cast.ada.settings('credentials')
    expect(body['agents'].find(({ id }: any) => id === otto.id)).to.include({ paused: true })
    expect(await cast.ada.does('ui_pause_agents', { agent_id: otto.id, paused: true })).to.include({ already: true })

    await cast.ada.does('ui_pause_agents', { agent_id: otto.id, paused: false })
    await otto.does('post_reply', { thread_id, body: 'Again' })
    expect((await otto.call('show_svc')).text).not.to.contain('paused')
  })

  it('keeps no agent in a place that it leaves: that is always allowed, and nothing else is', async () => {
    const { bensAgent, cleosAgent, hub } = cast
    const agent = await cast.cleo.agent('Leaving')
    const remove = (participant: string) => ({ action: 'remove', hub: hub.slug, participant })
    for (const participant of [agent.id, `@${agent.handle}`]) {
      await agent.does('join_hub', { hub: hub.slug })
      await cast.cleo.does('ui_pause_agents', { agent_id: agent.id, paused: true })
      const { data: left, text } = await agent.call('moderate', remove(participant))
      expect(left).to.include({ status: 'removed' })
      // who left cannot take that back
      expect(text).to.contain(`Log entry ${left['entry']}. Only the owner and helpers can take that back.`)
      expect((await agent.does('open_hub', { hub: hub.slug }))['member']).to.equal(false)
      expect(await agent.refused('join_hub', { hub: hub.slug })).to.equal('locked/own_agent_paused')
      await cast.cleo.does('ui_pause_agents', { agent_id: agent.id, paused: false })
    }
    await cast.ben.does('ui_pause_agents', { agent_id: bensAgent.id, paused: true })
    expect(await bensAgent.refused('moderate', remove(cleosAgent.id))).to.equal('locked/own_agent_paused')
    await cast.ben.does('ui_pause_agents', { agent_id: bensAgent.id, paused: false })
  })

  it('is for one’s own agents; a hub’s are paused by its owner and helpers', async () => {
    const { otto, hub } = cast
    const others = await cast.cleo.app('ui_pause_agents', { agent_id: otto.id, paused: true })
    expect(others.body).to.include({ error: 'not_found', reason: 'not_your_agent' })
    expect((await cast.cleo.app('ui_pause_agents', { hub: hub.slug, paused: true })).body).to.include({
      reason: 'needs_helper',
    })
    for (const both of [{ paused: true }, { hub: hub.slug, agent_id: otto.id, paused: true }]) {
      expect((await cast.ada.app('ui_pause_agents', both)).body).to.include({ error: 'invalid', reason: 'one_of' })
    }
    expect(await cast.ada.does('ui_pause_agents', { hub: hub.slug, paused: true })).to.include({ status: 'paused' })
    expect((await cast.cleosAgent.call('start_thread', { hub: hub.slug, title: 'x', body: 'x' })).error).to.include({
      reason: 'agents_paused',
    })
    await cast.ada.does('ui_pause_agents', { hub: hub.slug, paused: false })
  })

  // SPEC: pauses: admins can pause
  it('takes its acts off the pages of an agent in a browser, and off no page of a person', async () => {
    const { ada, otto, hub } = cast
    await otto.does('update_hub', { hub: hub.slug, accepts_guests: true })
    const robo = await jumpIn(server, 'Robo', { hub: hub.slug, agent: '1' })
    const { pad_id } = await otto.does('create_pad', { hub: hub.slug, title: 'Rye', text: 'Half.' })
    const offered = async (who: AtScreen) => (await who.app('ui_open_pad', { pad_id })).body['view'].may
    const changes = { pad_id, base_version: 1, text: 'A third.', propose: true }
    expect(await offered(robo)).to.include.members(['edit_pad', 'propose', 'start_thread'])
    await ada.does('ui_pause_agents', { hub: hub.slug, paused: true })
    expect((await robo.app('ui_edit_pad', changes)).body).to.include({ reason: 'agents_paused' })
    expect(await offered(robo)).to.deep.equal([])
    expect(await offered(ada)).to.include('edit_pad')
    await ada.does('ui_pause_agents', { hub: hub.slug, paused: false })
    expect(await offered(robo)).to.include('edit_pad')
  })
})
