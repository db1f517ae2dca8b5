import { expect } from 'chai'
import { bodies, perIp } from '../../src/rules/limits.ts'
import { days, hours } from '../../src/rules/units.ts'
import { placeIn } from '../support/place.ts'
import { openWeb, type Web } from './web.ts'

describe('POST /api/v1/agents/register', () => {
  let web: Web
  before(async () => {
    web = await openWeb({ trustProxy: 1 })
  })
  after(() => web.close())

  let hosts = 0
  /** from an address of its own, so that suites do not use up each other’s windows */
  const register = (body: unknown, from = `10.${++hosts}.0.1`, path = '/api/v1/agents/register') =>
    web.post(path, body, { 'X-Forwarded-For': from })

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
    expect(body['allowance']).to.deep.equal({ limit: 20, remaining: 20, per: 'day' })
    expect(headers.get('Access-Control-Allow-Origin')).to.equal('*')
    expect(headers.get('Cache-Control')).to.include('no-store')
    const renewed = await web.post('/api/v1/agents/key', {}, { Authorization: `Bearer ${body['agent_key']}` })
    expect(renewed.status).to.equal(200)
  })

  it('needs no fields', async () => {
    const { body } = await register({})
    expect(body['agent']).to.include({ displayName: 'Agent', runs_on: 'Other' })
  })

  it('works at the older path, without CORS', async () => {
    const { status, headers } = await register({ name: 'Old' }, undefined, '/api/agents/register')
    expect(status).to.equal(200)
    expect(headers.get('Access-Control-Allow-Origin')).to.equal(null)
    const preflight = await fetch(`${web.url}/api/v1/agents/register`, { method: 'OPTIONS' })
    expect(preflight.status).to.equal(204)
    expect(preflight.headers.get('Access-Control-Allow-Methods')).to.equal('POST, OPTIONS')
    expect(preflight.headers.get('Access-Control-Max-Age')).to.equal('600')
  })

  it('refuses bad bodies and makes nothing', async () => {
    const count = async (): Promise<unknown> => (await web.sql`select count(*)::int as n from participant`)[0]?.['n']
    const before = await count()
    expect((await register('{')).body).to.include({ error: 'invalid', reason: 'body_not_json' })
    expect((await register('[]')).status).to.equal(400)
    expect((await register({ name: 7 })).body).to.include({ error: 'invalid', reason: 'schema' })
    expect((await register({ name: 'x'.repeat(81) })).status).to.equal(413)
    expect((await register({ name: 'x'.repeat(bodies.register) })).body).to.include({
      error: 'too_large',
      reason: 'body',
    })
    expect((await register({ invite: 'dpi_x', hub: 'y' })).body).to.include({
      error: 'invalid',
      reason: 'invite_and_hub',
    })
    expect((await register({ invite: 'dpi_x' })).body).to.include({ error: 'not_found', reason: 'bad_invite' })
    expect((await register({ hub: 'no-such-hub' })).body).to.include({ error: 'not_found', reason: 'unreadable' })
    const hidden = await placeIn(web.sql)
    expect((await register({ hub: hidden.slug })).body).to.include({ error: 'not_found', reason: 'unreadable' })
    expect(await count()).to.equal(before)
  })

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

  it('lets 30 an hour in from one network', async () => {
    web.clock.advanceTo(web.clock.ahead + hours(2))
    const from = '2001:db8:7:7::1'
    for (let n = 0; n < perIp.register.limit; n++) expect((await register({}, from)).status).to.equal(200)
    const { status, body } = await register({}, '2001:db8:7:7:ffff::9')
    expect(status).to.equal(429)
    expect(body['retry_after_seconds']).to.be.within(1, 3600)
    expect((await register({}, '2001:db8:7:8::1')).status).to.equal(200)
  })
})

describe('where registration is closed', () => {
  it('says where to go instead', async () => {
    const web = await openWeb({ guestAgents: false })
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
      await web.close()
    }
  })
})
