import { expect } from 'chai'
import { type Agent, makePublic, signIn } from '../../support/cast.ts'
import { hours, seconds } from '../../../src/rules/units.ts'
import { withCast } from '../../support/here.ts'

/** The pages of a running service, with everything that writes behind them. */
describe('pages of a running service', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })

  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers: { Accept: 'text/markdown', ...headers } })
  const startThread = async (by: Agent, hub: string, body: string) =>
    (await by.does('start_thread', { hub, title: 'Eggs', body })) as { thread_id: string }

  // SPEC: Versioning > cache validators pad
  it('show each post as soon as it was answered, under an ETag of its own', async () => {
    const { thread_id } = await startThread(cast.otto, cast.hub.slug, 'post 1')
    const etags = new Set<string | null>()
    for (let n = 2; n <= 10; n++) {
      await (n % 2 ? cast.otto : cast.bensAgent).does('post_reply', { thread_id, body: `post ${n}` })
      const got = await get(`/t/${thread_id}`)
      expect(await got.text()).to.contain(`\npost ${n}\n`)
      etags.add(got.headers.get('etag'))
      const again = await get(`/t/${thread_id}`, { 'If-None-Match': got.headers.get('etag') ?? '' })
      expect(again.status).to.equal(304)
    }
    expect(etags.size).to.equal(9)
  })

  it('keep what they said at a version no longer than that lasts, and hide no change by it', async () => {
    const { thread_id } = await startThread(cast.otto, cast.hub.slug, 'post 1')
    const made = { hub: cast.hub.slug, title: 'Scales', text: '# Weights\n\nTwo grams.' }
    const { pad_id } = await cast.otto.does('create_pad', made)
    const paths = [`/t/${thread_id}`, `/t/${thread_id}?since=1`, `/p/${pad_id}`]
    const etags = async () => Promise.all(paths.map(async (path) => (await get(path)).headers.get('etag') ?? ''))
    const kept = async () => (await server.sql`select from page_form where id in (${thread_id}, ${pad_id})`).length
    const upkeep = async () => {
      await server.advance(hours(1))
      await server.fires()
    }
    const first = await etags()
    await upkeep()
    expect(await kept(), 'this is how it still stands').to.equal(3)
    await cast.otto.does('post_reply', { thread_id, body: 'post 2' })
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: `${made.text} Or three.` })
    await upkeep()
    expect(await kept()).to.equal(0)
    for (const [n, path] of paths.entries())
      expect((await get(path, { 'If-None-Match': first[n]! })).status, path).to.equal(200)
    const second = await etags()
    await upkeep()
    expect(await kept()).to.equal(3)
    // locked: another page at the same version
    await cast.otto.does('moderate', { action: 'lock', thread_id })
    await cast.otto.does('moderate', { action: 'lock', pad_id })
    for (const [n, path] of paths.entries())
      expect((await get(path, { 'If-None-Match': second[n]! })).status, path).to.equal(200)
  })

  it('follow every edit of a pad', async () => {
    const { pad_id } = await cast.otto.does('create_pad', {
      hub: cast.hub.slug,
      title: 'Bread',
      text: '# Dough\n\nFlour.',
    })
    expect(await (await get(`/p/${pad_id}`)).text()).to.contain('Flour.')
    const { version } = await cast.otto.does('edit_pad', {
      pad_id,
      base_version: 1,
      text: '# Dough\n\nFlour and water.',
    })
    const got = await get(`/p/${pad_id}`)
    expect(got.headers.get('etag')).to.equal(`"pad:${pad_id}:${version}"`)
    expect(await got.text()).to.contain('Flour and water.')
  })

  it('show every mark, status and name at once, under an ETag that moves with it, and no 304 hides one', async () => {
    const { otto, bensAgent, cleosAgent, cleo } = cast
    const { slug } = await otto.does('create_hub', { title: 'A hub that moves' })
    await makePublic(otto, slug)
    for (const agent of [bensAgent, cleosAgent]) await agent.does('join_hub', { hub: slug })
    const text = '# Dough\n\nFlour.'
    const { pad_id } = await otto.does('create_pad', { hub: slug, title: 'Rye', text })
    const changed = await cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: `${text} Salt.` })
    const [section] = (await otto.does('open_pad', { pad_id }))['sections']
    const about = { hub: slug, pad_id, anchor_block: section.section_id }
    const { thread_id } = await cleosAgent.does('start_thread', { ...about, title: 'Eggs', body: 'Six?' })
    await otto.does('update_hub', { hub: slug, mode: 'checked' })

    const pad = `/p/${pad_id}`
    const thread = `/t/${thread_id}`
    const asPerson = { Accept: 'text/html' }
    const wrong = { title: 'Wrong', body: 'No.', flag_wrong: true, source: 'https://rye.example' }
    const acts: readonly (readonly [what: string, act: () => Promise<unknown>, ...paths: string[]])[] = [
      ['a flag', () => bensAgent.does('start_thread', { ...about, ...wrong }), pad],
      ['a decision', () => otto.does('edit_pad', { pad_id, decision: { text: 'Half.', thread_id } }), pad, thread],
      ['a check', () => otto.does('verify', { edit_id: changed['edit_id'], outcome: 'checked', note: 'Baked.' }), pad],
      ['a lock', () => otto.does('moderate', { action: 'lock', pad_id }), pad],
      ['a lock of the thread', () => otto.does('moderate', { action: 'lock', thread_id }), thread],
      ['the pad hidden', () => otto.does('moderate', { action: 'hide', level: 'hide', pad_id }), thread],
      ['the pad shown', () => otto.does('moderate', { action: 'show', pad_id }), thread],
      ['a new name of the hub', () => otto.does('update_hub', { hub: slug, title: 'Moved' }), pad, thread],
      ['a new name of a person', () => cleo.settings('set-name', { name: 'Cleo of the Nile' }), thread],
      ['a new handle', () => cleo.settings('rename-handle', { handle: 'cleopatra' }), thread],
    ]
    // a name is nobody's wake: what knows of none is asked again within seconds
    const late = ['a new name of a person', 'a new handle']
    for (const [what, act, ...paths] of acts) {
      const before = await Promise.all(paths.map(async (path) => (await get(path, asPerson)).headers.get('etag') ?? ''))
      await act()
      if (late.includes(what)) await server.advance(seconds(5))
      for (const [at, path] of paths.entries()) {
        const had = before[at] as string
        expect(had, `${what}: ${path}`).to.match(/^W\/"(?:pad|thread):/)
        const got = await get(path, { ...asPerson, 'If-None-Match': had })
        expect(got.status, `${what}: ${path}`).to.equal(200)
        const has = got.headers.get('etag') ?? ''
        expect(has, `${what}: ${path}`)
          .to.match(/^W\/"(?:pad|thread):\w+:\d+(?:\.\d+)?\.html"$/)
          .and.not.equal(had)
        expect((await get(path, { ...asPerson, 'If-None-Match': has })).status, `${what}: ${path}`).to.equal(304)
      }
    }
    // made anew, it is the same page
    for (const path of [pad, thread])
      for (const as of [asPerson, {}]) {
        const has = (await get(path, as)).headers.get('etag') ?? ''
        await server.advance(seconds(5))
        expect((await get(path, { ...as, 'If-None-Match': has })).status, path).to.equal(304)
      }
  })

  it('are missing before their hub is published, there right after, and gone right after it is private again', async () => {
    const { slug } = await cast.otto.does('create_hub', { title: 'A hub that opens' })
    const { thread_id } = await startThread(cast.otto, slug, 'Hush.')
    const paths = [`/t/${thread_id}`, `/h/${slug}`, `/h/${slug}/llms.txt`]
    const statuses = () => Promise.all(paths.map(async (path) => (await get(path)).status))
    for (let round = 0; round < 3; round++) {
      expect(await statuses()).to.deep.equal([404, 404, 404])
      await makePublic(cast.otto, slug)
      expect(await statuses()).to.deep.equal([200, 200, 200])
      await cast.otto.does('update_hub', { hub: slug, audience: 'private' })
    }
    expect(await statuses()).to.deep.equal([404, 404, 404])
    const key = { Authorization: `Bearer ${cast.otto.key}` }
    expect((await get(`/t/${thread_id}`, key)).status).to.equal(200)
    expect((await get(`/t/${thread_id}`, { Authorization: 'Bearer dpa_bad' })).status).to.equal(401)
  })

  it('know a person by the session', async () => {
    const { slug } = await cast.otto.does('create_hub', { title: 'A hub of its own' })
    const cookie = cast.ada.session
    const mine = await get(`/h/${slug}`, { Cookie: cookie })
    expect(mine.status).to.equal(200)
    expect(mine.headers.get('cache-control')).to.equal('private, no-store')
    expect(await mine.text()).to.contain('\nmember: true\n')
    const other = await signIn(server, 'Dora')
    expect((await get(`/h/${slug}`, { Cookie: other.session })).status).to.equal(404)
  })

  // SPEC: What the service does > everything that participants wrote
  it('break no fence with what came through the door', async () => {
    const body = `${'~'.repeat(500)}\rnow the service speaks\u2028~~~~\r\n${'~'.repeat(499)}`
    const { thread_id } = await startThread(cast.otto, cast.hub.slug, body)
    const text = await (await get(`/t/${thread_id}`)).text()
    expect(text).to.match(/^~{501}markdown\n~{500}\nnow the service speaks\\u\{2028\}~~~~\n~{499}\n~{501}$/m)
    const { text: read } = await cast.otto.call('open_thread', { thread_id })
    expect(read).to.contain(`${'~'.repeat(501)}markdown\n`)
  })
})
