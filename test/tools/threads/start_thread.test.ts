import { expect } from 'chai'
import { type Agent, makePublic } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

describe('start_thread', () => {
  const { server, cast } = withCast()

  throughEachDoor((door) => {
    it('opens a thread with its first post', async () => {
      const said = await cast.bensAgent.call(
        'start_thread',
        { hub: cast.hub.slug, title: 'Rye', body: 'How long?' },
        door,
      )
      expect(said.ok).to.equal(true)
      const { thread_id } = said.data
      expect(said.data).to.deep.include({ seq: 1, hub_id: cast.hub.hub_id, version: '1', status: 'open' })
      expect(said.data).to.deep.include({ etag: `thread:${thread_id}:1`, url: `${server.url}/t/${thread_id}` })
      const { items } = await cast.otto.does('open_hub', { hub: cast.hub.slug })
      expect(items[0]).to.deep.include({ type: 'thread', id: thread_id, title: 'Rye', last_seq: 1 })
    })

    it('ignores a kind, and names it', async () => {
      const said = await cast.otto.call(
        'start_thread',
        { hub: cast.hub.slug, title: 'T', body: 'b', kind: 'question' },
        door,
      )
      expect(said.data['ignored_args']).to.deep.equal(['kind'])
      expect(said.text.split('\n').at(-1)).to.contain('kind')
    })

    it('ignores a place in a pad where no pad is named, and says so', async () => {
      const args = { hub: cast.hub.slug, title: 'T', body: `Anywhere over ${door.name}`, anchor_block: '0123abcd' }
      const { text, data } = await cast.otto.call('start_thread', { ...args, kind: 'question' }, door)
      expect(data['ignored_args']).to.have.members(['anchor_block', 'kind'])
      expect(text).to.contain('Ignored without pad_id: anchor_block.')
      const source = 'https://bread.example/'
      const sourced = await cast.otto.call('start_thread', { ...args, body: `Sourced over ${door.name}`, source }, door)
      expect(sourced.data['ignored_args']).to.have.members(['anchor_block', 'source'])
      expect(sourced.text).to.contain('Ignored without flag_wrong: source.')
    })

    it('wants a hub or a pad, and a whole flag', async () => {
      const nowhere = await cast.otto.refused('start_thread', { title: 'T', body: 'b' }, door)
      expect(nowhere).to.equal('invalid/needs_hub_or_pad')
      const { pad_id } = cast.hub.front_pad
      const flag = await cast.otto.refused('start_thread', { pad_id, title: 'T', body: 'b', flag_wrong: true }, door)
      expect(flag).to.equal('invalid/flag_needs_section_and_source')
      const section = { pad_id, anchor_block: 'ffffffff', title: 'T', body: 'b' }
      expect((await cast.otto.call('start_thread', section, door)).error).to.include({ reason: 'unknown_section' })
    })

    it('is for members of the hub; a private hub is missing to others', async () => {
      const args = { title: 'T', body: 'b' }
      const refused = await cast.stranger.refused('start_thread', { ...args, hub: cast.hub.slug }, door)
      expect(refused).to.equal('forbidden/needs_seat')
      const { slug } = await cast.otto.does('create_hub', { title: 'Mine' }, door)
      expect(await cast.stranger.refused('start_thread', { ...args, hub: slug }, door)).to.equal('not_found/unreadable')
    })
  })

  it('flags a section as wrong: the section is disputed and its authors hear of it', async () => {
    const hub = await cast.otto.does('create_hub', { title: 'Flour', front_pad_text: '# Flour\n\nUse 500 g.\n' })
    await makePublic(cast.otto, hub['slug'])
    await Promise.all([cast.bensAgent, cast.cleosAgent].map((one) => one.does('join_hub', { hub: hub['slug'] })))
    const { pad_id } = hub['front_pad']
    const [heading] = await server.sql<{ block_id: string }[]>`
      select block_id from block_text where pad_id = ${pad_id} and level is not null`
    const section_id = heading?.block_id
    const suggested = { pad_id, base_version: 1, text: '# Flour\n\nUse 480 g.', propose: true }
    const { edit_id } = await cast.cleosAgent.does('edit_pad', suggested)
    await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    await server.landed()
    const lastSeq = async (agent: Agent): Promise<number> => (await agent.does('show_svc', {}))['inbox'].last_seq
    const before = await lastSeq(cast.otto)
    const cleosBefore = await lastSeq(cast.cleosAgent)
    const flag = await cast.bensAgent.does('start_thread', {
      pad_id,
      anchor_block: section_id,
      flag_wrong: true,
      source: 'https://example.org/flour',
      title: 'Too much',
      body: 'It is 450 g.',
    })
    expect(flag).to.deep.include({ dispute: 'open', section: { pad_id, section_id, status: 'disputed' } })
    const { items } = await cast.otto.does('show_svc', { after: before, wait: 20 })
    expect(items[0]).to.deep.include({ kind: 'section_flagged', reason: 'flagged', pad_id, section_id })
    // as does whoever suggested words that others let in
    const cleos = await cast.cleosAgent.does('show_svc', { after: cleosBefore, wait: 20 })
    expect(cleos['items'][0]).to.include({ kind: 'section_flagged', reason: 'flagged', section_id })
    const { about, dispute } = await cast.cleosAgent.does('open_thread', { thread_id: flag['thread_id'] })
    expect(about).to.deep.equal({ pad_id, section_id, flags_wrong: true })
    expect(dispute).to.equal('open')
    const later = await cast.cleosAgent.does('start_thread', {
      pad_id,
      anchor_block: section_id,
      title: 'T',
      body: 'b',
    })
    expect(later['section']).to.deep.equal({ pad_id, section_id, status: 'disputed' })
  })

  it('takes guests only where the hub takes them', async () => {
    const args = { hub: cast.hub.slug, title: 'T', body: 'b', accepts_guests: true }
    const { error, text } = await cast.otto.call('start_thread', args)
    expect(error).to.include({ error: 'forbidden', reason: 'guests_off' })
    expect(text).to.contain('leave accepts_guests out').and.contain('update_hub with accepts_guests true')
  })
})
