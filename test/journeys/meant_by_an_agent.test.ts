import { expect } from 'chai'
import type { Agent } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { makesPad, makesTask, startsThread } from '../support/made.ts'
import { sectionsOf } from '../support/pads.ts'

/** What a model calls things that it read in answers or in another service, where that can only mean one thing. */
describe('an agent is taken as it means', () => {
  const { cast } = withCast({ SVC_PACE: 'off' })
  const refused = async (agent: Agent, tool: string, args: object): Promise<string> => {
    const { ok, text } = await agent.call(tool, args)
    expect(ok, text).to.equal(false)
    return text
  }
  const written = async (pad_id: string): Promise<string> => {
    const { text } = await cast.otto.call('open_pad', { pad_id })
    return [...text.matchAll(/~~~~markdown\n([^]*?)\n~~~~/g)].map(([, fenced]) => fenced).join('\n\n')
  }

  it('where it sends the id that an answer named, under no other name than id', async () => {
    const { otto, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Which flour?' })
    const pad_id = await makesPad(otto, { hub: hub.slug, text: 'Flour.' })
    const read = await otto.does('open_thread', { id: thread_id })
    expect(read).to.include({ thread_id }).and.not.have.property('ignored_args')
    expect(await otto.does('open_pad', { id: pad_id })).to.include({ pad_id })
    expect(await otto.does('open_hub', { id: hub.hub_id })).to.include({ hub_id: hub.hub_id })
    expect((await otto.does('react', { id: read['posts'][0].id, reaction: 'seen' }))['yours']).to.deep.equal(['seen'])
    // the id of another thing than the tool takes is no argument of it
    expect(await refused(otto, 'open_pad', { id: thread_id })).to.contain('pad_id is required')
    expect((await otto.does('open_pad', { pad_id, id: thread_id }))['ignored_args']).to.deep.equal(['id'])
  })

  it('where an id stands beside what the call is about, it names nothing more', async () => {
    const { otto, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Which salt?' })
    const task_id = await makesTask(otto, { thread_id })
    await otto.does('update_task', { task_id, action: 'take' })
    const { post_id } = await otto.does('post_reply', { thread: thread_id, id: task_id, body: 'Sea salt.' })
    const [{ state }] = (await otto.does('search_svc', { type: 'task', hub: hub.slug, assignee: 'me' }))['results'].map(
      ({ id, status }: { id: string; status: string }) => ({ id, state: id === task_id ? status : 'another' }),
    )
    expect(state, 'no progress on the task').to.equal('taken')
    const pad_id = await makesPad(otto, { hub: hub.slug, text: 'Salt.' })
    const { edit_id } = await otto.does('edit_pad', { pad_id, inserts: [{ after: 'end', text: 'Pepper.' }] })
    expect(await otto.does('undo_edit', { edit_id, id: post_id })).to.deep.include({ ignored_args: ['id'] })
    // the hub that an answer named beside the id is only where the thing stands
    const hidden = { action: 'hide', id: thread_id, hub_id: hub.hub_id, reason: 'outdated' }
    expect(await otto.does('moderate', hidden)).to.include({ status: 'folded' })
  })

  it('where it asks for tasks or threads by the status that results show', async () => {
    const { otto, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Who sifts?' })
    const [open, held] = [await makesTask(otto, { thread_id }), await makesTask(otto, { thread_id })]
    await otto.does('update_task', { task_id: held, action: 'take' })
    const found = await otto.does('search_svc', { type: 'task', hub: hub.slug, status: 'open' })
    const ids = found['results'].map(({ id }: { id: string }) => id)
    expect(ids).to.include(open).and.not.include(held)
    expect(found).to.not.have.property('ignored_args')
    const threads = await otto.does('search_svc', { type: 'thread', query: 'sifts', status: 'answered' })
    expect(threads['results']).to.deep.equal([])
    await otto.does('update_task', { task_id: held, action: 'start' })
    for (const asked of [
      { assignee: 'me', status: 'working' },
      { query: 'type:task', status: 'working' },
      { query: 'sifts', assignee: 'me', status: 'open' },
      { query: 'sifts', status: 'working' },
    ])
      expect(await otto.does('search_svc', asked), JSON.stringify(asked)).to.not.have.property('ignored_args')
    const working = await otto.does('search_svc', { assignee: 'me', status: 'working' })
    expect(working['results'].map(({ id }: { id: string }) => id)).to.deep.equal([held])
  })

  it('where new_text stands beside a paragraph: it is the whole of it; without find, new_string is not', async () => {
    const { otto, hub } = cast
    const pad_id = await makesPad(otto, { hub: hub.slug, text: 'Bake at 200 degrees.' })
    const [section] = await sectionsOf(otto, pad_id)
    const { id: block, rev } = section!.blocks.at(-1)!
    await otto.does('edit_pad', { pad_id, edits: [{ block_id: block, rev, new_text: 'Bake at 230 degrees.' }] })
    expect(await written(pad_id)).to.equal('Bake at 230 degrees.')
    const unclear = await refused(otto, 'edit_pad', { pad_id, edits: [{ block, rev: rev + 1, new_string: '240' }] })
    expect(unclear).to.contain('edits.0.text is required').and.to.contain('takes no edits.new_string')
    await otto.does('edit_pad', { pad_id, edits: [{ block, rev: rev + 1, old_text: '230', new_text: '240' }] })
    expect(await written(pad_id)).to.equal('Bake at 240 degrees.')
  })

  it('where it adds to the end of a pad that it has not read', async () => {
    const { otto, hub } = cast
    const pad_id = await makesPad(otto, { hub: hub.slug, text: '# Log\n\nMonday: rain.' })
    for (const text of ['Tuesday: sun.', 'Wednesday: wind.'])
      await otto.does('edit_pad', { pad_id, base_version: 1, inserts: [{ after: 'end', text }] })
    expect(await written(pad_id)).to.equal('# Log\n\nMonday: rain.\n\nTuesday: sun.\n\nWednesday: wind.')
    const empty = await makesPad(otto, { hub: hub.slug })
    await otto.does('edit_pad', { pad_id: empty, inserts: [{ after: 'end', text: 'First.' }] })
    expect(await written(empty)).to.equal('First.')
  })

  it('where it records a decision as its words alone, and answers one in the words of another tool', async () => {
    const { otto, bensAgent, hub } = cast
    const pad_id = await makesPad(otto, { hub: hub.slug, text: 'Rye.' })
    const { decision } = await otto.does('edit_pad', { pad_id, decision: 'We bake rye.' })
    expect(decision).to.include({ status: 'decided' })
    const reasoned = await otto.does('edit_pad', { pad_id, decision: { decision: 'No wheat.', rationale: 'Dear.' } })
    expect(reasoned).to.not.have.property('ignored_args')
    expect((await otto.call('open_pad', { pad_id })).text)
      .to.contain('No wheat.')
      .and.to.contain('Dear.')
    for (const words of ['accept', 'No.', 'Approved!', decision.decision_id])
      expect(await refused(otto, 'edit_pad', { pad_id, decision: words }), words).to.contain('send review')
    const beside = { pad_id, decision_id: decision.decision_id, decision: 'We bake spelt.' }
    expect(await refused(otto, 'edit_pad', beside)).to.contain('send review')
    for (const filler of ['none', 'null', 'N/A', 'false', ' ']) {
      expect(await refused(otto, 'edit_pad', { pad_id, decision: filler })).to.contain('Nothing to do')
      const noted = await otto.does('edit_pad', { pad_id, title: `Rye ${filler}.`, decision: filler })
      expect(noted).to.not.have.property('decision')
    }
    const propose = async (text: string): Promise<string> =>
      (await bensAgent.does('edit_pad', { pad_id, propose: true, inserts: [{ after: 'end', text }] }))['edit_id']
    const [good, bad] = [await propose('Wheat.'), await propose('Spam.')]
    const answered = async (edit_id: string, outcome: string) =>
      (await otto.does('edit_pad', { review: { edit_id, outcome } }))['reviewed']['outcome']
    expect(await answered(good, 'approved')).to.equal('accepted')
    expect(await answered(bad, 'reject')).to.equal('turned_down')
  })

  it('where it sends a result back, folds a thread or lets somebody in by the words of others', async () => {
    const { otto, bensAgent, stranger, hub } = cast
    const thread_id = await startsThread(otto, { hub: hub.slug, body: 'Salt?' })
    const task_id = await makesTask(otto, { thread_id, assignee: bensAgent.handle, reviewer: otto.handle })
    const link = 'https://example.org/salt'
    await bensAgent.does('submit_result', { task_id, link })
    const back = { task_id, action: 'review', outcome: 'reject', note: 'Too much.' }
    expect(await otto.does('update_task', back)).to.include({ review: 'sent_back' })
    for (const level of [{}, { level: '' }, { level: null }, { level: ' Fold' }]) {
      const folded = await otto.does('moderate', { action: 'fold', thread_id, reason: 'outdated', ...level })
      expect(folded).to.include({ status: 'folded' })
    }
    const closed = await otto.does('create_hub', { title: 'By asking' })
    await stranger.does('join_hub', { hub: closed['slug'] })
    const asked = { hub: closed['slug'], participant: stranger.id }
    expect(await otto.does('moderate', { action: 'approve', ...asked })).to.include({ status: 'joined' })
  })
})
