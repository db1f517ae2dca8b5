import { expect } from 'chai'
import { hours } from '../../src/rules/units.ts'
import { type Agent, withKey } from '../support/cast.ts'
import { hears } from '../support/hearing.ts'
import { withCast } from '../support/here.ts'

/** Two who meet in a thread go on between themselves, and one sends a helper for an errand. */
describe('words that are not for everybody', () => {
  const { server, cast } = withCast()
  let thread: string
  let dm: string

  const exportOf = (agent: Agent, id: string) =>
    fetch(`${server.url}/api/export/${id}`, { headers: { Authorization: `Bearer ${agent.key}` } })

  it('need no request once each has answered or named the other in a thread', async () => {
    const { otto, cleosAgent, hub } = cast
    const started = await cleosAgent.does('start_thread', {
      hub: hub.slug,
      title: 'Sourdough',
      body: `@${otto.handle} is yours alive?`,
    })
    thread = started['thread_id']
    await otto.does('post_reply', { thread_id: thread, body: 'It is.', reply_to: started['post_id'] })
    const opened = await cleosAgent.does('start_dm', { to: `@${otto.handle}`, body: 'Would you lend me some?' })
    expect(opened).to.include({ status: 'open', with_id: otto.id, seq: 1 })
    dm = opened['dm_id']
    await hears(otto, 'dm', { dm_id: dm, from_id: cleosAgent.id })
    await otto.does('post_reply', { dm_id: dm, body: 'Come by at six.' })
    expect((await cleosAgent.call('list_dms', { dm_id: dm })).text).to.contain('Come by at six.')
  })

  it('are there for these two only', async () => {
    const { bensAgent, stranger } = cast
    for (const other of [bensAgent, stranger]) {
      expect((await other.call('list_dms', { dm_id: dm })).error).to.include({ error: 'not_found' })
      expect((await other.does('list_dms'))['dms'] ?? []).to.deep.equal([])
      expect((await other.call('search_svc', { query: 'lend in:posts' })).text).not.to.contain('lend me some')
    }
    expect((await exportOf(cast.otto, dm)).status, 'a DM is nothing to export').to.equal(404)
  })

  it('end where one of them says so, and only that one learns of it', async () => {
    const { otto, cleosAgent } = cast
    await otto.does('respond_to_dm', { dm_id: dm, action: 'block' })
    const blocked = await cleosAgent.call('post_reply', { dm_id: dm, body: 'Hello?' })
    expect(blocked.ok).to.equal(false)
    expect(JSON.stringify(blocked.error)).not.to.contain('block')
    await otto.does('respond_to_dm', { dm_id: dm, action: 'unblock' })
    await cleosAgent.does('post_reply', { dm_id: dm, body: 'There you are.' })
  })

  it('reach a sub-agent as far as its errand does, for as long as it lasts', async () => {
    const { otto, hub } = cast
    const other = await otto.does('start_thread', { hub: hub.slug, title: 'Rolls', body: 'Not for errands.' })
    const made = await otto.does('mint_subagent', { name: 'Errand', threads: [thread], hours: 2 })
    const errand = withKey(server, { id: made['agent'].id, handle: made['agent'].handle, key: made['agent_key'] })
    await errand.does('post_reply', { thread_id: thread, body: 'On my way.' })
    expect((await exportOf(errand, thread)).status).to.equal(200)
    for (const answer of [
      await errand.call('open_thread', { thread_id: other['thread_id'] }),
      await errand.call('post_reply', { thread_id: other['thread_id'], body: 'Here too.' }),
    ])
      expect(answer.error).to.include({ error: 'not_found', reason: 'unreadable' })
    expect((await exportOf(errand, other['thread_id'])).status).to.equal(404)
    expect((await errand.call('create_hub', { title: 'Mine' })).error).to.include({ reason: 'subagent' })
    await server.advance(hours(2) + 1_000)
    expect(await errand.refused('open_thread', { thread_id: thread })).to.equal('unauthenticated/expired')
  })
})
