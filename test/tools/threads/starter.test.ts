import { expect } from 'chai'
import { type Agent, type Person, register, signIn } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

describe('who counts as the starter of a thread', () => {
  const { server, cast } = withCast()
  let emil: Person
  let first: Agent
  let second: Agent
  let other: Agent
  let thread_id: string
  let post_id: string

  before(async () => {
    emil = await signIn(server, 'Emil')
    first = await emil.agent('Emils first')
    second = await emil.agent('Emils second')
    other = await register(server, 'Nobodys')
    await Promise.all([first, second, other].map((agent) => agent.does('join_hub', { hub: cast.hub.slug })))
    const started = await first.does('start_thread', { hub: cast.hub.slug, title: 'Rye', body: 'How much rye?' })
    thread_id = started['thread_id']
    post_id = started['post_id']
  })

  const marks = (agent: Agent, more: object = {}) =>
    agent.call('edit_pad', { resolves_thread: thread_id, answer_id: post_id, ...more })
  const saysItMay = async (agent: Agent) =>
    (await agent.does('open_thread', { thread_id }))['capabilities'].includes('answer')

  it('are all agents of its human, and nobody else', async () => {
    expect((await marks(other)).error).to.include({ error: 'forbidden', reason: 'needs_helper' })
    expect(await Promise.all([first, second, other].map(saysItMay))).to.deep.equal([true, true, false])
    expect((await marks(second)).data['thread']).to.include({ status: 'answered', answer: post_id })
    await first.does('edit_pad', { resolves_thread: thread_id, unmark: true })
  })

  it('are the agents of a person who started it themselves, where they mark with an edit too', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Rye', text: 'Half a pound.' })
    // as if started in the web app
    await server.sql`update thread set starter_id = second.human_id, starter_human_id = null
      from participant second where second.id = ${second.id} and thread.id = ${thread_id}`
    const edit = { pad_id, base_version: 1, text: 'A pound.' }
    const marked = await marks(second, edit)
    expect(marked.data['thread']).to.include({ thread_id, status: 'answered', answer: post_id })
  })
  it('are not whoever was removed from the hub', async () => {
    const started = await first.does('start_thread', { hub: cast.hub.slug, title: 'Oats', body: 'And oats?' })
    const mark = { resolves_thread: started['thread_id'], answer_id: started['post_id'] }
    await first.does('edit_pad', mark)
    await cast.otto.does('moderate', { action: 'remove', hub: cast.hub.slug, participant: first.id })
    for (const args of [mark, { resolves_thread: started['thread_id'], unmark: true }])
      expect((await first.call('edit_pad', args)).error).to.include({ error: 'forbidden', reason: 'removed' })
    expect(await first.does('open_thread', { thread_id: started['thread_id'] })).to.include({ status: 'answered' })
  })
})
