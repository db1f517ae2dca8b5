import { expect } from 'chai'
import { days, minutes } from '../../../src/rules/units.ts'
import { type Agent, type Cast, gatherCast, signIn, withKey } from '../../support/cast.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

/** The first that holds: disputed, unresolved, open, stale, settled; of the pad: disputed, open, settled. */
// SPEC: Resources and their fields / Pad > section status settled
// SPEC: Resources and their fields / Pad > status settled
describe('the status of sections and pads', () => {
  let server: TestServer
  let cast: Cast
  let pad_id: string
  let bread: string
  let cake: string

  before(async () => {
    server = await startServer()
    cast = await gatherCast(server)
  })
  after(() => server.stop())

  beforeEach(async () => {
    await server.advance(minutes(1))
    const text = '# Bread\n\nrye is white\n\n# Cake\n\neggs'
    const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Recipes', text })
    pad_id = made['pad_id']
    ;[bread, cake] = made['sections'].map(({ section_id }: any) => section_id)
  })

  /** status of the pad, of its two sections, and how many threads are open about each */
  const now = async (): Promise<unknown[]> => {
    await server.landed()
    const { status, sections } = await cast.bensAgent.does('open_pad', { pad_id, outline: true })
    return [status, ...sections.map((section: any) => `${section.status} ${section.open_threads}`)]
  }
  const talk = async (about: object = {}): Promise<string> =>
    (await cast.cleosAgent.does('start_thread', { pad_id, title: 'Talk', body: 'What of it?', ...about }))['thread_id']
  const flag = (section: string): Promise<string> =>
    talk({ anchor_block: section, flag_wrong: true, source: 'https://example.com/rye' })

  it('settled, while nobody talks about it', async () => {
    expect(await now()).to.deep.equal(['settled', 'settled 0', 'settled 0'])
  })

  // SPEC: section (any) a thread
  it('open, while a thread about the section is open', async () => {
    const thread_id = await talk({ anchor_block: bread })
    await talk({ anchor_block: bread })
    expect(await now()).to.deep.equal(['open', 'open 2', 'settled 0'])
    const { threads } = await cast.otto.does('open_pad', { pad_id })
    expect(threads).to.have.length(2)
    expect(threads[1]).to.deep.equal({ thread_id, section_id: bread, flags_wrong: false, status: 'open' })

    const { post_id } = await cast.otto.does('post_reply', { thread_id, body: 'Rye it is.' })
    await cast.otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
    expect(await now()).to.deep.equal(['open', 'open 1', 'settled 0'])
    await cast.otto.does('edit_pad', { resolves_thread: thread_id, unmark: true })
    expect(await now()).to.deep.equal(['open', 'open 2', 'settled 0'])
  })

  it('told with the fix itself: what a change settles or answers is not disputed or open in its answer', async () => {
    const thread_id = await flag(bread)
    expect(await now()).to.deep.equal(['disputed', 'disputed 1', 'settled 0'])
    const text = '# Bread\n\nrye is dark\n\n# Cake\n\neggs'
    const fix = { pad_id, base_version: 1, text, resolves_thread: thread_id }
    const fixed = await cast.otto.does('edit_pad', fix)
    expect(fixed).to.include({ status: 'open' })
    expect(fixed['thread']).to.include({ thread_id, status: 'open', dispute: 'settled', version: '2' })
    expect(await cast.otto.does('open_thread', { thread_id })).to.include({ version: '2' })
    expect(fixed['sections'][0]).to.include({ section_id: bread, status: 'open' })
    expect(await now()).to.deep.equal(['open', 'open 1', 'settled 0'])

    const { post_id } = await cast.otto.does('post_reply', { thread_id, body: 'It is dark.' })
    const answer = { resolves_thread: thread_id, answer_id: post_id }
    const answered = await cast.otto.does('edit_pad', { ...fix, ...answer, base_version: 2, text: `${text} and milk` })
    expect(answered).to.include({ status: 'settled' })
    expect(await now()).to.deep.equal(['settled', 'settled 0', 'settled 0'])
    const off = { resolves_thread: thread_id, unmark: true, base_version: 3, text }
    expect(await cast.otto.does('edit_pad', { pad_id, ...off })).to.include({ status: 'open' })
    expect(await now()).to.deep.equal(['open', 'open 1', 'settled 0'])
  })

  it('told with the acceptance of a suggestion that fixes what is flagged', async () => {
    await flag(bread)
    const suggestion = { pad_id, base_version: 1, text: '# Bread\n\nrye is dark\n\n# Cake\n\neggs', propose: true }
    const { edit_id } = await cast.cleosAgent.does('edit_pad', suggestion)
    const accepted = await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    expect(accepted).to.include({ status: 'open' })
    expect(accepted['sections'][0]).to.include({ section_id: bread, status: 'open' })
    expect(await now()).to.deep.equal(['open', 'open 1', 'settled 0'])
  })

  it('not open for a thread that is folded or hidden', async () => {
    for (const level of ['fold', 'hide']) {
      const thread_id = await talk({ anchor_block: cake })
      expect(await now()).to.deep.equal(['open', 'settled 0', 'open 1'])
      await cast.otto.does('moderate', { action: 'hide', level, thread_id, reason: 'off_topic' })
      expect(await now(), level).to.deep.equal(['settled', 'settled 0', 'settled 0'])
    }
  })

  it('the same in the list of the hub: a flag that is hidden disputes nothing', async () => {
    const listed = async (): Promise<string> => {
      const { items } = await cast.bensAgent.does('open_hub', { hub: cast.hub.slug, type: 'pad' })
      return items.find(({ id }: any) => id === pad_id).status
    }
    const thread_id = await flag(bread)
    expect(await listed()).to.equal('disputed')
    await cast.otto.does('moderate', { action: 'hide', level: 'hide', thread_id, reason: 'off_topic' })
    expect([await listed(), ...(await now())]).to.deep.equal(['settled', 'settled', 'settled 0', 'settled 0'])
  })

  it('of the pad open, while a thread is about the pad without a section', async () => {
    await talk()
    expect(await now()).to.deep.equal(['open', 'settled 0', 'settled 0'])
  })

  // SPEC: section a thread flags
  it('disputed, while a flag is not settled; open threads do not hide it', async () => {
    const { updated } = await cast.otto.does('open_pad', { pad_id })
    await talk({ anchor_block: bread })
    const thread_id = await flag(bread)
    expect(await now()).to.deep.equal(['disputed', 'disputed 2', 'settled 0'])
    const { threads, updated: after } = await cast.otto.does('open_pad', { pad_id })
    expect(threads[0]).to.include({ thread_id, flags_wrong: true, dispute: 'open' })
    expect(after).to.equal(updated)

    await cast.otto.does('moderate', { action: 'settle_flag', thread_id, outcome: 'fixed' })
    expect(await now()).to.deep.equal(['open', 'open 2', 'settled 0'])
  })

  it('not disputed any more by a flag that is hidden', async () => {
    const thread_id = await flag(bread)
    await cast.otto.does('moderate', { action: 'hide', level: 'hide', thread_id, reason: 'spam' })
    expect(await now()).to.deep.equal(['settled', 'settled 0', 'settled 0'])
    const edited = await cast.otto.does('edit_pad', {
      pad_id,
      base_version: 1,
      text: '# Bread\n\nrye\n\n# Cake\n\neggs',
    })
    expect(edited).to.include({ status: 'settled' })
    expect(edited['sections'][0]).to.include({ section_id: bread, status: 'settled' })
  })

  it('disputed goes on after 14 quiet days as unresolved, and is disputed again once somebody else posts', async () => {
    const thread_id = await flag(bread)
    await server.advance(days(14) - minutes(1))
    await server.fires()
    expect((await now())[1]).to.equal('disputed 1')
    await server.advance(minutes(1))
    await server.fires()
    await until(async () => (await now())[1] === 'unresolved 1', 'unresolved')
    expect(await now()).to.deep.equal(['open', 'unresolved 1', 'settled 0'])
    await cast.bensAgent.does('post_reply', { thread_id, body: 'I looked it up.' })
    expect(await now()).to.deep.equal(['disputed', 'disputed 1', 'settled 0'])
  })

  it('of a section that is gone counts for the pad', async () => {
    await flag(cake)
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: '# Bread\n\nrye is white' })
    expect(await now()).to.deep.equal(['disputed', 'settled 0'])
  })

  it('says the same on the page, in the outline and in the hub', async () => {
    await flag(bread)
    const page = await (await fetch(`${server.url}/p/${pad_id}.md`)).text()
    expect(page).to.contain('\nstatus: "disputed"\n')
    const outline = await (await fetch(`${server.url}/p/${pad_id}?format=md&outline=1`)).text()
    expect(outline).to.contain(`| Bread | ${bread} | disputed | 1 | 4 |`)
    const { items } = await cast.otto.does('open_hub', { hub: cast.hub.slug, type: 'pad' })
    expect(items.find(({ id }: any) => id === pad_id)).to.include({ status: 'disputed' })
  })

  // SPEC: section unchanged 90 days
  it('stale after 90 days without a change, which leaves the pad settled and ends with the next change', async () => {
    await server.advance(days(90) - minutes(1))
    await renewKeys()
    expect(await now()).to.deep.equal(['settled', 'settled 0', 'settled 0'])
    await server.advance(minutes(1))
    expect(await now()).to.deep.equal(['settled', 'stale 0', 'stale 0'])
    await talk({ anchor_block: cake })
    expect(await now()).to.deep.equal(['open', 'stale 0', 'open 1'])
    const { sections } = await cast.otto.does('open_pad', { pad_id, blocks: true })
    const [, block] = sections[0].blocks
    await cast.otto.does('edit_pad', { pad_id, edits: [{ block: block.id, rev: 1, text: 'rye is dark' }] })
    expect(await now()).to.deep.equal(['open', 'settled 0', 'open 1'])
  })

  /** After months people sign in again, and their agents get new keys. */
  async function renewKeys(): Promise<void> {
    const again = async (name: string, agent: Agent): Promise<Agent> => {
      const { body } = await (await signIn(server, name)).settings('new-agent-key', { agent_id: agent.id })
      return withKey(server, { ...agent, key: body['agent_key'] })
    }
    cast = {
      ...cast,
      otto: await again('Ada', cast.otto),
      bensAgent: await again('Ben', cast.bensAgent),
      cleosAgent: await again('Cleo', cast.cleosAgent),
    }
  }
})
