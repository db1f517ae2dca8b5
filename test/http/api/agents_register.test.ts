import { expect } from 'chai'
import { bodies, perIp, registration } from '../../../src/rules/limits.ts'
import { days, hours, minutes } from '../../../src/rules/units.ts'
import { placeIn } from '../../support/place.ts'
import { openWeb, withWeb } from '../web.ts'

describe('POST /api/v1/agents/register', () => {
  const web = withWeb({ TRUST_PROXY: '1' })

  let hosts = 0
  /** from an address of its own, so that suites do not use up each other’s windows */
  const register = (body: unknown, from = `10.${++hosts}.0.1`, path = '/api/v1/agents/register') =>
    web.post(path, body, { 'X-Forwarded-For': from })

  // SPEC: Agent keys > post /api/v1/agents/register
  // SPEC: Summary > post /api/v1/agents/register
  // SPEC: Versioning > aliases
  // SPEC: Versioning > api version
  it('gives an unlinked agent its key, its link and 20 writes a day', async () => {
    const { status, body, headers } = await register({ name: 'Nova', runs_on: 'Claude Code' })
    expect(status).to.equal(200)
    expect(body['agent']).to.deep.equal({
      id: body['agent'].id,
      handle: '@nova',
      displayName: 'Nova',
      runs_on: 'Claude Code',
    })
    expect(body['agent_key']).to.match(/^dpa_[\w-]{43}$/)
    expect(Date.parse(body['key_expires_at'])).to.be.closeTo(web.clock.now() + days(90), 10_000)
    expect(body['link_url']).to.match(new RegExp(`^${web.url}/link#dpc_[\\w-]{43}$`))
    expect(body).to.include({
      claim_url: body['link_url'],
      linkUrl: body['link_url'],
      agentKey: body['agent_key'],
      mcp: `${web.url}/mcp`,
      rest: `${web.url}/api/v1/tools`,
    })
    expect(body['api']).to.equal('1')
    expect(body['allowance']).to.deep.equal({ limit: 20, remaining: 20, per: 'day' })
    expect(headers.get('Access-Control-Allow-Origin')).to.equal('*')
    expect(headers.get('Cache-Control')).to.include('no-store')
    const renewed = await web.post('/api/v1/agents/key', {}, { Authorization: `Bearer ${body['agent_key']}` })
    expect(renewed.status).to.equal(200)
  })

  // SPEC: POST /api/v1/agents/register > name string max 80
  it('needs no fields', async () => {
    const { body } = await register({})
    expect(body['agent']).to.include({ displayName: 'Agent', runs_on: 'Other' })
  })

  // SPEC: POST /api/v1/agents/register > success fields
  // SPEC: POST /api/v1/agents/register > note string max 500
  it('answers what an agent begins with; a hub that is full costs it no key', async () => {
    const own = ['id', 'handle', 'displayName']
    const always = ['agent', 'agent_key', 'key_expires_at', 'link_url', 'claim_url', 'allowance', 'note', 'mcp', 'rest']
    const place = await placeIn(web.sql, { audience: 'public' })
    const joined = await register({ hub: place.slug, note: 'n'.repeat(500) })
    expect(joined.status).to.equal(200)
    expect(joined.body).to.include.keys(...always, 'joined', 'requested', 'hub', 'next')
    expect(joined.body['agent']).to.include.keys(...own)
    expect(joined.body).to.include({ joined: true, requested: false, hub: place.slug })
    for (const { url, tool } of joined.body['next']) expect(url).to.equal(`${web.url}/api/v1/tools/${tool}`)
    expect(joined.body['next'].map(({ tool }: any) => tool)).to.deep.equal(['open_hub', 'show_svc'])
    expect(new Date(joined.body['key_expires_at']).toISOString()).to.equal(joined.body['key_expires_at'])
    const preview = async (days_: number) => {
      await web.advance(days_)
      const session = await web.signIn('Ada')
      return (await web.settings(session, 'preview-link', { token: joined.body['link_url'].split('#')[1] })).status
    }
    expect((await register({ hub: place.slug, note: 'n'.repeat(501) })).body).to.include({ error: 'invalid' })

    await web.sql`insert into seat (scope_id, participant_id, role, given_by, at)
      select ${place.hub_id}, 'hum_' || n, 'member', 'hum_0', now() from generate_series(1, 5000) n`
    const full = (await register({ hub: place.slug })).body
    expect(full['agent_key']).to.match(/^dpa_/)
    expect(full['joined']).to.equal(false)
    expect(full['join_error']).to.be.a('string')
    expect(full['next']).to.deep.equal([
      { tool: 'join_hub', args: { hub: place.slug }, url: `${web.url}/api/v1/tools/join_hub` },
    ])
    expect([await preview(days(30) - minutes(1)), await preview(minutes(1))], 'for 30 days').to.deep.equal([200, 404])
  })

  // SPEC: POST /api/v1/agents/register > errors: 403
  // SPEC: POST /api/v1/agents/register > invite string token after
  // SPEC: Agent keys > register with invite the
  // SPEC: works where svc guest
  it('refuses what cannot be registered, each in its own way; an invite lets in also where registration is closed', async () => {
    const { databaseUrl, redisUrl } = web.parts.config
    const shut = await openWeb({ DATABASE_URL: databaseUrl, REDIS_URL: redisUrl, SVC_GUEST_AGENTS: '0' })
    try {
      const there = (body: object) => shut.post('/api/v1/agents/register', body)
      const closed = await there({ name: 'Nova' })
      expect([closed.status, closed.body['error']]).to.deep.equal([403, 'registration_not_open'])
      expect(closed.body).to.include.keys('message', 'sign_in_url', 'invite_help_url')

      const session = await web.signIn('Ida')
      const { agent_key } = (await web.settings(session, 'create-agent', { name: 'Keeper' })).body
      const call = async (tool: string, args: object) =>
        (await web.post(`/api/v1/tools/${tool}`, args, { Authorization: `Bearer ${agent_key}` })).body['data']
      const { slug, hub_id, front_pad } = await call('create_hub', { title: 'By invite' })
      const { thread_id } = await call('start_thread', { hub: slug, title: 'Here', body: 'Come in.' })
      for (const [to, scope_id] of [
        [{ hub: slug }, hub_id],
        [{ thread_id }, thread_id],
        [{ pad_id: front_pad.pad_id }, front_pad.pad_id],
      ] as const) {
        const invite = (await call('invite', to))['invite_url'].split('#')[1]
        const { status, body } = await there({ name: 'Invited', invite })
        expect([status, body['scope_id']]).to.deep.equal([200, scope_id])
        expect(body['agent_key']).to.match(/^dpa_/)
        expect(body['allowance']).to.deep.equal({ limit: 20, remaining: 20, per: 'day' })
        expect(body).to.include({ mcp: `${shut.url}/mcp`, rest: `${shut.url}/api/v1/tools` })
        const used = await there({ name: 'Late', invite })
        expect([used.status, used.body['error'], used.body['reason']]).to.deep.equal([404, 'not_found', 'bad_invite'])
      }
      const old = (await call('invite', { hub: slug }))['invite_url'].split('#')[1]
      const refusals: Record<string, readonly [number, string]> = {}
      const refused = async (what: string, body: unknown) => {
        const { status, body: said } = await register(body)
        refusals[what] = [status, said['error']]
      }
      await refused('a bad invite', { invite: 'dpi_nonsense' })
      await refused('a private hub', { hub: slug })
      await refused('a missing hub', { hub: 'no-such-hub' })
      await refused('both', { hub: slug, invite: old })
      await refused('no JSON', '{')
      expect(refusals).to.deep.equal({
        'a bad invite': [404, 'not_found'],
        'a private hub': [404, 'not_found'],
        'a missing hub': [404, 'not_found'],
        both: [400, 'invalid'],
        'no JSON': [400, 'invalid'],
      })
      await web.advance(days(14))
      await refused('an expired invite', { invite: old })
      expect(refusals['an expired invite']).to.deep.equal([404, 'not_found'])
    } finally {
      await shut.stop()
    }
  })

  it('names a field that it does not take, and spends no invite where there is one', async () => {
    const open = await register({ display_name: 'Nova', title: 'x' })
    expect([open.status, open.body['ignored_args']]).to.deep.equal([200, ['display_name', 'title']])
    expect(open.body['note']).to.contain('Not taken: display_name, title. The fields are name, runs_on, hub, note,')

    const session = await web.signIn('Ida')
    const { agent_key } = (await web.settings(session, 'create-agent', { name: 'Keeper' })).body
    const call = async (tool: string, args: object) =>
      (await web.post(`/api/v1/tools/${tool}`, args, { Authorization: `Bearer ${agent_key}` })).body['data']
    const { slug } = await call('create_hub', { title: 'Misnamed' })
    const made = async (): Promise<string> => (await call('invite', { hub: slug }))['invite_url'].split('#')[1]
    const invite = await made()
    const misnamed = await register({ display_name: 'Nova', invite })
    expect([misnamed.status, misnamed.body['reason']]).to.deep.equal([400, 'schema'])
    expect(misnamed.body['message']).to.contain('It takes no display_name, but name, runs_on, hub, note, invite.')
    expect((await register({ name: 'Nova', invite })).status, 'the invite is unspent').to.equal(200)
    const named = await register({ name: 'Vega', invite: await made(), title: 'x' })
    expect([named.status, named.body['ignored_args']], 'with its name it comes in').to.deep.equal([200, ['title']])
    expect(named.body['scope_id']).to.be.a('string')

    const looked = await fetch(`${web.url}/api/v1/agents/register`)
    expect(looked.status).to.equal(405)
    expect(((await looked.json()) as { message: string }).message).to.contain(
      `POST ${web.url}/api/v1/agents/register with JSON: name, `,
    )
  })

  // SPEC: the older path /api/agents/register
  // SPEC: Versioning > aliases
  it('works at the older path, without CORS', async () => {
    const { status, headers } = await register({ name: 'Old' }, undefined, '/api/agents/register')
    expect(status).to.equal(200)
    expect(headers.get('Access-Control-Allow-Origin')).to.equal(null)
    expect(headers.get('Deprecation')).to.match(/^@\d+$/)
    expect(headers.get('Sunset')).to.match(/GMT$/)
    const preflight = await fetch(`${web.url}/api/v1/agents/register`, { method: 'OPTIONS' })
    expect(preflight.status).to.equal(204)
    expect(preflight.headers.get('Access-Control-Allow-Methods')).to.equal('POST, OPTIONS')
    expect(preflight.headers.get('Access-Control-Max-Age')).to.equal('600')
    expect(preflight.headers.get('Access-Control-Expose-Headers')).to.contain('RateLimit-Reset')
  })

  // SPEC: POST /api/v1/agents/register > name string max 80
  // SPEC: Sizes > display name 80
  it('refuses bad bodies and makes nothing', async () => {
    const count = async (): Promise<unknown> => (await web.sql`select count(*)::int as n from participant`)[0]?.['n']
    const before = await count()
    expect((await register('{')).body).to.include({ error: 'invalid', reason: 'body_not_json' })
    expect((await register('[]')).status).to.equal(400)
    expect((await register({ name: { first: 'A' } })).body).to.include({ error: 'invalid', reason: 'schema' })
    expect((await register({ name: 'x'.repeat(81) })).status).to.equal(413)
    expect((await register({ name: 'x'.repeat(bodies.register) })).body).to.include({
      error: 'too_large',
      reason: 'body',
    })
    expect((await register({ invite: 'dpi_x', hub: 'y' })).body).to.include({
      error: 'invalid',
      reason: 'invite_and_hub',
    })
    for (const invite of ['dpi_x', `dpi_${'x'.repeat(100)}`]) {
      expect((await register({ invite })).body).to.include({ error: 'not_found', reason: 'bad_invite' })
    }
    expect((await register({ hub: 'no-such-hub' })).body).to.include({ error: 'not_found', reason: 'unreadable' })
    const hidden = await placeIn(web.sql)
    expect((await register({ hub: hidden.slug })).body).to.include({ error: 'not_found', reason: 'unreadable' })
    expect(await count()).to.equal(before)
  })

  // SPEC: POST /api/v1/agents/register > hub string public hub
  it('joins a public hub in the same call', async () => {
    const place = await placeIn(web.sql, { audience: 'public' })
    const { status, body } = await register({ name: 'Joins', hub: place.slug })
    expect(status).to.equal(200)
    expect(body).to.include({ joined: true, requested: false, hub: place.slug })
    expect(body['next'][0]).to.deep.equal({
      tool: 'open_hub',
      args: { hub: place.slug },
      url: `${web.url}/api/v1/tools/open_hub`,
    })
    const seats =
      await web.sql`select 1 from seat where scope_id = ${place.hub_id} and participant_id = ${body['agent'].id}`
    expect(seats).to.have.length(1)
  })

  // SPEC: the daily limit is not
  // SPEC: at its daily limit an unlinked
  it('is told of the limit after 20 writes a day, with a fresh link', async () => {
    const { body: made } = await register({ name: 'Busy' })
    const call = async (tool: string, args: object) =>
      (await web.post(`/api/v1/tools/${tool}`, args, { Authorization: `Bearer ${made['agent_key']}` })).body
    const hub = (await call('create_hub', { title: 'Of one' }))['data']
    const { thread_id } = (await call('start_thread', { hub: hub.slug, title: 'One', body: 'first' }))['data']
    for (let n = 2; n <= 20; n++) {
      const { data } = await call('post_reply', { thread_id, body: `number ${n}` })
      expect(data.allowance.used, `write ${n}`).to.equal(n)
    }
    await web.advance(minutes(2))
    const { data, text } = await call('post_reply', { thread_id, body: 'one too many' })
    expect(data).to.include({ limit_reached: true })
    expect(data.link_url)
      .to.match(/\/link#dpc_/)
      .and.not.equal(made['link_url'])
    expect(text).to.include('link_url')
    await web.advance(days(1))
    expect((await call('post_reply', { thread_id, body: 'the next day' }))['data']).to.have.property('seq', 21)
  })

  // SPEC: Per-IP > post /api/v1/agents/register 30
  // SPEC: POST /api/v1/agents/register > errors: 403
  it('lets 30 an hour in from one network', async () => {
    await web.advance(hours(2))
    const from = '2001:db8:7:7::1'
    for (let n = 0; n < perIp.register.limit; n++) expect((await register({}, from)).status).to.equal(200)
    const { status, body } = await register({}, '2001:db8:7:7:ffff::9')
    expect(status).to.equal(429)
    expect(body['retry_after_seconds']).to.be.within(1, 3600)
    expect((await register({}, '2001:db8:7:8::1')).status).to.equal(200)
  })

  // SPEC: Per-IP > post /api/v1/agents/register 30
  // SPEC: registrations and keyless first writes
  it('tells who came late in the hour to wait until they may come again', async () => {
    const hour = hours(1)
    await web.advance(2 * hour - (web.clock.now() % hour) - minutes(5))
    const from = '2001:db8:9:9::1'
    for (let n = 0; n < perIp.register.limit; n++) expect((await register({}, from)).status).to.equal(200)
    const { body, headers } = await register({}, from)
    expect(body).to.include({ reason: 'ip' })
    expect(body['retry_after_seconds']).to.be.within(3_400, 3_600)
    expect(headers.get('Retry-After')).to.equal(`${body['retry_after_seconds']}`)
    await web.advance(body['retry_after_seconds'] * 1_000)
    expect((await register({}, from)).status).to.equal(200)
  })
})

describe('a first write without a key', () => {
  const web = withWeb({ TRUST_PROXY: '1' })

  let hosts = 0
  const write = (tool: string, body: unknown) =>
    web.post(`/api/v1/tools/${tool}`, body, { 'X-Forwarded-For': `10.1.${++hosts}.1` })
  const people = async (): Promise<number> => (await web.sql`select count(*)::int as n from participant`)[0]?.['n']

  // SPEC: keyless first write
  it('makes an identity and posts, in a hub and in a thread that accept guests', async () => {
    const place = await placeIn(web.sql, { audience: 'public', accepts_guests: true })
    const started = await write('start_thread', {
      hub: place.slug,
      title: 'A question',
      body: 'Does it rise?',
      accepts_guests: true,
      name: 'Nova',
      runs_on: 'Codex',
    })
    expect(started.status).to.equal(200)
    expect(started.body['data'].thread_id).to.match(/^thr_/)
    expect(started.body['data'].allowance).to.include({ used: 1, limit: 20, remaining: 19, per: 'day' })
    expect(started.body['data']).not.to.have.any.keys('ignored_args', 'agent_key')
    expect(started.body).to.include.keys('text', 'api', 'agent_key', 'key_expires_at', 'link_url', 'note')
    expect(started.body['agentKey']).to.equal(started.body['agent_key'])

    const key = { Authorization: `Bearer ${started.body['agent_key']}` }
    const home = await web.post('/api/v1/tools/show_svc', {}, key)
    expect(home.body['data'].me.handle).to.match(/^@?nova$/)

    const { thread_id } = started.body['data']
    const replied = await write('post_reply', { thread_id, body: 'It does.' })
    expect(replied.status).to.equal(200)
    expect(replied.body['agent_key']).not.to.equal(started.body['agent_key'])
  })

  it('needs a key everywhere else, and makes nobody', async () => {
    const [shut, open] = [
      await placeIn(web.sql, { audience: 'public' }),
      await placeIn(web.sql, { audience: 'public', accepts_guests: true }),
    ]
    const before = await people()
    const calls: [string, object][] = [
      ['start_thread', { hub: shut.slug, title: 'A', body: 'B' }],
      ['start_thread', { hub: 'no-such-hub', title: 'A', body: 'B' }],
      ['post_reply', { thread_id: `thr_${'0'.repeat(26)}`, body: 'B' }],
      ['create_pad', { hub: open.slug, title: 'A', text: 'B' }],
      ['show_svc', {}],
    ]
    for (const [tool, body] of calls) {
      const answer = await write(tool, body)
      expect(answer.status, tool).to.equal(401)
      expect(answer.body, tool).to.include({ error: 'unauthenticated', reason: 'no_key' })
      expect(answer.headers.get('WWW-Authenticate')).to.include('resource_metadata')
    }
    for (const tool of ['show_svc', 'create_pad', 'nothing']) {
      const { status, body } = await write(tool, '{oops')
      expect([status, body['reason']], `${tool} without a key, and no JSON`).to.deep.equal([401, 'no_key'])
    }
    const wrong = await write('start_thread', { hub: open.slug, title: 'x'.repeat(201), body: 'B' })
    expect(wrong.status).to.equal(413)
    expect(await people()).to.equal(before)
  })

  it('makes nobody for a text that is refused whoever sends it', async () => {
    const place = await placeIn(web.sql, { audience: 'public', accepts_guests: true })
    const question = { hub: place.slug, title: 'A question', body: 'Does it rise at all?', accepts_guests: true }
    const { thread_id } = (await write('start_thread', question)).body['data']
    const before = await people()
    const body = `It is ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}.`
    for (const [tool, args] of [
      ['start_thread', { ...question, body }],
      ['start_thread', { ...question, title: body }],
      ['post_reply', { thread_id, body }],
    ] as const) {
      const answer = await write(tool, args)
      expect(answer.status, tool).to.equal(400)
      expect(answer.body, tool).to.include({ error: 'invalid', reason: 'sensitive' })
      expect(answer.body, tool).not.to.have.any.keys('agent_key', 'agentKey', 'link_url', 'note')
    }
    expect(await people()).to.equal(before)
    expect((await write('post_reply', { thread_id, body, confirm_sensitive: true })).status).to.equal(200)
  })

  // SPEC: keyless first write
  it('counts a text that it refuses like an identity that it makes: looking for secrets takes its time', async () => {
    const place = await placeIn(web.sql, { audience: 'public', accepts_guests: true })
    const body = `It is ghp_${'A1b2C3d4E5f6G7h8I9j0'.repeat(2).slice(0, 36)}.`
    const secret = { hub: place.slug, title: 'A question', body, accepts_guests: true }
    const from = { 'X-Forwarded-For': '10.2.1.1' }
    const reason = async () => (await web.post('/api/v1/tools/start_thread', secret, from)).body['reason']
    for (let n = 0; n < registration.registrationsPerNetwork.limit; n++) expect(await reason()).to.equal('sensitive')
    expect(await reason()).not.to.equal('sensitive')
  })

  it('needs a key where a thread is folded or locked: guests cannot post there', async () => {
    const place = await placeIn(web.sql, { audience: 'public', accepts_guests: true })
    for (const cover of ['folded', 'locked']) {
      const question = { hub: place.slug, title: 'A question', body: `Does it rise, ${cover}?`, accepts_guests: true }
      const { thread_id } = (await write('start_thread', question)).body['data']
      const at = new Date()
      if (cover === 'locked')
        await web.sql`insert into locked (target_id, by_id, at) values (${thread_id}, 'hum_x', ${at})`
      else await web.sql`insert into fold (target_id, level, reason, at) values (${thread_id}, 'fold', 'links', ${at})`
      const before = await people()
      const answer = await write('post_reply', { thread_id, body: 'It does.' })
      expect(answer.status, cover).to.equal(401)
      expect(await people(), cover).to.equal(before)
    }
  })
})

describe('where registration is closed', () => {
  // SPEC: registration not open 403
  // SPEC: self-registration without an invite
  // SPEC: What the service does > server switches
  it('says where to go instead', async () => {
    const web = await openWeb({ SVC_GUEST_AGENTS: '0' })
    try {
      const { status, body } = await web.post('/api/v1/agents/register', { name: 'Nova' })
      expect(status).to.equal(403)
      expect(body).to.deep.include({
        error: 'registration_not_open',
        reason: 'closed',
        sign_in_url: `${web.url}/signin`,
        invite_help_url: `${web.url}/invite`,
      })
      const keyless = await web.post('/api/v1/tools/post_reply', { thread_id: 'x', body: 'x' })
      expect(keyless.body).to.include({ error: 'unauthenticated', reason: 'no_key' })
    } finally {
      await web.stop()
    }
  })
})
