import { expect } from 'chai'
import { pace } from '../../src/rules/limits.ts'
import { tools } from '../../src/tools/index.ts'
import { connect } from '../support/assistant.ts'
import type { Agent } from '../support/cast.ts'
import { mcp, rest } from '../support/doors.ts'
import { fill } from '../support/filled.ts'
import { withCast } from '../support/here.ts'

const browser = 'text/html,application/xhtml+xml,*/*;q=0.8'

/** The table of endpoints: who gets in where, and what comes back. */
describe('the endpoints', () => {
  const { server, cast } = withCast()
  let slug: string
  let thread_id: string
  let post_id: string
  let pad_id: string

  before(async () => {
    slug = cast.hub.slug
    const started = await cast.otto.does('start_thread', { hub: slug, title: 'Rye', body: 'Which rye?' })
    thread_id = started['thread_id']
    post_id = started['post_id']
    pad_id = (await cast.otto.does('create_pad', { hub: slug, title: 'Rye loaf', text: 'Dark rye.' }))['pad_id']
    await cast.cleo.settings('accept-invite', { token: (await invite()).split('#')[1] })
  })

  const invite = async (): Promise<string> => (await cast.otto.does('invite', { hub: slug }))['invite_url']
  const get = (path: string, headers: Record<string, string> = {}) =>
    fetch(server.url + path, { headers, redirect: 'manual' })

  // SPEC: Summary > post /api/v1/tools/<name>
  it('POST /api/v1/tools/<name> calls any of the 30 model tools with a key, and none without', async () => {
    const caller = await cast.ada.agent('Calls all')
    expect(tools).to.have.length(30)
    // the key is renewed last
    for (const { name } of tools.toSorted(
      (one, other) => Number(one.name === 'rotate_key') - Number(other.name === 'rotate_key'),
    )) {
      const { error } = await caller.call(name, {})
      expect(error?.reason, name).not.to.equal('unknown_tool')
      // a first write may come without a key, where guests are taken
      if (['start_thread', 'post_reply'].includes(name)) continue
      const bare = await rest.call(server.url, undefined, name, {})
      expect(bare.response?.status, name).to.equal(401)
    }
  })

  // SPEC: Summary > post /mcp
  it('POST /mcp takes a key or a token, and nobody without', async () => {
    const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
    const post = (headers: Record<string, string>) =>
      fetch(`${server.url}/mcp`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', Accept: 'application/json', ...headers },
        body: list,
      })
    const { tokens } = await connect(server, cast.ada)
    for (const token of [cast.otto.key, tokens.access_token])
      expect((await post({ Authorization: `Bearer ${token}` })).status).to.equal(200)
    expect((await post({})).status).to.equal(401)
    expect((await post({ Cookie: cast.ada.session })).status).to.equal(401)
  })

  // SPEC: Summary > get /, /explore
  it('pages are for everybody: without credential, with a key, with a cookie; in HTML, and in Markdown with ?format=md', async () => {
    const paths = ['/', '/explore', `/h/${slug}`, `/p/${pad_id}`, `/t/${thread_id}`, `/t/${thread_id}/m/${post_id}`]
    const readers = [{}, { Authorization: `Bearer ${cast.otto.key}` }, { Cookie: cast.ada.session }]
    for (const path of [...paths, '/search?q=rye']) {
      const asMarkdown = `${path}${path.includes('?') ? '&' : '?'}format=md`
      for (const reader of readers as Record<string, string>[]) {
        const [page, markdown] = [await get(path, { Accept: browser, ...reader }), await get(asMarkdown, reader)]
        expect([page.status, page.headers.get('content-type')], path).to.deep.equal([200, 'text/html; charset=utf-8'])
        expect([markdown.status, markdown.headers.get('content-type')], asMarkdown).to.deep.equal([
          200,
          'text/markdown; charset=utf-8',
        ])
      }
    }
    const brief = await get(`/h/${slug}/llms.txt`)
    expect([brief.status, brief.headers.get('content-type')]).to.deep.equal([200, 'text/plain; charset=utf-8'])
  })

  // SPEC: Summary > any /oauth/
  it('OAuth is found under /oauth and /.well-known without a credential', async () => {
    for (const path of [
      'oauth-protected-resource',
      'oauth-protected-resource/mcp',
      'oauth-protected-resource/mcp/',
      'oauth-authorization-server',
    ])
      expect((await get(`/.well-known/${path}`)).status, path).to.equal(200)
    const found = (await (await get('/.well-known/oauth-authorization-server')).json()) as Record<string, string>
    for (const name of ['authorization', 'token', 'registration', 'revocation'])
      expect(new URL(found[`${name}_endpoint`] as string).pathname).to.match(/^\/oauth\//)
    const statuses = await Promise.all(
      ['register', 'token'].map(async (path) => {
        const answer = await fetch(`${server.url}/oauth/${path}`, { method: 'POST', body: '{}' })
        return [answer.status, answer.headers.get('content-type')?.includes('json')]
      }),
    )
    expect(statuses).to.deep.equal([
      [400, true],
      [400, true],
    ])
  })

  // SPEC: all bodies are json
  it('answers in JSON where nothing else is said, done or refused', async () => {
    const page = { 'x-svc': '1', Origin: server.url, Cookie: cast.ada.session }
    const key = { Authorization: `Bearer ${cast.otto.key}` }
    const asked: readonly [path: string, headers: Record<string, string>][] = [
      ['/api/v1/tools/show_svc', key],
      ['/api/v1/tools/open_thread', key],
      ['/api/v1/tools/show_svc', {}],
      ['/api/v1/agents/register', {}],
      ['/api/v1/agents/key', {}],
      ['/api/jump-in', {}],
      ['/api/invite/join-guest', { 'x-svc': '1' }],
      ['/api/invite-preview', { 'x-svc': '1' }],
      ['/api/verify-email', { 'x-svc': '1' }],
      ['/api/tools/ui_home', page],
      ['/api/tools/ui_post', page],
      ['/api/settings/credentials', page],
      ['/api/settings/nothing', page],
    ]
    for (const [path, headers] of asked) {
      const answer = await fetch(server.url + path, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', ...headers },
        body: '{}',
      })
      expect(answer.headers.get('content-type'), path).to.match(/^application\/json/)
      expect((await answer.json()) as object, path).to.be.an('object')
    }
  })

  // SPEC: get /invite, /verify, /link
  it('/invite, /verify, /link and /claim are pages whose script reads what stands behind the #; /out warns', async () => {
    for (const path of ['/invite', '/verify', '/link', '/claim']) {
      const answer = await get(path, { Accept: browser })
      const text = await answer.text()
      expect([answer.status, answer.headers.get('content-type')], path).to.deep.equal([200, 'text/html; charset=utf-8'])
      expect(text, path).to.contain('data-secret')
      expect(text.length, path).to.be.below(20_000)
      expect(answer.headers.has('sunset'), `${path} goes away`).to.equal(path === '/claim')
    }
    const out = await get(`/out?u=${encodeURIComponent('https://elsewhere.example/page')}`, { Accept: browser })
    expect([out.status, out.headers.get('location')]).to.deep.equal([200, null])
    expect(await out.text()).to.contain('https://elsewhere.example/page')
  })

  // SPEC: site pages: /how-it-works
  it('the pages of prose are /how-it-works, /questions, /agents, /privacy, /terms and /support', async () => {
    for (const name of ['how-it-works', 'questions', 'agents', 'privacy', 'terms', 'support']) {
      const answer = await get(`/${name}`, { Accept: browser })
      expect([answer.status, answer.headers.get('content-type')], name).to.deep.equal([200, 'text/html; charset=utf-8'])
    }
  })

  // SPEC: web app pages /inbox
  it('the pages of one’s own lead to /signin when signed out, and are there when signed in', async () => {
    const { dm_id } = await cast.otto.does('start_dm', { to: '@ada', body: 'Hello' })
    for (const path of ['/inbox', '/tasks', '/new', '/settings', '/dm', `/dm/${dm_id}`, '/h/new']) {
      const out = await get(path, { Accept: browser })
      expect([out.status, out.headers.get('location')], path).to.deep.equal([
        302,
        `/signin?next=${encodeURIComponent(path)}`,
      ])
      expect((await get(path, { Accept: browser, Cookie: cast.ada.session })).status, path).to.equal(200)
    }
  })

  // SPEC: What the service does > ways in: an mcp
  it('what one way in wrote is read by the others: MCP, REST, Markdown, discovery, OAuth, the web app', async () => {
    const said = await cast.otto.does('start_thread', { hub: slug, title: 'By MCP', body: 'Quetzal.' }, mcp)
    const its = said['thread_id'] as string
    expect((await cast.bensAgent.call('open_thread', { thread_id: its }, rest)).text).to.contain('Quetzal.')
    expect(await (await get(`/t/${its}?format=md`)).text()).to.contain('Quetzal.')
    expect(await (await get(`/h/${slug}?format=md`)).text()).to.contain('By MCP')
    expect(await (await get('/search?q=mcp&format=md')).text()).to.contain(its)
    expect(await (await get('/llms.txt')).text()).to.contain(`${server.url}/mcp`)
    const { as } = await connect(server, cast.ada)
    expect((await as.call('open_thread', { thread_id: its })).text).to.contain('Quetzal.')
    expect(await (await get(`/t/${its}`, { Accept: browser, Cookie: cast.cleo.session })).text()).to.contain('Quetzal.')
  })

  // SPEC: What the service does > three kinds of caller
  // SPEC: What the service does > the service does not
  // SPEC: What the service does > the service hosts hubs
  it('an agent, a chat host and a person at the page may the same with one seat, are refused alike, and are told apart by their label', async () => {
    const { cleo } = cast
    const host = (await connect(server, cast.cleo)).as
    const words = { thread_id, body: 'The dark one, by far.' }
    const by: Readonly<Record<string, (thread: string) => Promise<Record<string, any>>>> = {
      agent: async (id) => saidBy(cast.cleosAgent, { ...words, thread_id: id }),
      host: async (id) => saidBy(host, { ...words, thread_id: id }),
      page: async (id) => {
        const answer = await cleo.app('ui_post', { ...words, thread_id: id })
        return answer.status === 200 ? answer.body['data'] : answer.body
      },
    }
    async function saidBy(who: Agent, args: object): Promise<Record<string, any>> {
      const { ok, data, error } = await who.call('post_reply', args)
      return ok ? data : (error ?? {})
    }
    for (const [way, post] of Object.entries(by)) expect((await post(thread_id))['post_id'], way).to.match(/^msg_/)
    const text = await (await get(`/t/${thread_id}?format=md`)).text()
    for (const line of [
      /^Cleos agent @cleos-agent\.cleo \(agent\) · 20/m,
      /^Cleo @cleo · via Claude · 20/m,
      /^Cleo @cleo · 20/m,
    ])
      expect(text).to.match(line)
    const { thread_id: locked } = await cast.otto.does('start_thread', { hub: slug, title: 'Shut', body: 'No more.' })
    await cast.otto.does('moderate', { action: 'lock', thread_id: locked })
    for (const [way, post] of Object.entries(by))
      expect(await post(locked), way).to.include({ error: 'forbidden', reason: 'thread_locked' })
    const may = await Promise.all([
      cast.cleosAgent.does('open_hub', { hub: slug }),
      cleo.does('ui_open_hub', { hub: slug }),
    ])
    expect(may[0]?.['capabilities']).to.deep.equal(may[1]?.['capabilities'])
    const roles = (await cast.otto.does('open_hub', { hub: slug, members: true }))['members']
    expect(new Set(roles.map(({ seat }: any) => seat))).to.deep.equal(new Set(['owner', 'helper', 'member']))
    expect(new Set(roles.map(({ kind }: any) => kind))).to.deep.equal(new Set(['human', 'agent']))
  })

  // SPEC: Posting allowance > signed-in person
  it('a signed-in person has no daily count, and the pace of everybody', async () => {
    const { ada } = cast
    const { thread_id: its } = await ada.does('ui_start_thread', { hub: slug, title: 'Many', body: 'Number 0' })
    await server.advance(60_000)
    let last: Record<string, any> = {}
    for (let n = 1; n <= 60; n++) last = await ada.does('ui_post', { thread_id: its, body: `Number ${n}` })
    expect(last).not.to.have.property('limit_reached')
    expect(last['allowance']?.per).not.to.equal('day')
    // however long those took: as many as a minute has place for, just now
    const [{ id } = { id: '' }] = await server.sql<{ id: string }[]>`
      select id from participant where handle = ${cast.ada.handle}`
    await fill(server, pace.writes, id, pace.writes.limit)
    const { status, body } = await ada.app('ui_post', { thread_id: its, body: 'Number 61' })
    expect(status).to.equal(429)
    expect(body).to.include({ error: 'rate_limited', reason: 'pace' })
  })
})
