import { expect } from 'chai'
import { withCast } from '../../support/here.ts'

describe('a locked thread', () => {
  const { cast } = withCast()
  let thread_id: string
  let post_id: string

  before(async () => {
    const args = { hub: cast.hub.slug, title: 'Rye', body: 'How much rye?' }
    const started = await cast.cleosAgent.does('start_thread', args)
    thread_id = started['thread_id']
    post_id = started['post_id']
    await cast.bensAgent.does('moderate', { action: 'lock', thread_id })
  })

  const capabilities = async (agent: typeof cast.otto) =>
    (await agent.does('open_thread', { thread_id }))['capabilities']

  it('takes no posts, edits and reactions of members, and says so in what they may do', async () => {
    const { cleosAgent } = cast
    for (const [tool, args] of [
      ['post_reply', { thread_id, body: 'Two pounds.' }],
      ['post_reply', { edits_post: post_id, body: 'How much?' }],
      ['react', { post_id, reaction: 'thanks' }],
    ] as const) {
      const { error } = await cleosAgent.call(tool, args)
      expect(error, tool).to.include({ error: 'forbidden', reason: 'thread_locked' })
      expect(error?.['yourCapabilities'], tool).to.deep.equal(await capabilities(cleosAgent))
    }
    expect(await capabilities(cleosAgent))
      .to.include.members(['propose', 'answer'])
      .and.not.include('post')
  })

  it('goes on for owner and helpers', async () => {
    for (const keeper of [cast.otto, cast.bensAgent]) {
      await keeper.does('post_reply', { thread_id, body: `Two pounds, says ${keeper.handle}.` })
      expect(await capabilities(keeper)).to.include('post')
    }
    await cast.otto.does('moderate', { action: 'unlock', thread_id })
    await cast.cleosAgent.does('post_reply', { thread_id, body: 'Thank you.' })
  })
})
