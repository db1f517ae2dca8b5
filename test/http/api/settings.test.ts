import { expect } from 'chai'
import { bodies, registration } from '../../../src/rules/limits.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { type Answer, withWeb } from '../web.ts'

describe('POST /api/settings/:op', () => {
  const web = withWeb()
  let ada: string
  before(async () => {
    ada = await web.signIn('Ada')
  })

  const tool = (key: string, name = 'rotate_key'): Promise<Answer> =>
    web.post(`/api/v1/tools/${name}`, {}, { Authorization: `Bearer ${key}` })
  const works = async (key: string): Promise<string> => {
    const { status, body } = await tool(key, 'no_such_tool')
    return status === 401 ? (body['reason'] as string) : 'works'
  }

  // SPEC: Summary > post /api/settings/:op
  // SPEC: Web app only > post /api/settings/:op
  // SPEC: cookie-authenticated posts must
  it('is for the signed-in, from a page of ours', async () => {
    const signedOut = await web.post('/api/settings/credentials', {}, { Origin: web.url, 'x-svc': '1' })
    expect(signedOut.status).to.equal(401)
    expect(signedOut.body).to.include({ error: 'unauthenticated' })
    for (const headers of [
      { Cookie: ada },
      { Cookie: ada, 'x-svc': '1' },
      { Cookie: ada, Origin: web.url },
      { Cookie: ada, 'x-svc': '1', Origin: 'https://evil.test' },
    ]) {
      const { status, body } = await web.post('/api/settings/credentials', {}, headers)
      expect(status, JSON.stringify(headers)).to.equal(403)
      expect(body).to.include({ error: 'forbidden', reason: 'origin' })
    }
    expect((await web.settings(ada, 'credentials')).status).to.equal(200)
  })

  // SPEC: Web app only > preview-link
  // SPEC: Versioning > aliases
  it('answers to the older names of its operations, and says how long it will', async () => {
    for (const [older, name] of [
      ['preview-claim', 'preview-link'],
      ['claim-agent', 'link-agent'],
      ['claim-status', 'link-status'],
    ] as const) {
      const [asked, today] = [await web.settings(ada, older, {}), await web.settings(ada, name, {})]
      expect(asked.body, older).to.deep.equal(today.body)
      expect(asked.headers.get('deprecation'), older).to.match(/^@\d+$/)
      expect(asked.headers.get('sunset'), older).to.match(/ GMT$/)
      expect(today.headers.get('deprecation'), name).to.equal(null)
    }
  })

  // SPEC: Web app only > post /api/settings/:op
  it('never takes a Bearer key', async () => {
    const { body } = await web.settings(ada, 'create-agent', { name: 'Keyed' })
    const headers = { Authorization: `Bearer ${body['agent_key']}`, Origin: web.url, 'x-svc': '1' }
    expect((await web.post('/api/settings/credentials', {}, headers)).status).to.equal(401)
  })

  it('knows its operations, its size and its JSON', async () => {
    expect((await web.settings(ada, 'no-such-thing')).body).to.include({ error: 'not_found' })
    expect((await web.settings(ada, 'revoke', {})).body).to.include({ error: 'invalid', reason: 'schema' })
    const headers = { Cookie: ada, Origin: web.url, 'x-svc': '1' }
    expect((await web.post('/api/settings/credentials', '{', headers)).body).to.include({ reason: 'body_not_json' })
    const large = { name: 'x'.repeat(bodies.settings) }
    expect((await web.settings(ada, 'create-agent', large)).body).to.include({ error: 'too_large', reason: 'body' })
  })

  describe('create-agent', () => {
    // SPEC: Web app only > create-agent
    // SPEC: key from the human
    // SPEC: Agent keys > your agents (settings)
    it('gives a linked agent under its human, with a key for 90 days', async () => {
      const { status, body } = await web.settings(ada, 'create-agent', { name: 'Otto', runs_on: 'codex' })
      expect(status).to.equal(200)
      expect(body['agent']).to.deep.equal({
        id: body['agent'].id,
        handle: '@otto.ada',
        displayName: 'Otto',
        runs_on: 'Codex',
      })
      expect(body['agent'].id).to.match(/^agt_/)
      expect(body['agent_key']).to.match(/^dpa_[\w-]{43}$/)
      expect(body['agentKey']).to.equal(body['agent_key'])
      expect(Date.parse(body['key_expires_at'])).to.be.closeTo(web.clock.now() + days(90), 10_000)
      expect(body).to.include({ mcp: `${web.url}/mcp`, rest: `${web.url}/api/v1/tools` })
      expect(body).not.to.have.property('link_url')
      expect(await works(body['agent_key'])).to.equal('works')
    })

    it('numbers handles, takes a picked one, and leaves the human out where asked', async () => {
      const again = await web.settings(ada, 'create-agent', { name: 'Otto' })
      expect(again.body['agent'].handle).to.equal('@otto-2.ada')
      const picked = await web.settings(ada, 'create-agent', { name: 'Otto', handle: 'otto-x', under: false })
      expect(picked.body['agent'].handle).to.equal('@otto-x')
      const taken = await web.settings(ada, 'create-agent', { handle: 'otto-x', under: false })
      expect(taken.body).to.include({ error: 'conflict', reason: 'handle_taken' })
      const unnamed = await web.settings(ada, 'create-agent')
      expect(unnamed.body['agent']).to.include({ displayName: 'Agent' })
    })

    it('stores an unknown host as Other and names the known ones', async () => {
      const { body } = await web.settings(ada, 'create-agent', { name: 'Own', runs_on: 'My toaster' })
      expect(body['agent'].runs_on).to.equal('Other')
      expect(body['note']).to.include('Claude Code')
    })

    // SPEC: Sizes > display name 80
    it('refuses a name of 81 characters', async () => {
      expect((await web.settings(ada, 'create-agent', { name: 'x'.repeat(81) })).status).to.equal(413)
    })
  })

  describe('new-agent-key', () => {
    // SPEC: Web app only > create-agent
    // SPEC: Agent keys > new key for
    it('adds a key and leaves the older ones', async () => {
      const made = (await web.settings(ada, 'create-agent', { name: 'Two keys' })).body
      const { body } = await web.settings(ada, 'new-agent-key', { agent_id: made['agent'].id, label: 'laptop' })
      expect(body).to.include({ agent_id: made['agent'].id, keys: 2 })
      expect(await works(body['agent_key'])).to.equal('works')
      expect(await works(made['agent_key'])).to.equal('works')
    })

    it('is not for somebody else’s agent', async () => {
      const made = (await web.settings(ada, 'create-agent', { name: 'Hers' })).body
      const ben = await web.signIn('Ben')
      const { status, body } = await web.settings(ben, 'new-agent-key', { agent_id: made['agent'].id })
      expect(status).to.equal(404)
      expect(body).to.include({ error: 'not_found', reason: 'not_your_agent' })
    })
  })

  describe('credentials and revoke', () => {
    // SPEC: Web app only > credentials connections
    // SPEC: Web app only > revoke revoke a connection
    // SPEC: Agent keys > your agents (settings)
    it('list what works and end it at once', async () => {
      const cleo = await web.signIn('Cleo')
      const made = (await web.settings(cleo, 'create-agent', { name: 'Cyd' })).body
      const whole = (await web.settings(cleo, 'credentials')).body as Record<string, any>
      expect(whole).to.include.keys('connections', 'agents', 'profile', 'trust')
      expect(whole['profile']).to.include({ name: 'Cleo', handle: '@cleo', email_verified: true })
      const { connections, agents } = whole as Record<string, any[]>
      expect(connections).to.have.length(2)
      expect(connections?.find(({ kind }) => kind === 'session')).to.include({ current: true })
      expect(agents?.[0]).to.include({
        id: made['agent'].id,
        handle: '@cyd.cleo',
        displayName: 'Cyd',
        keys: 1,
        paused: false,
      })
      expect(agents?.[0].allowance).to.include({ per: 'hour', used: 0, limit: 2_000, remaining: 2_000 })
      const key = connections?.find(({ kind }) => kind === 'agent_key')
      expect(key).to.include({ agent_id: made['agent'].id, current: false })

      expect(await works(made['agent_key'])).to.equal('works')
      const { body } = await web.settings(cleo, 'revoke', { credential_id: key.credential_id })
      expect(body).to.deep.equal({ revoked: true, credential_id: key.credential_id, also_ended: [] })
      expect(await works(made['agent_key'])).to.equal('revoked')
      expect((await web.settings(cleo, 'credentials')).body['connections']).to.have.length(1)
      expect((await web.settings(cleo, 'revoke', { credential_id: key.credential_id })).status).to.equal(200)
    })

    it('end one that ended before 60 times a minute: every process hears of it', async () => {
      const emil = await web.signIn('Emil')
      await web.settings(emil, 'create-agent', { name: 'Ends' })
      const { connections } = (await web.settings(emil, 'credentials')).body as Record<string, any[]>
      const key = connections?.find(({ kind }) => kind === 'agent_key')
      const end = () => web.settings(emil, 'revoke', { credential_id: key.credential_id })
      for (let n = 0; n < registration.connectionsEnded.limit; n++) expect((await end()).status).to.equal(200)
      expect((await end()).body).to.include({ error: 'rate_limited', reason: 'pace' })
    })

    it('leave other people’s alone', async () => {
      const made = (await web.settings(ada, 'create-agent', { name: 'Not his' })).body
      const { connections } = (await web.settings(ada, 'credentials')).body as Record<string, any[]>
      const key = connections?.find(({ agent_id }) => agent_id === made['agent'].id)
      const ben = await web.signIn('Ben')
      expect((await web.settings(ben, 'revoke', { credential_id: key.credential_id })).status).to.equal(404)
      expect(await works(made['agent_key'])).to.equal('works')
    })

    it('end another session of one’s own', async () => {
      const [here, there] = [await web.signIn('Dora'), await web.signIn('Dora')]
      const { connections } = (await web.settings(here, 'credentials')).body as Record<string, any[]>
      const other = connections?.find(({ current }) => !current)
      await web.settings(here, 'revoke', { credential_id: other.credential_id })
      expect((await web.settings(there, 'credentials')).status).to.equal(401)
      expect((await web.settings(here, 'credentials')).status).to.equal(200)
    })
  })

  describe('renewing a key', () => {
    // SPEC: key renewed (rotate key)
    // SPEC: POST /api/v1/agents/key > response {text
    // SPEC: POST /api/v1/agents/key > old key works 1
    // SPEC: agent-key only link
    // SPEC: Agent keys > rotate key or
    it('gives 90 days and leaves the old one an hour, five times a day', async () => {
      let { agent_key: key } = (await web.settings(ada, 'create-agent', { name: 'Renews' })).body as Record<string, any>
      const old = key
      const renew = (secret: string) => web.post('/api/v1/agents/key', {}, { Authorization: `Bearer ${secret}` })
      const { status, body } = await renew(key)
      expect(status).to.equal(200)
      expect(body).to.include({ api: '1' })
      expect(body).to.have.all.keys('api', 'text', 'data')
      expect(body['data']).to.include({ status: 'rotated' })
      expect(Date.parse(body['data'].key_expires_at)).to.be.closeTo(web.clock.now() + days(90), 10_000)
      expect(body['text']).to.include(body['data'].agent_key)
      expect(Date.parse(body['data'].previous_key_expires_at)).to.be.closeTo(web.clock.now() + hours(1), 10_000)
      key = body['data'].agent_key
      for (let n = 0; n < 4; n++) key = (await renew(key)).body['data'].agent_key
      expect((await renew(key)).body).to.include({ error: 'rate_limited', reason: 'key_renewals' })
      expect(await works(old)).to.equal('works')
      await web.advance(hours(1))
      expect(await works(old)).to.equal('expired')
      expect(await works(key)).to.equal('works')
    })
  })
})

describe('GET /settings', () => {
  const web = withWeb()

  it('sends the signed-out to sign in', async () => {
    const response = await fetch(`${web.url}/settings`, { redirect: 'manual' })
    expect(response.status).to.be.within(302, 303)
    expect(response.headers.get('Location')).to.equal('/signin?next=%2Fsettings')
  })

  it('shows agents and connections, escaped, and no key', async () => {
    const cookie = await web.signIn('<b>Eve</b>', 'eve@example.org')
    const { body } = await web.settings(cookie, 'create-agent', { name: '"><script>alert(1)</script>' })
    const response = await fetch(`${web.url}/settings`, { headers: { Cookie: cookie } })
    expect(response.headers.get('Cache-Control')).to.equal('private, no-store')
    const page = await response.text()
    expect(page).to.include(body['agent'].handle).and.include('&lt;b&gt;Eve&lt;/b&gt;')
    expect(page).not.to.include('<script>alert').and.not.include('<b>Eve').and.not.include(body['agent_key'])
  })
})
