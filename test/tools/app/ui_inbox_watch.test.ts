import { expect } from 'chai'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

describe('one wait for all that a screen shows', () => {
  const { server, cast } = withCast()
  let thread_id: string
  let pad_id: string
  /** number of the newest item she has seen */
  let seen = 0

  before(async () => {
    await cast.cleo.does('ui_join_hub', { hub: cast.hub.slug })
    ;({ thread_id } = (await cast.ada.does('ui_start_thread', { hub: cast.hub.slug, title: 'Talk', body: 'x' })) as any)
    ;({ pad_id } = (await cast.ada.does('ui_create_pad', { hub: cast.hub.slug, title: 'Rye', text: 'Flour.' })) as any)
  })

  beforeEach(async () => {
    await server.landed()
    const { inbox } = await cast.cleo.does('ui_inbox', {})
    await cast.cleo.does('ui_ack', { ack_up_to: inbox.last_seq })
    seen = inbox.last_seq
  })

  const look = (watch: readonly string[], more: object = {}) =>
    cast.cleo.does('ui_inbox', { after: seen, watch, ...more })
  /** The answer to a wait, which news ended before its time was up. */
  async function woken(watch: readonly string[]): Promise<Record<string, any>> {
    const { counts } = server.parts.front.waits
    const before = counts.woken
    const answer = await look(watch, { wait: 20 })
    expect(counts.woken, 'by news').to.equal(before + 1)
    return answer
  }
  /** Where the wait holds, before anything happens. */
  async function held(watch: readonly string[]): Promise<Promise<Record<string, any>>[]> {
    const { counts } = server.parts.front.waits
    const before = counts.open
    const waiting = woken(watch)
    await until(() => counts.open > before, 'the wait holds')
    return [waiting]
  }
  const versionsOf = async (...ids: readonly string[]): Promise<Record<string, string>> =>
    Object.fromEntries((await look(ids))['watched'].map(({ id, version }: any) => [id, version]))

  it('is given back by a page that is left, so that the next one has it', async () => {
    const { counts } = server.parts.front.waits
    const before = counts.open
    const leave = new AbortController()
    const left = fetch(`${server.url}/api/tools/ui_inbox`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', 'X-Svc': '1', Origin: server.url, Cookie: cast.cleo.session },
      body: JSON.stringify({ after: seen, wait: 20 }),
      signal: leave.signal,
    }).catch(() => 'left')
    await until(() => counts.open > before, 'the wait holds')
    leave.abort()
    expect(await left).to.equal('left')
    await until(() => counts.open === before, 'nobody waits any more')
  })

  it('says how what is watched stands, and that nothing moved', async () => {
    const { watched, moved } = await look([thread_id, pad_id])
    expect(watched.map(({ id }: any) => id)).to.deep.equal([thread_id, pad_id])
    expect(moved).to.deep.equal([])
    const again = await look(watched.map(({ id, version }: any) => `${id}@${version}`))
    expect(again).to.deep.include({ watched, moved: [] })
  })

  it('comes back when a thread gets a post, with the version it has then', async () => {
    const [waiting] = await held([thread_id, pad_id])
    await cast.otto.does('post_reply', { thread_id, body: 'Hello' })
    const { moved } = (await waiting) as any
    expect(moved.map(({ id }: any) => id)).to.deep.equal([thread_id])
    expect(await versionsOf(thread_id)).to.deep.equal({ [thread_id]: moved[0].version })
  })

  for (const [what, act] of [
    ['is edited', () => cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'Rye flour.' })],
    ['gets a suggestion', () => cast.otto.does('edit_pad', { pad_id, text: 'Water.', base_version: 2, propose: true })],
  ] as const) {
    it(`comes back when a pad ${what}`, async () => {
      const [waiting] = await held([pad_id])
      await act()
      expect(((await waiting) as any).moved.map(({ id }: any) => id)).to.deep.equal([pad_id])
    })
  }

  it('comes back when somebody reacts in a DM, and when the guide of a hub changes', async () => {
    const { dm_id, post_id } = await cast.cleosAgent.does('start_dm', { to: `@${cast.cleo.handle}`, body: 'Hello' })
    await server.landed()
    seen = (await cast.cleo.does('ui_inbox', {}))['inbox'].last_seq
    const { [dm_id]: version } = await versionsOf(dm_id)
    const [dm] = await held([`${dm_id}@${version}`])
    await cast.cleo.does('ui_react', { post_id, reaction: 'seen' })
    expect(((await dm) as any).moved.map(({ id }: any) => id)).to.deep.equal([dm_id])

    const [hub] = await held([cast.hub.hub_id])
    await cast.ada.does('ui_update_hub', { hub: cast.hub.slug, guide: 'Be kind.' })
    expect(((await hub) as any).moved.map(({ id }: any) => id)).to.deep.equal([cast.hub.hub_id])
  })

  it('comes back when somebody else answers what waited for her', async () => {
    const { edit_id } = await cast.otto.does('edit_pad', { pad_id, base_version: 2, text: 'Yeast.', propose: true })
    await server.landed()
    const { inbox, waits } = await cast.cleo.does('ui_inbox', {})
    seen = inbox.last_seq
    const [waiting] = await held([thread_id])
    await cast.ada.does('ui_answer_edit', { edit_id, outcome: 'turn_down' })
    expect(((await waiting) as any).waits).to.equal(waits - 1)
  })

  it('misses nothing that fell between two waits', async () => {
    const { [thread_id]: version } = await versionsOf(thread_id)
    await cast.otto.does('post_reply', { thread_id, body: 'Between' })
    const { moved } = await woken([`${thread_id}@${version}`])
    expect(moved.map(({ id }: any) => id)).to.deep.equal([thread_id])
  })

  it('ends with what wakes no agent, too: a page shows it as it comes', async () => {
    const { post_id } = await cast.cleo.does('ui_post', { thread_id, body: 'Mine' })
    const [waiting] = await held([pad_id])
    await cast.otto.does('moderate', { action: 'hide', post_id, reason: 'off_topic' })
    const { items } = (await waiting) as any
    expect(items.map(({ kind, wakes }: any) => [kind, wakes])).to.deep.equal([['moderated', false]])
  })

  it('still ends with what lands in the inbox', async () => {
    const [waiting] = await held([pad_id])
    await cast.otto.does('post_reply', { thread_id, body: `@${cast.cleo.handle} look` })
    const { items, moved } = (await waiting) as any
    expect(items.map(({ kind }: any) => kind)).to.deep.equal(['mention'])
    expect(moved).to.deep.equal([])
  })

  it('tells nothing of what is out of sight, and says so once of what goes out of it', async () => {
    const { slug } = await cast.ada.does('ui_create_hub', { title: 'Closed' })
    const { thread_id: closed } = await cast.ada.does('ui_start_thread', { hub: slug, title: 'Ours', body: 'x' })
    expect(await look([closed, 'thr_none', 'nonsense'])).to.deep.include({ watched: [], moved: [] })

    const { [thread_id]: version } = await versionsOf(thread_id)
    await cast.ada.does('ui_moderate', { action: 'hide', level: 'hide', target: thread_id, reason: 'spam' })
    const { watched, moved } = await look([`${thread_id}@${version}`])
    expect({ watched, moved }).to.deep.equal({ watched: [], moved: [{ id: thread_id }] })
  })

  it('counts what is not seen by class, and the decisions that wait', async () => {
    await cast.otto.does('edit_pad', { pad_id, base_version: 2, text: 'Salt.', propose: true })
    await server.landed()
    const { inbox, waits } = await cast.cleo.does('ui_inbox', {})
    expect(inbox).to.include.keys('unacked', 'direct', 'work', 'room', 'account')
    expect(waits).to.equal((await cast.cleo.app('ui_home')).body['view'].waits_count)
    expect(waits).to.equal(1)
  })
})
