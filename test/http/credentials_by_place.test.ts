import { expect } from 'chai'
import { days, hours, seconds } from '../../src/rules/units.ts'
import { type Assistant, connect } from '../support/assistant.ts'
import { register, signIn } from '../support/cast.ts'
import { linkIn, letterTo } from '../support/kept_mail.ts'
import { withCast } from '../support/here.ts'

/** The table of credentials, kind by kind: how each begins, how long it works, and where it is taken. */
describe('each credential', () => {
  const { server, cast } = withCast()
  let assistant: Assistant
  let hub: string
  let thread: string

  before(async () => {
    hub = (await cast.otto.does('create_hub', { title: 'Ours' }))['slug']
    thread = (await cast.otto.does('start_thread', { hub, title: 'Ours', body: 'Only ours.' }))['thread_id']
    assistant = await connect(server, cast.ada)
  })

  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  /** The four places where agents come in, each asked for what is private to the thread's members. */
  const places: Readonly<Record<string, () => [path: string, init: RequestInit]>> = {
    '/mcp': () => ['/mcp', { method: 'POST', body: list }],
    '/api/v1/tools': () => [
      '/api/v1/tools/open_thread',
      { method: 'POST', body: JSON.stringify({ thread_id: thread }) },
    ],
    'Markdown views': () => [`/t/${thread}?format=md`, {}],
    '/api/export': () => [`/api/export/${thread}`, {}],
  }
  const at = async (place: string, key?: string): Promise<Response> => {
    const [path, init] = places[place]!()
    const headers = {
      'Content-Type': 'application/json',
      Accept: 'application/json, text/event-stream, text/markdown',
      ...(key !== undefined && { Authorization: `Bearer ${key}` }),
    }
    return fetch(server.url + path, { ...init, headers })
  }
  const statuses = async (key?: string): Promise<Record<string, number>> =>
    Object.fromEntries(
      await Promise.all(Object.keys(places).map(async (place) => [place, (await at(place, key)).status] as const)),
    )
  const everywhere = (status: number) => Object.fromEntries(Object.keys(places).map((place) => [place, status]))

  // SPEC: Credentials > agent key dpa
  // SPEC: every agent call carries
  it('agent key: dpa_, works everywhere for 90 days, and no longer', async () => {
    const { body } = await cast.ada.settings('new-agent-key', { agent_id: cast.otto.id })
    const key = body['agent_key'] as string
    expect(key).to.match(/^dpa_[\w-]{43}$/)
    expect(Date.parse(body['key_expires_at']) - server.parts.clock.now()).to.be.closeTo(days(90), 10_000)
    expect(await statuses(key)).to.deep.equal(everywhere(200))
    expect(await statuses()).to.deep.equal({ ...everywhere(401), 'Markdown views': 404 })
    const renewed = await cast.otto.does('rotate_key')
    expect(await statuses(renewed['agent_key'])).to.deep.equal(everywhere(200))
    await server.sql`update credential set expires_at = ${new Date(server.parts.clock.now())}
      where hash = sha256(${key}::bytea)`
    await server.parts.credentials.changed({ participants: [cast.otto.id] })
    expect(await statuses(key)).to.deep.equal(everywhere(401))
  })

  // SPEC: Credentials > sub-agent key dpa
  it('sub-agent key: dpa_, a day unless 1 to 168 hours are asked for, never past its parent’s, for what it was made with', async () => {
    const otto = { ...cast.otto, key: (await cast.otto.does('rotate_key'))['agent_key'] as string }
    const mint = async (more: object = {}) => {
      const said = await fetch(`${server.url}/api/v1/tools/mint_subagent`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${otto.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ name: 'Helper', threads: [thread], ...more }),
      })
      return { status: said.status, data: ((await said.json()) as any).data }
    }
    const lasts = (made: { data: any }) => Date.parse(made.data.key_expires_at) - server.parts.clock.now()
    const usual = await mint()
    expect(usual.data.agent_key).to.match(/^dpa_[\w-]{43}$/)
    expect(lasts(usual)).to.be.closeTo(hours(24), 10_000)
    for (const most of [1, 168]) expect(lasts(await mint({ hours: most }))).to.be.closeTo(hours(most), 10_000)
    for (const wrong of [0, 169]) expect((await mint({ hours: wrong })).status).to.equal(400)
    await server.sql`update credential set expires_at = ${new Date(server.parts.clock.now() + hours(2))}
      where hash = sha256(${otto.key}::bytea)`
    await server.parts.credentials.changed({ participants: [cast.otto.id] })
    expect(lasts(await mint({ hours: 168 }))).to.be.at.most(hours(2))
    const key = usual.data.agent_key as string
    expect(await statuses(key)).to.deep.equal(everywhere(200))
    const elsewhere = await cast.otto.does('start_thread', { hub, title: 'Apart', body: 'Not for it.' })
    const page = await fetch(`${server.url}/t/${elsewhere['thread_id']}?format=md`, {
      headers: { Authorization: `Bearer ${key}` },
    })
    expect(page.status).to.equal(404)
    const task = await fetch(`${server.url}/api/v1/tools/create_task`, {
      method: 'POST',
      headers: { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' },
      body: JSON.stringify({ thread_id: thread, title: 'No right to this' }),
    })
    expect([task.status, ((await task.json()) as any).reason]).to.deep.equal([403, 'subagent'])
  })

  // SPEC: Credentials > oauth access token dpo
  // SPEC: every agent call carries
  it('OAuth access token: dpo_, works everywhere', async () => {
    expect(assistant.tokens.access_token).to.match(/^dpo_[\w-]{43}$/)
    expect(await statuses(assistant.tokens.access_token)).to.deep.equal(everywhere(200))
    expect(await statuses(assistant.tokens.refresh_token)).to.deep.equal(everywhere(401))
  })

  // SPEC: Credentials > web session dps
  it('web session: dps_ in the cookie dp_session, 30 days, for the web app and /api alone', async () => {
    const finn = await signIn(server, 'Finn')
    expect(finn.session).to.match(/^dp_session=dps_[\w-]{43}$/)
    expect((await finn.settings('credentials')).status).to.equal(200)
    const inbox = () => fetch(`${server.url}/inbox`, { headers: { Cookie: finn.session }, redirect: 'manual' })
    expect((await inbox()).status).to.equal(200)
    const post = (path: string) =>
      fetch(server.url + path, { method: 'POST', headers: { Cookie: finn.session }, body: list })
    expect([(await post('/mcp')).status, (await post('/api/v1/tools/show_svc')).status]).to.deep.equal([401, 401])
    expect(await statuses(finn.session.split('=')[1])).to.deep.equal(everywhere(401))
    await server.advance(days(30))
    expect([(await inbox()).status, (await finn.settings('credentials')).status]).to.deep.equal([302, 401])
  })

  // SPEC: Credentials > agent s link for
  // SPEC: links carry the secret
  it('an agent’s link for its human: dpc_ behind the #, 30 days', async () => {
    const lone = await register(server, 'Lone')
    const { link_url } = await lone.does('link', { action: 'new' })
    const { pathname, hash, search } = new URL(link_url as string)
    expect([pathname, search]).to.deep.equal(['/link', ''])
    expect(hash).to.match(/^#dpc_[\w-]{43}$/)
    for (const path of ['/link', '/claim']) expect((await fetch(server.url + path)).status, path).to.equal(200)
    expect(await statuses(hash.slice(1))).to.deep.equal(everywhere(401))
    const preview = async () =>
      (await (await signIn(server, 'Gwen')).settings('preview-link', { token: hash.slice(1) })).status
    await server.advance(days(30) - 60_000)
    expect(await preview()).to.equal(200)
    await server.advance(60_000)
    expect(await preview()).to.equal(404)
  })

  // SPEC: Credentials > email verification dpv
  // SPEC: links carry the secret
  it('email verification: dpv_ behind the #, 24 hours, for /api/verify-email', async () => {
    const opened: number[] = []
    for (const [name, later] of [
      ['early', hours(24) - 60_000],
      ['late', hours(24)],
    ] as const) {
      const agent = await register(server, name)
      const asked = await fetch(`${server.url}/signin/email`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${agent.key}`, 'Content-Type': 'application/json' },
        body: JSON.stringify({ email: `${name}@mail.example` }),
      })
      expect(asked.status).to.equal(200)
      const { pathname, search, hash } = new URL(linkIn(await letterTo(server.url, `${name}@mail.example`)))
      expect([pathname, search]).to.deep.equal(['/verify', ''])
      expect(hash).to.match(/^#dpv_[\w-]{43}$/)
      expect(await statuses(hash.slice(1))).to.deep.equal(everywhere(401))
      await server.advance(later)
      const answer = await fetch(`${server.url}/api/verify-email`, {
        method: 'POST',
        headers: { 'Content-Type': 'application/json', 'x-svc': '1' },
        body: JSON.stringify({ token: hash.slice(1) }),
      })
      opened.push(answer.status)
    }
    expect(opened).to.deep.equal([200, 404])
  })

  // SPEC: Credentials > invite dpi 14 days
  // SPEC: links carry the secret
  it('invite: dpi_ behind the #, 14 days, for /invite and registering', async () => {
    const { invite_url } = await cast.bensAgent.does('invite', { hub: cast.hub.slug, uses: 3 })
    const { pathname, search, hash } = new URL(invite_url as string)
    expect([pathname, search]).to.deep.equal(['/invite', ''])
    expect(hash).to.match(/^#dpi_[\w-]{43}$/)
    expect(await statuses(hash.slice(1))).to.deep.equal(everywhere(401))
    const registers = async () =>
      (
        await fetch(`${server.url}/api/v1/agents/register`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/json' },
          body: JSON.stringify({ name: 'Invited', invite: hash.slice(1) }),
        })
      ).status
    await server.advance(days(14) - 60_000)
    expect(await registers()).to.equal(200)
    await server.advance(60_000)
    expect(await registers()).to.equal(404)
  })

  // SPEC: secrets are 32 random
  it('is 32 bytes in base64url behind its prefix, different each time, shown once and kept as its SHA-256 alone', async () => {
    const lone = await register(server, 'Secretive')
    const eve = await signIn(server, 'Eve')
    const [one, other] = [await lone.does('link', { action: 'new' }), await lone.does('link', { action: 'new' })]
    const { hub_id } = await lone.does('create_hub', { title: 'Secret' })
    const { invite_url } = await lone.does('invite', { hub: hub_id })
    const { tokens } = await connect(server, eve)
    const secrets = [
      lone.key,
      eve.session.split('=')[1] as string,
      ...[one['link_url'], other['link_url'], invite_url].map((url: string) => url.split('#')[1] as string),
      tokens.access_token,
      tokens.refresh_token,
    ]
    expect(new Set(secrets).size).to.equal(secrets.length)
    const bare = secrets.map((secret) => secret.replace(/^dp[a-z]+_/, ''))
    for (const random of bare) expect(Buffer.from(random, 'base64url')).to.have.length(32)
    const tables = await server.sql<{ name: string }[]>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`
    const anywhere = bare.map((random) => `%${random}%`)
    for (const { name } of tables) {
      const found = await server.sql`
        select from ${server.sql(name)} as kept where to_jsonb(kept)::text like any(${anywhere})`
      expect(found, name).to.have.length(0)
    }
    const hashes = await server.sql`
      select from credential where hash = any(select sha256(secret::bytea) from unnest(${secrets}::text[]) as secret)`
    expect(hashes.length).to.be.at.least(secrets.length - 1)
  })

  // SPEC: a web session token, an
  it('is refused with 401 where it is a session, was issued for another resource, or its account is suspended', async () => {
    const [mia, hal] = [await signIn(server, 'Mia'), await signIn(server, 'Hal')]
    const foreign = (await connect(server, mia)).tokens.access_token
    await server.sql`update credential set resource = 'https://elsewhere.example/mcp'
      where hash = sha256(${foreign}::bytea)`
    const hals = await hal.agent('Hals')
    await server.sql`update participant set suspended_at = ${new Date(server.parts.clock.now())} where handle = ${hal.handle}`
    const refused = { [mia.session.split('=')[1] as string]: 'wrong_resource', [foreign]: 'wrong_resource' }
    for (const [key, reason] of [...Object.entries(refused), [hals.key, 'suspended'] as const]) {
      expect(await statuses(key), reason).to.deep.equal(everywhere(401))
      const answer = await at('/api/v1/tools', key)
      const body = (await answer.json()) as Record<string, string>
      expect(body).to.include({ error: 'unauthenticated', reason })
      if (reason === 'wrong_resource') expect(body['message']).to.contain('issued for a different resource')
      const challenge = (await at('/mcp', key)).headers.get('WWW-Authenticate')
      expect(challenge).to.contain('error="invalid_token"')
    }
  })

  // SPEC: the host label behind
  it('of OAuth carries a host label that each call works out anew, of a client that is looked up anew within five seconds', async () => {
    const { tokens, client_id } = await connect(server, await signIn(server, 'Nora'))
    const says = async (body: string): Promise<string> => {
      const call = (tool: string, args: object) =>
        fetch(`${server.url}/api/v1/tools/${tool}`, {
          method: 'POST',
          headers: { Authorization: `Bearer ${tokens.access_token}`, 'Content-Type': 'application/json' },
          body: JSON.stringify(args),
        }).then(async (answer) => (await answer.json()) as any)
      await call('join_hub', { hub: cast.hub.slug })
      const { data } = await call('start_thread', { hub: cast.hub.slug, title: 'Whose', body })
      const text = await (await fetch(`${server.url}/t/${data.thread_id}?format=md`)).text()
      return /via [^·]+/.exec(text)?.[0].trim() ?? ''
    }
    expect(await says('By a verified host.')).to.equal('via Claude')
    await server.sql`update oauth_client set redirect_uris = ${['https://elsewhere.example/back']} where id = ${client_id}`
    await server.advance(seconds(5))
    expect(await says('By one that is none any more.')).to.equal('via an unverified app')
    // nothing was looked up again in between: the label is no part of what is remembered
    const named = server.parts.config.verifiedClients as string[]
    named.push(client_id)
    try {
      expect(await says('By one that the operator named a moment ago.')).to.equal('via elsewhere.example')
    } finally {
      named.pop()
    }
    expect(await says('By one that the operator named no more.')).to.equal('via an unverified app')
  })
})
