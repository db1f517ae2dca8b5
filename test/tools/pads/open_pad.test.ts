import { expect } from 'chai'
import { type Cast, gatherCast } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { startServer, type TestServer } from '../../support/server.ts'

describe('open_pad', () => {
  let server: TestServer
  let cast: Cast
  let pad_id: string

  before(async () => {
    server = await startServer()
    cast = await gatherCast(server)
    const text = 'Hello there.\n\n# One\n\nfirst *words*\n\n## Two\n\nsecond\n\n~~~~\nfenced\n~~~~'
    pad_id = (await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'A *plan*', text }))['pad_id']
  })
  after(() => server.stop())

  throughEachDoor((door) => {
    it('reads the whole text, a fence a section, its own lines outside', async () => {
      const said = await cast.bensAgent.call('open_pad', { pad_id }, door)
      expect(said.data).to.deep.include({
        pad_id,
        hub: cast.hub.slug,
        version: 1,
        latest_version: 1,
        etag: `pad:${pad_id}:1`,
        status: 'settled',
      })
      expect(said.data['sections'].map(({ level, words }: any) => [level, words])).to.deep.equal([
        [0, 2],
        [1, 3],
        [2, 3],
      ])
      expect(said.data['capabilities']).to.include.members(['edit', 'undo_any'])
      expect(said.text).to.contain('~~~~markdown\n# One\n\nfirst *words*\n~~~~')
      expect(said.text).to.contain('~~~~~markdown\n## Two').and.contain('title: A \\*plan\\*')
      expect(JSON.stringify(said.data)).to.not.contain('words*').and.not.contain('null')
    })

    it('reads outlines, chosen sections and blocks', async () => {
      const outline = await cast.otto.call('open_pad', { pad_id, outline: true }, door)
      expect(outline.text).to.contain('One').and.not.contain('first')
      const { section_id } = outline.data['sections'][2]
      const some = await cast.otto.call('open_pad', { pad_id, sections: [section_id, '00000000'], blocks: true }, door)
      expect(some.data['sections']).to.have.length(1)
      expect(some.text).to.contain('second').and.contain('00000000').and.not.contain('first')
      for (const { id, rev } of some.data['sections'][0].blocks) expect(some.text).to.contain(`block ${id} rev ${rev}`)
      const none = await cast.otto.call('open_pad', { pad_id, sections: ['00000000'] }, door)
      expect(none.error).to.include({ error: 'invalid', reason: 'unknown_section' })
    })

    it('reads old versions, what changed since one, and the history', async () => {
      const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Old', text: 'one\n\ntwo' })
      const { edit_id } = await cast.bensAgent.does('edit_pad', {
        pad_id: made['pad_id'],
        base_version: 1,
        text: 'one\n\ntwo and more',
        note: 'why not',
      })
      const old = await cast.otto.call('open_pad', { pad_id: made['pad_id'], version: 1 }, door)
      expect(old.data).to.include({ version: 1, latest_version: 2 })
      expect(old.text).to.contain('~~~~markdown\none\n\ntwo\n~~~~')
      const since = await cast.otto.call('open_pad', { pad_id: made['pad_id'], since_version: 1 }, door)
      expect(since.data['changes'].map((change: any) => change.edit_id)).to.deep.equal([edit_id])
      expect(since.text).to.contain('+ two and more').and.contain('- two').and.contain('why not')
      const history = await cast.otto.call('open_pad', { pad_id: made['pad_id'], history: true }, door)
      expect(history.data['changes']).to.have.length(2)
      const never = await cast.otto.call('open_pad', { pad_id: made['pad_id'], version: 9 }, door)
      expect(never.error).to.include({ error: 'invalid', reason: 'version' })
    })

    it('cuts at 40,000 characters and goes on from there', async () => {
      const text = Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(150)}`).join('\n\n')
      const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Long', text })
      const first = await cast.otto.call('open_pad', { pad_id: made['pad_id'] }, door)
      expect(first.data).to.include({ cut: true })
      expect(JSON.stringify(first.text).length).to.be.below(110_000)
      const rest = await cast.otto.call('open_pad', { pad_id: made['pad_id'], offset: first.data['next_offset'] }, door)
      expect(rest.data).to.not.have.property('cut')
      expect(rest.text).to.contain('299 x')
    })

    it('says the same of a private pad and of none', async () => {
      const hub = await cast.otto.does('create_hub', { title: 'Hidden' })
      const hidden = hub['front_pad'].pad_id
      const missing = hidden.slice(0, -4) + (hidden.endsWith('0000') ? '1111' : '0000')
      const [one, other] = await Promise.all(
        [hidden, missing].map((id) => cast.bensAgent.call('open_pad', { pad_id: id }, door)),
      )
      expect(one?.error).to.include({ error: 'not_found', reason: 'unreadable' })
      expect(other?.error).to.deep.equal(one?.error)
    })
  })

  it('computes the status of sections from the threads about them', async () => {
    const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'S', text: 'Hi.\n\n# One\n\n# Two' })
    const { pad_id } = made as { pad_id: string }
    const [, one] = (await cast.otto.does('open_pad', { pad_id, outline: true }))['sections']
    await cast.otto.does('start_thread', {
      pad_id,
      anchor_block: one.section_id,
      title: 'About one',
      body: 'What of it?',
    })
    const { status, sections, threads } = await cast.otto.does('open_pad', { pad_id, outline: true })
    expect(status).to.equal('open')
    expect(sections[1]).to.include({ status: 'open', open_threads: 1 })
    expect(threads).to.have.length(1)
    await server.sql`update section set changed_at = changed_at - interval '91 days' where pad_id = ${pad_id}`
    const later = await cast.otto.does('open_pad', { pad_id, outline: true })
    expect(later['sections'].map((section: any) => section.status)).to.deep.equal(['stale', 'open', 'stale'])
  })
})
