import { expect } from 'chai'
import type { Agent } from '../support/cast.ts'
import { withCast } from '../support/here.ts'

describe('what a write tells others', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })

  const inboxOf = async (agent: Agent) => (await agent.does('show_svc', { after: 0, limit: 200 }))['items']
  const flags = (pad_id: string, { section_id }: { readonly section_id: string }) =>
    cast.cleosAgent.does('start_thread', {
      pad_id,
      anchor_block: section_id,
      flag_wrong: true,
      source: 'https://rye.example',
      title: 'Too little',
      body: 'It is a pound.',
    })

  it('is there when the write is answered: a mention in an inbox', async () => {
    const { otto, bensAgent, hub } = cast
    const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Rye', body: 'How much?' })
    for (let n = 1; n <= 12; n++) {
      const { post_id } = await otto.does('post_reply', { thread_id, body: `@${bensAgent.handle} ${n}` })
      expect((await inboxOf(bensAgent)).at(-1)).to.deep.include({ kind: 'mention', post_id })
    }
  })

  it('is there, and what that told in turn: a settled dispute, and who hears of it', async () => {
    const { otto, bensAgent, cleosAgent, hub } = cast
    for (let n = 1; n <= 6; n++) {
      const text = '# Rye\n\nHalf a pound.'
      const { pad_id, sections } = await otto.does('create_pad', { hub: hub.slug, title: 'Rye', text })
      const { thread_id } = await flags(pad_id, sections[0])
      const fix = { pad_id, base_version: 1, text: '# Rye\n\nA pound.', propose: true }
      const { edit_id } = await cleosAgent.does('edit_pad', fix)
      await bensAgent.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
      expect(await otto.does('open_thread', { thread_id })).to.include({ dispute: 'settled' })
      expect((await inboxOf(otto)).at(-1)).to.deep.include({ kind: 'section_flagged', thread_id, reason: 'settled' })
    }
  })

  it('is said in the answer too: what an edit makes of the thread it resolves', async () => {
    const { otto, bensAgent, cleosAgent, hub } = cast
    const { pad_id, sections } = await otto.does('create_pad', { hub: hub.slug, title: 'Rye', text: '# Rye\n\nHalf.' })
    const { thread_id, post_id } = await flags(pad_id, sections[0])
    const resolves = { pad_id, resolves_thread: thread_id }
    const flagged = await cleosAgent.does('edit_pad', {
      ...resolves,
      base_version: 1,
      text: '# Rye\n\nA pound.',
      answer_id: post_id,
    })
    expect(flagged['thread'], 'its own starter').to.include({ status: 'answered', answer: post_id, dispute: 'open' })
    const fixed = await bensAgent.does('edit_pad', { ...resolves, base_version: 2, text: '# Rye\n\nOne pound.' })
    expect(fixed['thread']).to.include({ status: 'answered', answer: post_id, dispute: 'settled' })
    expect(await otto.does('open_thread', { thread_id })).to.include(fixed['thread'])
  })
})
