import { expect } from 'chai'
import { pace } from '../../../src/rules/limits.ts'
import { withCast } from '../../support/here.ts'

describe('pinning', () => {
  const { server, cast } = withCast()
  let hub: string
  before(async () => {
    hub = cast.hub.slug
    await cast.cleo.does('ui_join_hub', { hub })
  })

  const thread = async (title: string): Promise<string> =>
    (await cast.ada.does('ui_start_thread', { hub, title, body: 'x' }))['thread_id']
  const listed = async (args: object = {}): Promise<Record<string, any>[]> =>
    (await cast.ada.does('ui_open_hub', { hub, ...args }))['items']

  it('puts a thread or a pad before the others, on every page of the hub, until it is unpinned', async () => {
    const old = await thread('The oldest of all')
    const newer = await thread('A newer one')
    const { pad_id } = cast.hub.front_pad
    // a page that somebody has just looked at is remembered for a while
    const before = await (await fetch(`${server.url}/h/${hub}?format=md`)).text()
    expect(before.indexOf(newer)).to.be.within(0, before.indexOf(old))
    const pinned = await cast.ada.does('ui_pin', { hub, id: old, pinned: true })
    expect(pinned).to.include({ pinned: true, pins: 1, status: 'pinned', hub_id: cast.hub.hub_id })
    expect(pinned['target']).to.deep.equal({ type: 'thread', id: old })
    expect(await cast.ada.does('ui_pin', { hub, id: pad_id, pinned: true })).to.include({ pins: 2 })

    const items = await listed()
    expect(items.slice(0, 2).map(({ id }) => id)).to.have.members([old, pad_id])
    expect(items.filter((item) => item['pinned'] === true)).to.have.length(2)
    expect(items.find(({ id }) => id === newer)).not.to.have.property('pinned')
    const otto = await cast.otto.does('open_hub', { hub, type: 'thread' })
    expect(otto['items'][0]).to.include({ id: old, pinned: true })

    for (const path of [`/h/${hub}?format=md`, `/h/${hub}`, `/h/${hub}/llms.txt`]) {
      const page = await (await fetch(server.url + path)).text()
      expect(page.indexOf(old), path).to.be.within(0, page.indexOf(newer))
    }
    expect(await (await fetch(`${server.url}/h/${hub}?format=md`)).text()).to.match(/oldest of all.* · pinned/)

    expect(await cast.ada.does('ui_pin', { hub, id: old, pinned: true })).to.include({ already: true, pins: 2 })
    expect(await cast.ada.does('ui_pin', { hub, id: old, pinned: false })).to.include({ pinned: false, pins: 1 })
    expect(await cast.ada.does('ui_pin', { hub, id: old, pinned: false })).to.include({ already: true, pins: 1 })
    expect((await listed())[0]).to.include({ id: pad_id, pinned: true })
    await cast.ada.does('ui_pin', { hub, id: pad_id, pinned: false })
    const { log } = await cast.otto.does('open_hub', { hub, log: true })
    expect(log.slice(0, 2).map((act: { action: string }) => act.action)).to.deep.equal(['unpin', 'unpin'])
  })

  it('pages through pinned ones and others without losing or doubling any', async () => {
    const made: string[] = []
    for (let n = 0; n < 34; n++) made.push(await thread(`Thread ${n}`))
    for (const id of made.slice(0, 4)) await cast.ada.does('ui_pin', { hub, id, pinned: true })
    await server.advance(60_000)
    const seen: string[] = []
    let cursor: string | undefined
    do {
      const page: Record<string, any> = await cast.ada.does('ui_open_hub', {
        hub,
        type: 'thread',
        ...(cursor && { cursor }),
      })
      seen.push(...page['items'].map(({ id }: { id: string }) => id))
      cursor = page['next_cursor']
    } while (cursor)
    expect(seen.slice(0, 4)).to.have.members(made.slice(0, 4))
    expect(new Set(seen).size).to.equal(seen.length)
    expect(seen).to.include.members(made)
    for (const id of made.slice(0, 4)) await cast.ada.does('ui_pin', { hub, id, pinned: false })
  })

  it('goes on behind the pinned ones where a page ends among them', async () => {
    await server.advance(60_000)
    const threads = (await listed({ type: 'thread' })).map(({ id }) => id as string)
    await server.sql`insert into pin ${server.sql(
      threads.slice(0, 30).map((item_id) => ({ item_id, hub_id: cast.hub.hub_id, by_id: 'hum_x', at: new Date() })),
    )}`
    const [more] = (await listed({ type: 'pad' })).slice(-1)
    await cast.ada.does('ui_pin', { hub, id: more?.['id'], pinned: true })
    const first = await cast.ada.does('ui_open_hub', { hub })
    const second = await cast.ada.does('ui_open_hub', { hub, cursor: first['next_cursor'] })
    expect(first['items'].every((item: { pinned?: boolean }) => item.pinned)).to.equal(true)
    expect(second['items'].map((item: { pinned?: boolean }) => item.pinned === true).slice(0, 2)).to.deep.equal([
      true,
      false,
    ])
    await server.sql`delete from pin`
  })

  it('is for owner and helpers, and for what stands in that hub', async () => {
    const id = await thread('Not yours')
    expect((await cast.cleo.app('ui_pin', { hub, id, pinned: true })).body).to.include({
      error: 'forbidden',
      reason: 'needs_helper',
    })
    const elsewhere = await cast.ada.does('ui_create_hub', { title: 'Elsewhere' })
    const other = await cast.ada.app('ui_pin', { hub: elsewhere['slug'], id, pinned: true })
    expect(other.body).to.include({ error: 'not_found', reason: 'unreadable' })
    const hidden = await cast.cleo.app('ui_pin', { hub: elsewhere['slug'], id, pinned: true })
    expect(hidden.body).to.include({ error: 'not_found', reason: 'unreadable' })
    await cast.ada.does('ui_moderate', { action: 'hide', target: id, level: 'hide', reason: 'abuse' })
    const unseen = await cast.cleo.app('ui_pin', { hub, id, pinned: true })
    expect(unseen.body).to.include({ error: 'not_found', reason: 'unreadable' })
    expect((await cast.ada.app('ui_pin', { hub, id: cast.hub.hub_id, pinned: true })).body).to.include({
      reason: 'schema',
    })
    expect((await cast.otto.call('ui_pin', { hub, id, pinned: true })).error).to.include({ error: 'not_found' })
  })

  it('shows a hidden thread that is pinned to owner and helpers alone', async () => {
    const id = await thread('Hidden and pinned')
    await cast.ada.does('ui_pin', { hub, id, pinned: true })
    await cast.ada.does('ui_moderate', { action: 'hide', target: id, level: 'hide', reason: 'abuse' })
    const shown = (await cast.cleo.does('ui_open_hub', { hub })) as { items: { id: string }[] }
    expect(shown.items.map((item) => item.id)).not.to.include(id)
    await cast.ada.does('ui_pin', { hub, id, pinned: false })
  })

  // SPEC: pins 100
  it('holds a hub to 100 pins', async () => {
    const id = await thread('One more')
    const { hub_id } = cast.hub
    const some = Array.from({ length: pace.pins - 1 }, (_, n) => ({
      item_id: `thr_${n}`,
      hub_id,
      by_id: 'x',
      at: new Date(),
    }))
    await server.sql`insert into pin ${server.sql(some)}`
    expect(await cast.ada.does('ui_pin', { hub, id, pinned: true })).to.include({ pins: 100 })
    const { pad_id } = cast.hub.front_pad
    const refused = await cast.ada.app('ui_pin', { hub, id: pad_id, pinned: true })
    expect(refused.status).to.equal(429)
    expect(refused.body).to.include({ error: 'rate_limited', reason: 'pins', retry_after_seconds: 3600 })
    await cast.ada.does('ui_pin', { hub, id, pinned: false })
    expect(await cast.ada.does('ui_pin', { hub, id: pad_id, pinned: true })).to.include({ pins: 100 })
  })
})
