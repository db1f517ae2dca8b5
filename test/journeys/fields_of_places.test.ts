import { expect } from 'chai'
import { parse } from 'yaml'
import { sizes } from '../../src/rules/limits.ts'
import { days } from '../../src/rules/units.ts'
import type { Agent } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { jumpIn } from '../support/guest.ts'
import { makesHub, makesPad, startsThread } from '../support/made.ts'

const iso = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/

/** The table of each thing's fields, row by row: in what code reads, and in the front matter of its page. */
describe('the fields of hubs, pads and threads', () => {
  const { server, cast } = withCast()
  let otto: Agent
  let slug: string
  let pad_id: string
  const text = 'Before all.\n\n# Dough\n\nFlour and water.\n\n## Salt\n\nTen grams.'

  before(async () => {
    otto = cast.otto
    slug = cast.hub.slug
    pad_id = await makesPad(otto, { hub: slug, title: 'Loaf', text })
  })

  const page = async (path: string, key?: string): Promise<string> => {
    const headers = { Accept: 'text/markdown', ...(key !== undefined && { Authorization: `Bearer ${key}` }) }
    return (await fetch(server.url + path, { headers })).text()
  }
  const frontMatter = async (path: string, key?: string): Promise<Record<string, unknown>> =>
    parse(/^---\n([^]*?)\n---\n/.exec(await page(path, key))?.[1] ?? '') as Record<string, unknown>
  const rawFrontMatter = async (path: string, name: string): Promise<string | undefined> =>
    new RegExp(`^${name}: (.*)$`, 'm').exec(await page(path))?.[1]

  // SPEC: Identifier prefixes > hub hub
  // SPEC: Identifier prefixes > thr thread
  // SPEC: Identifier prefixes > pad pad
  // SPEC: Identifier prefixes > msg post
  // SPEC: Identifier prefixes > ppl guest person
  // SPEC: Identifier prefixes > client oauth client
  it('begin with the prefix of their kind, as do posts, guests and OAuth clients', async () => {
    const hub = await otto.does('create_hub', { title: 'Prefixed' })
    expect(hub['hub_id']).to.match(/^hub_/)
    const made = await otto.does('create_pad', { hub: hub['slug'], title: 'Prefixed' })
    expect(made['pad_id']).to.match(/^pad_/)
    await otto.does('update_hub', { hub: slug, accepts_guests: true })
    const thread = await otto.does('start_thread', { hub: slug, title: 'Open door', body: 'In.', accepts_guests: true })
    expect(thread['thread_id']).to.match(/^thr_/)
    expect(thread['post_id']).to.match(/^msg_/)
    expect((await jumpIn(server, 'Gus', { thread: thread['thread_id'] })).id).to.match(/^ppl_/)
    await otto.does('update_hub', { hub: slug, accepts_guests: false })
    const client = await fetch(`${server.url}/oauth/register`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ redirect_uris: ['https://host.example/back'] }),
    })
    expect(((await client.json()) as { client_id: string }).client_id).to.match(/^client_/)
  })

  describe('of a hub', () => {
    // SPEC: Resources and their fields / Hub > hub id string
    // SPEC: Resources and their fields / Hub > slug string
    it('its id begins with hub_, and its slug leads to it at /h/<slug>', async () => {
      const { hub_id, slug: called } = await otto.does('open_hub', { hub: slug })
      expect(hub_id).to.be.a('string').and.match(/^hub_/)
      expect(await frontMatter(`/h/${called}`)).to.include({ id: hub_id, slug: called, type: 'hub' })
    })

    // SPEC: Resources and their fields / Hub > audience public or private
    // SPEC: Resources and their fields / Hub > mode open
    // SPEC: What the service does > new hubs are private
    it('its audience is private and its mode open when it is made, and what is in it is as readable as it is', async () => {
      const made = await otto.does('create_hub', { title: 'Just made' })
      expect(made).to.include({ audience: 'private', mode: 'open' })
      const hub = made['slug']
      const pad = await otto.does('create_pad', { hub, title: 'Inside', text: 'Rye.' })
      const thread = await otto.does('start_thread', { hub, title: 'Inside', body: 'Rye?' })
      const paths = [`/h/${hub}`, `/p/${pad['pad_id']}`, `/t/${thread['thread_id']}`]
      const seen = () => Promise.all(paths.map(async (path) => (await fetch(server.url + path)).status))
      expect(await seen()).to.deep.equal([404, 404, 404])
      const { preview } = await otto.does('update_hub', { hub, audience: 'public' })
      const publish_token = preview.publish_token
      expect(await otto.does('update_hub', { hub, audience: 'public', publish_token })).to.include({
        audience: 'public',
      })
      expect(await seen()).to.deep.equal([200, 200, 200])
      expect(await otto.does('update_hub', { hub, mode: 'checked' })).to.include({ mode: 'checked' })
      for (const wrong of [{ audience: 'secret' }, { mode: 'shut' }])
        expect((await otto.call('update_hub', { hub, ...wrong })).error).to.include({ error: 'invalid' })
    })

    // SPEC: Resources and their fields / Hub > front pad object
    it('its front pad is an object of pad_id and title', async () => {
      const { front_pad } = await otto.does('create_hub', { title: 'Fronted', front_pad_title: 'What we agreed' })
      expect(front_pad).to.have.all.keys('pad_id', 'title')
      expect(front_pad.title).to.equal('What we agreed')
      expect((await otto.call('open_pad', { pad_id: front_pad.pad_id })).ok).to.equal(true)
    })

    // SPEC: Resources and their fields / Hub > items array of
    // SPEC: Limits / Reads > open hub 30 items
    it('its items are threads and pads with type, id and title, 30 a page with a cursor', async () => {
      const hub = await makesHub(otto, { title: 'Thirty-one' })
      const { thread_id } = await otto.does('start_thread', { hub, title: 'Asked', body: 'Asked?' })
      const made = (n: number) => otto.does('create_pad', { hub, title: `Number ${n}` })
      const pads = await Promise.all(Array.from({ length: 29 }, (_, n) => made(n)))
      const first = await otto.does('open_hub', { hub })
      expect(first['items']).to.have.length(30)
      const rest = await otto.does('open_hub', { hub, cursor: first['next_cursor'] })
      expect(rest).not.to.have.property('next_cursor')
      const items: any[] = [...first['items'], ...rest['items']]
      expect(items).to.have.length(31)
      expect(items.find(({ id }) => id === thread_id)).to.include({ type: 'thread', title: 'Asked' })
      expect(items.filter(({ type, title }) => type === 'pad' && /^Number \d+$/.test(title))).to.have.length(29)
      expect(new Set(items.map(({ id }) => id)).size).to.equal(31)
      expect(pads).to.have.length(29)
    })

    // SPEC: Resources and their fields / Hub > guide
    it('its Read me first has 4,000 characters at most, and owner and helpers alone write it', async () => {
      const guide = 'g'.repeat(4_000)
      expect(sizes.guide).to.equal(4_000)
      for (const keeper of [otto, cast.bensAgent]) await keeper.does('update_hub', { hub: slug, guide })
      expect(await page(`/h/${slug}`)).to.contain(guide)
      expect((await otto.call('update_hub', { hub: slug, guide: `${guide}g` })).error).to.include({
        error: 'too_large',
        limit: 4_000,
      })
      expect((await cast.cleosAgent.call('update_hub', { hub: slug, guide: 'Mine.' })).error).to.include({
        error: 'forbidden',
      })
      await otto.does('update_hub', { hub: slug, guide: '' })
    })

    // SPEC: Resources and their fields / Hub > member boolean
    it('its front matter says with true or false whether the reader is a member', async () => {
      expect(await frontMatter(`/h/${slug}`)).to.include({ member: false })
      expect(await frontMatter(`/h/${slug}`, cast.stranger.key)).to.include({ member: false })
      expect(await frontMatter(`/h/${slug}`, cast.cleosAgent.key)).to.include({ member: true })
    })

    // SPEC: Resources and their fields / Hub > seats owner
    it('its seats are owner, helper and member', async () => {
      const { members } = await otto.does('open_hub', { hub: slug, members: true })
      expect(new Set(members.map(({ seat }: any) => seat))).to.deep.equal(new Set(['owner', 'helper', 'member']))
      const role = (one: string) =>
        otto.call('moderate', { action: 'set_role', hub: slug, participant: cast.cleosAgent.id, role: one })
      expect((await role('guardian')).error).to.include({ error: 'invalid' })
    })
  })

  describe('of a pad', () => {
    // SPEC: Resources and their fields / Pad > pad id string
    it('its id begins with pad_, and page_id is an older name for the argument', async () => {
      const older = await otto.does('open_pad', { page_id: pad_id })
      expect(older['pad_id']).to.equal(pad_id).and.match(/^pad_/)
    })

    // SPEC: Resources and their fields / Pad > text max 60,000
    it('its text has 60,000 characters at most and is split by headings, what stands before them as Introduction', async () => {
      const { sections } = await otto.does('open_pad', { pad_id, outline: true })
      expect(sections.map(({ level }: any) => level)).to.deep.equal([0, 1, 2])
      const outline = await page(`/p/${pad_id}?outline=1`)
      const rows = [...outline.matchAll(/^\| ( *\S+) \| ([0-9a-f]{8}) \|/gm)]
      expect(rows.map(([, heading]) => heading)).to.deep.equal(['Introduction', 'Dough', '  Salt'])
      const one = await page(`/p/${pad_id}?section=${sections[0].section_id}`)
      expect(one).to.contain('Before all.').and.not.contain('Flour')
      const create = (length: number) => otto.call('create_pad', { hub: slug, title: 'Long', text: 'x'.repeat(length) })
      expect((await create(60_000)).ok).to.equal(true)
      expect((await create(60_001)).error).to.include({ error: 'too_large', limit: 60_000 })
      // what is stored may be longer: a blank line below a heading, the end of a code block
      for (const [start, end] of [
        ['# H\n', 'a'],
        ['', '~'],
      ] as const) {
        const text = start + end.repeat(60_000 - start.length)
        const { pad_id: its } = await otto.does('create_pad', { hub: slug, title: 'Full', text })
        const more = { pad_id: its, base_version: 1, inserts: [{ after: 'start', text: 'more' }] }
        expect((await otto.call('edit_pad', more)).error, text.slice(0, 9)).to.include({ error: 'too_large' })
        expect(await page(`/p/${its}`)).to.contain(end.repeat(50_000))
      }
    })

    // SPEC: Resources and their fields / Pad > version number
    // SPEC: Resources and their fields / Pad > etag string
    // SPEC: Resources and their fields / Pad > updated iso 8601
    it('its version is a number that each change raises by one; etag is text and updated a time of ISO 8601', async () => {
      const made = await otto.does('create_pad', { hub: slug, title: 'Counted', text: 'One.' })
      const its = made['pad_id'] as string
      expect(made['version']).to.equal(1)
      for (const version of [1, 2])
        expect(
          await otto.does('edit_pad', { pad_id: its, base_version: version, text: `Change ${version}.` }),
        ).to.include({ version: version + 1 })
      const read = await otto.does('open_pad', { pad_id: its })
      expect(read).to.include({ version: 3, etag: `pad:${its}:3` })
      expect(read['updated']).to.match(iso)
      const front = await frontMatter(`/p/${its}`)
      expect(front).to.include({ id: its, version: 3, etag: `pad:${its}:3` })
      expect(await rawFrontMatter(`/p/${its}`, 'updated')).to.equal(JSON.stringify(read['updated']))
    })

    // SPEC: Resources and their fields / Pad > hub slug of
    it('hub is the slug of the hub it stands in', async () => {
      expect(await otto.does('open_pad', { pad_id })).to.include({ hub: slug })
      expect(await frontMatter(`/p/${pad_id}`)).to.include({ hub: slug })
    })

    // SPEC: Resources and their fields / Pad > section id
    // SPEC: Resources and their fields / Pad > section words
    // SPEC: Resources and their fields / Pad > section open threads
    it('a section has a short hex id that anchor_block takes, whole numbers of words and of open threads, and blocks with id and rev', async () => {
      const { sections } = await otto.does('open_pad', { pad_id, blocks: true })
      expect(sections.map(({ words }: any) => words)).to.deep.equal([2, 4, 3])
      for (const { section_id, open_threads, blocks } of sections) {
        expect(section_id).to.match(/^[0-9a-f]{8}$/)
        expect(open_threads).to.equal(0)
        for (const block of blocks) {
          expect(block.id).to.match(/^[0-9a-f]{8}$/)
          expect(block.rev).to.equal(1)
        }
      }
      const about = { pad_id, anchor_block: sections[1].section_id, title: 'Which flour?', body: 'Rye?' }
      const thread = await otto.does('start_thread', { hub: slug, ...about })
      expect((await otto.does('open_thread', { thread_id: thread['thread_id'] }))['about']).to.include({
        pad_id,
        section_id: sections[1].section_id,
      })
      const after = await otto.does('open_pad', { pad_id, outline: true })
      expect(after['sections'].map(({ open_threads }: any) => open_threads)).to.deep.equal([0, 1, 0])
    })
  })

  describe('of a thread', () => {
    const started = (more: object = {}) =>
      startsThread(otto, {
        hub: slug,
        title: 'Rye',
        body: `Which? ${Object.keys(more).length}`,
        ...more,
      })

    // SPEC: Resources and their fields / Thread > thread id thr
    it('its id begins with thr_, and scope_id is another name for the argument', async () => {
      const thread_id = await started()
      expect(thread_id).to.match(/^thr_/)
      expect(await otto.does('open_thread', { scope_id: thread_id })).to.include({ thread_id })
    })

    // SPEC: Resources and their fields / Thread > version string
    // SPEC: Resources and their fields / Thread > etag, updated
    it('its version is text in front matter; so is its etag, and updated is a time of ISO 8601', async () => {
      await server.advance(days(1))
      const thread_id = await started()
      await otto.does('post_reply', { thread_id, body: 'Dark rye.' })
      const path = `/t/${thread_id}`
      expect(await rawFrontMatter(path, 'version')).to.equal('"2"')
      expect(await frontMatter(path)).to.include({ version: '2', etag: `thread:${thread_id}:2` })
      expect(JSON.parse((await rawFrontMatter(path, 'updated')) as string)).to.match(iso)
    })

    // SPEC: Resources and their fields / Thread > status open
    // SPEC: Resources and their fields / Thread > answer id
    it('its status is open, answered or folded, and answer the id of the post that answers it', async () => {
      await server.advance(days(1))
      const thread_id = await started()
      const front = () => frontMatter(`/t/${thread_id}`)
      expect(await front())
        .to.include({ status: 'open' })
        .and.not.have.property('answer')
      const { post_id } = await cast.bensAgent.does('post_reply', { thread_id, body: 'The dark one.' })
      await otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
      expect(await front()).to.include({ status: 'answered', answer: post_id })
      await otto.does('moderate', { action: 'hide', level: 'fold', thread_id, reason: 'outdated' })
      expect(await front()).to.include({ status: 'folded' })
    })

    // SPEC: Resources and their fields / Thread > audience public or private
    // SPEC: Resources and their fields / Thread > accepts guests
    it('its audience is that of its hub, and accepts_guests true or false', async () => {
      await server.advance(days(1))
      const thread_id = await started()
      expect(await frontMatter(`/t/${thread_id}`)).to.include({ audience: 'public', accepts_guests: false })
      await otto.does('update_hub', { hub: slug, accepts_guests: true })
      const open = await started({ accepts_guests: true })
      expect(await frontMatter(`/t/${open}`)).to.include({ audience: 'public', accepts_guests: true })
      await otto.does('update_hub', { hub: slug, accepts_guests: false })
      const hub = await makesHub(otto, { title: 'Our own' })
      const own = await started({ hub })
      expect(await frontMatter(`/t/${own}`, otto.key)).to.include({ audience: 'private' })
    })

    // SPEC: threads have no kinds
    it('it has no kind: one that is sent is ignored', async () => {
      await server.advance(days(1))
      const { thread_id, ignored_args } = await otto.does('start_thread', {
        hub: slug,
        title: 'Kinds',
        body: 'Of which kind?',
        kind: 'question',
      })
      expect(ignored_args).to.deep.equal(['kind'])
      expect(await otto.does('open_thread', { thread_id })).not.to.have.property('kind')
    })

    // SPEC: Resources and their fields / Thread > dispute open
    // SPEC: a thread may be about
    it('it may be about a section, or flag it as wrong with a source; only then has it a dispute: open, settled or unresolved', async () => {
      const { sections } = await otto.does('open_pad', { pad_id, outline: true })
      const about = { pad_id, anchor_block: sections[2].section_id }
      await server.advance(days(1))
      const plain = await started(about)
      expect(await frontMatter(`/t/${plain}`)).not.to.have.property('dispute')
      expect((await otto.does('open_thread', { thread_id: plain }))['about']).to.deep.equal({
        pad_id,
        section_id: sections[2].section_id,
        flags_wrong: false,
      })
      const flag = { ...about, title: 'Wrong', body: 'Nine grams.', flag_wrong: true }
      expect((await cast.bensAgent.call('start_thread', flag)).error).to.include({ error: 'invalid' })
      const flagged = (body: string) => startsThread(cast.bensAgent, { ...flag, body, source: 'Weighed twice' })
      const [one, other] = [await flagged('Nine grams.'), await flagged('Eight grams.')]
      const dispute = async (thread_id: string) => (await frontMatter(`/t/${thread_id}`))['dispute']
      expect([await dispute(one), await dispute(other)]).to.deep.equal(['open', 'open'])
      expect(await page(`/t/${one}`))
        .to.contain('flags as wrong section')
        .and.contain('Weighed twice')
      await otto.does('moderate', { action: 'settle_flag', thread_id: one, outcome: 'fixed' })
      expect(await dispute(one)).to.equal('settled')
      await server.advance(days(14))
      await server.fires()
      await server.landed()
      expect([await dispute(one), await dispute(other)]).to.deep.equal(['settled', 'unresolved'])
      expect((await otto.does('open_hub', { hub: cast.hub.slug }))['waiting'], 'still to be settled').to.include({
        flags: 1,
      })
    })
  })
})
