import { expect } from 'chai'
import { minutes } from '../../../src/rules/units.ts'
import { mcp, throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { makesPad } from '../../support/made.ts'

// SPEC: find and read show
describe('open_pad', () => {
  const { server, cast } = withCast()
  let pad_id: string

  before(async () => {
    const text = 'Hello there.\n\n# One\n\nfirst *words*\n\n## Two\n\nsecond\n\n~~~~\nfenced\n~~~~'
    pad_id = (await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'A *plan*', text }))['pad_id']
  })

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
      const none = await cast.otto.refused('open_pad', { pad_id, sections: ['00000000'] }, door)
      expect(none).to.equal('invalid/unknown_section')
      const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Once', text: '# Gone\n\nwas here' })
      const was = await cast.otto.call('open_pad', { pad_id: made['pad_id'], outline: true }, door)
      const gone = [was.data['sections'].at(-1).section_id]
      await cast.otto.does('edit_pad', { pad_id: made['pad_id'], base_version: 1, text: 'nothing left' })
      const now = await cast.otto.refused('open_pad', { pad_id: made['pad_id'], sections: gone }, door)
      expect(now).to.equal('invalid/unknown_section')
      const before = await cast.otto.call('open_pad', { pad_id: made['pad_id'], version: 1, sections: gone }, door)
      expect(before.text).to.contain('was here')
    })

    it('says who wrote each block, when, and in which edit', async () => {
      const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Whose', text: 'one\n\ntwo' })
      const change = { pad_id: made['pad_id'], base_version: 1, text: 'one\n\ntwo and more' }
      const { edit_id } = await cast.bensAgent.does('edit_pad', change)
      const { text, data } = await cast.cleosAgent.call('open_pad', { pad_id: made['pad_id'], blame: true }, door)
      const [first, second] = data['sections'][0].blocks
      expect(first).to.include({ by_id: cast.otto.id, edit_id: made['edit_id'], rev: 1 })
      expect(second).to.include({ by_id: cast.bensAgent.id, edit_id, rev: 2 })
      expect(text).to.match(
        new RegExp(
          `block ${second.id} rev 2 · .*@${cast.bensAgent.handle} · .*\\(agent\\) · .* · version 2 · edit ${edit_id}`,
        ),
      )
      const before = await cast.otto.does('open_pad', { pad_id: made['pad_id'], version: 1, blame: true }, door)
      expect(before['sections'][0].blocks.map(({ by_id }: any) => by_id)).to.deep.equal([cast.otto.id, cast.otto.id])
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
      const never = await cast.otto.refused('open_pad', { pad_id: made['pad_id'], version: 9 }, door)
      expect(never).to.equal('invalid/version')
    })

    // SPEC: size budget: a result
    it('cuts at 40,000 characters and goes on from there', async () => {
      const text = Array.from({ length: 300 }, (_, n) => `${n} ${'x'.repeat(150)}`).join('\n\n')
      const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Long', text })
      const first = await cast.otto.call('open_pad', { pad_id: made['pad_id'] }, door)
      expect(first.data).to.include({ cut: true })
      expect(first.text.length).to.be.within(35_000, 40_000)
      expect(JSON.stringify(first.text).length).to.be.below(110_000)
      const rest = await cast.otto.call('open_pad', { pad_id: made['pad_id'], offset: first.data['next_offset'] }, door)
      expect(rest.data).to.not.have.property('cut')
      expect(rest.text).to.contain('299 x')
    })

    it('says that nothing stands past the end of the text', async () => {
      const short = await makesPad(cast.otto, { hub: cast.hub.slug, text: 'Short.' })
      const { text, data } = await cast.otto.call('open_pad', { pad_id: short, offset: 6 }, door)
      expect(text).to.contain('nothing from character 6 on: the text is shorter')
      expect(data).not.to.have.property('next_offset')
    })

    it('keeps all of its text within 40,000 characters, with suggestions, decisions and threads below it', async () => {
      const text = Array.from({ length: 90 }, (_, n) => `## Part ${n}\n\n${n} ${'x'.repeat(550)}`).join('\n\n')
      const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Busy', text })
      const pad_id = made['pad_id'] as string
      for (let n = 0; n < 3; n++) {
        const inserts = [{ after: 'start', text: `suggestion ${n} ${'y'.repeat(4_000)}` }]
        await cast.cleosAgent.does('edit_pad', { pad_id, inserts, propose: true })
        await cast.otto.does('edit_pad', { pad_id, decision: { text: `${n} ${'we agree '.repeat(100)}` } })
      }
      for (const more of [{}, { history: true }, { blocks: true }, { outline: true }, { since_version: 1 }]) {
        let read = ''
        let offset: number | undefined = 0
        for (let calls = 0; offset !== undefined && calls < 20; calls++) {
          const { text: said, data } = await cast.otto.call('open_pad', { pad_id, offset, ...more }, door)
          expect(said.length, JSON.stringify(more)).to.be.at.most(40_000)
          read += said
          offset = data['next_offset']
        }
        if (Object.keys(more).some((one) => one === 'outline' || one === 'since_version')) continue
        const parts = read.match(/^\d+ x{550}$/gm) ?? []
        // a paragraph that the end of an answer goes through is continued in the next one
        expect(read.replace(/[^x]/g, '').length, JSON.stringify(more)).to.be.at.least(90 * 550)
        expect(parts.length, JSON.stringify(more)).to.be.within(80, 90)
      }
    })

    it('keeps an outline of long headings within 40,000 characters, and counts the sections it leaves out', async () => {
      const text = Array.from({ length: 280 }, (_, n) => `# ${n} ${'wide heading '.repeat(15)}`).join('\n\n')
      const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Headings', text })
      const { text: said, data } = await cast.otto.call('open_pad', { pad_id: made['pad_id'], outline: true }, door)
      expect(said.length).to.be.within(36_000, 40_000)
      expect(data['sections'].length + data['outline_omitted']).to.equal(280)
      expect(said).to.contain(`${data['outline_omitted']} sections left out`)
      for (const { section_id } of data['sections']) expect(said).to.contain(section_id)
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

  it('shows whoever answers a suggestion what it changes, and says none of it in data', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Bread', text: 'rye\n\nsalt' })
    const title = 'Loaves'
    const note = 'ZEBRACORN'
    await cast.cleosAgent.does('edit_pad', {
      pad_id,
      base_version: 1,
      text: 'wheat\n\nsalt',
      title,
      note,
      propose: true,
    })
    const inserts = [{ after: 'start', text: Array.from({ length: 300 }, (_, n) => `line ${n} of many`).join('\n') }]
    await cast.bensAgent.does('edit_pad', { pad_id, inserts, propose: true })
    const { text, data } = await cast.otto.call('open_pad', { pad_id })
    expect(text).to.contain('suggestions that wait:').and.contain('new title: Loaves')
    expect(text).to.contain('~~~~markdown\n- rye\n+ wheat\n~~~~').and.contain('~~~~markdown\nZEBRACORN\n~~~~')
    expect(text).to.contain('+ line 0 of many').and.contain('+ line 299 of many')
    expect(JSON.stringify(data)).to.not.match(/wheat|ZEBRACORN|Loaves|many/)
  })

  it('gives each of many long suggestions its share, and more of it with the outline', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Long', text: 'one' })
    for (let n = 0; n < 5; n++) {
      const inserts = [{ after: 'start', text: `suggestion ${n} ${'x'.repeat(9_000)}` }]
      await cast.cleosAgent.does('edit_pad', { pad_id, inserts, propose: true })
    }
    const whole = await cast.otto.call('open_pad', { pad_id })
    const outline = await cast.otto.call('open_pad', { pad_id, outline: true })
    for (const { text } of [whole, outline]) {
      for (let n = 0; n < 5; n++) expect(text).to.contain(`+ suggestion ${n} xxx`)
      expect(text).to.contain('cut here: open_pad with outline shows more of it')
    }
    expect(whole.text.length).to.be.within(10_000, 13_000)
    expect(outline.text.length).to.be.within(30_000, 33_000)
  })

  it('tells of an older version the revs it had, accepted suggestions counted once', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Revs', text: 'one' })
    for (let n = 1; n < 4; n++) {
      const text = `one ${n}`
      const { edit_id } = await cast.cleosAgent.does('edit_pad', { pad_id, base_version: n, text, propose: true })
      await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    }
    for (let version = 1; version <= 4; version++) {
      const { sections } = await cast.otto.does('open_pad', { pad_id, version, blocks: true })
      expect(sections[0]).to.include({ rev: version })
      expect(sections[0].blocks[0]).to.include({ rev: version })
    }
  })

  it('tells of a long table the rows that changed, since a version and of a suggestion', async () => {
    const rows = Array.from({ length: 20 }, (_, n) => `| Loaf ${n} | ${n} € |`).join('\n')
    const table = `| What | Price |\n| --- | --- |\n${rows}`
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Prices', text: table })
    const dearer = table.replace('| 7 € |', '| 8 € |')
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: dearer })
    await cast.bensAgent.does('edit_pad', {
      pad_id,
      base_version: 2,
      text: dearer.replace('19 €', '20 €'),
      propose: true,
    })
    const { text } = await cast.cleosAgent.call('open_pad', { pad_id, since_version: 1 })
    expect(text)
      .to.contain('- | What | Price |\n- | --- | --- |\n- | Loaf 7 | 7 € |')
      .and.contain('+ | Loaf 7 | 8 € |')
      .and.contain('+ | Loaf 19 | 20 € |')
      .and.not.contain('Loaf 13')
  })

  it('names the 50 newest changes since a version, and says how many it leaves out', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Busy', text: 'zero' })
    for (let n = 1; n <= 53; n++) {
      if (n % 25 === 0) await server.advance(minutes(1))
      await cast.bensAgent.does('edit_pad', { pad_id, base_version: n, text: `number ${n}` })
    }
    const { text, data } = await cast.otto.call('open_pad', { pad_id, since_version: 2 })
    expect(data['changes'].map(({ version }: any) => version)).to.deep.equal(
      Array.from({ length: 50 }, (_, n) => 54 - n),
    )
    expect(text).to.contain('2 older changes left out').and.contain('+ number 53').and.not.contain('+ number 3\n')
    const all = await cast.otto.call('open_pad', { pad_id, since_version: 5 })
    expect(all.data['changes']).to.have.length(49)
    expect(all.text).to.not.contain('left out')
    expect((await cast.otto.call('open_pad', { pad_id, since_version: 54 })).text).to.contain('nothing changed since')
  })

  it('takes no sections as all of them', async () => {
    expect((await cast.otto.does('open_pad', { pad_id, sections: [] }))['sections']).to.have.length(3)
  })

  const hostile: Readonly<Record<string, (n: number) => string>> = {
    'quotes and backslashes': (n) => `## ${n}\n\n${'"\\'.repeat(60)}`,
    'invisible characters': (n) => `# ${n}\n\n${'\u202e\u2066'.repeat(60)}`,
    'line ends': (n) => `# ${n}\n\n${'a\n'.repeat(60)}`,
    'many paragraphs': (n) => `# ${n}\n\n${Array.from({ length: 15 }, (_, m) => `p${n}.${m}`).join('\n\n')}`,
    'long tildes': (n) => `# ${n}\n\nx${'~'.repeat(120)}`,
  }
  for (const [name, section] of Object.entries(hostile)) {
    it(`keeps 60,000 characters of ${name} within 110,000 of JSON, read once and whole`, async () => {
      const parts = Array.from({ length: 600 }, (_, n) => section(n))
      let text = ''
      for (const part of parts) if (text.length + part.length < 59_990) text += `${part}\n\n`
      const hub = cast.hub.slug
      const { pad_id } = await cast.otto.does('create_pad', { hub, title: 'Nasty'.repeat(20), text })
      const pieces = text.split(/\n\n+/).filter((piece) => piece.trim() !== '')
      for (const more of [{}, { blocks: true }, { outline: true }, { history: true }, { since_version: 1 }]) {
        const read: string[] = []
        let offset: number | undefined = 0
        for (let calls = 0; offset !== undefined && calls < 60; calls++) {
          const { result, data } = await cast.otto.call('open_pad', { pad_id, offset, ...more }, mcp)
          expect(result?.['isError'], result?.['content'][0].text).to.not.equal(true)
          expect(JSON.stringify(result).length, JSON.stringify(more)).to.be.below(110_000)
          expect(result?.['content'][0].text.length, JSON.stringify(more)).to.be.at.most(40_000)
          read.push(result?.['content'][0].text)
          offset = data['next_offset']
        }
        expect(offset).to.equal(undefined)
        if ('blocks' in more) {
          const named = read.join('\n').match(/^block [0-9a-f]{8} rev \d+$/gm) ?? []
          expect(new Set(named).size).to.equal(pieces.length)
        }
      }
    }).timeout(60_000)
  }

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
