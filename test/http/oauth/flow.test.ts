import { expect } from 'chai'
import { bodies, lifetimes, registration } from '../../../src/rules/limits.ts'
import { minutes, seconds } from '../../../src/rules/units.ts'
import {
  type Assistant,
  askToken,
  authorizeQuery,
  claudesCallback,
  codeFor,
  connect,
  type OAuthAnswer,
  pkce,
  postOAuth,
  registerHost,
  sayOn,
  showConsent,
} from '../../support/assistant.ts'
import { type Person, signIn } from '../../support/cast.ts'
import { withServer } from '../../support/here.ts'

describe('signing in a chat assistant', () => {
  const server = withServer()
  let url: string
  let ada: Person

  before(async () => {
    url = server.url
    ada = await signIn(server, 'Ada')
  })

  const refused = ({ status, body }: OAuthAnswer, error: string, expected = 400): void => {
    expect({ status, error: body['error'] }, JSON.stringify(body)).to.deep.equal({ status: expected, error })
    expect(body['error_description']).to.match(/^[\x20-\x7e]+$/)
    expect(body, 'OAuth’s own shape alone').to.have.all.keys('error', 'error_description')
  }
  /** show_svc with a Bearer token */
  const tries = async (token: string): Promise<number> =>
    (
      await fetch(`${url}/api/v1/tools/show_svc`, {
        method: 'POST',
        headers: { Authorization: `Bearer ${token}`, 'Content-Type': 'application/json' },
        body: '{}',
      })
    ).status

  describe('what a host reads first', () => {
    // SPEC: /api/v1/ 401 with the
    it('is told by the 401 of /mcp and of /api/v1', async () => {
      for (const path of ['/mcp', '/api/v1/tools/show_svc']) {
        const { status, headers } = await postOAuth(url, path, {})
        expect(status).to.equal(401)
        expect(headers.get('WWW-Authenticate')).to.equal(
          `Bearer resource_metadata="${url}/.well-known/oauth-protected-resource/mcp", scope="svc:read svc:write"`,
        )
      }
    })

    // SPEC: /.well-known/oauth-protected-resource and
    it('says where tokens for /mcp come from, at both addresses', async () => {
      for (const path of ['', '/mcp']) {
        const response = await fetch(`${url}/.well-known/oauth-protected-resource${path}`)
        expect(response.headers.get('Access-Control-Allow-Origin')).to.equal('*')
        expect(await response.json())
          .to.include({ resource: `${url}/mcp` })
          .and.deep.include({
            authorization_servers: [url],
            scopes_supported: ['svc:read', 'svc:write'],
          })
      }
    })

    // SPEC: /.well-known/oauth-authorization-server get
    it('says how they are got', async () => {
      const document = (await (await fetch(`${url}/.well-known/oauth-authorization-server`)).json()) as object
      expect(document).to.deep.include({
        issuer: url,
        authorization_endpoint: `${url}/oauth/authorize`,
        token_endpoint: `${url}/oauth/token`,
        registration_endpoint: `${url}/oauth/register`,
        revocation_endpoint: `${url}/oauth/revoke`,
        response_types_supported: ['code'],
        grant_types_supported: ['authorization_code', 'refresh_token'],
        code_challenge_methods_supported: ['S256'],
        token_endpoint_auth_methods_supported: ['none'],
        scopes_supported: ['svc:read', 'svc:write'],
        client_id_metadata_document_supported: true,
        authorization_response_iss_parameter_supported: true,
      })
      expect((await fetch(`${url}/.well-known/openid-configuration`)).status).to.equal(404)
    })

    it('can be read by a page of any origin', async () => {
      for (const path of ['/.well-known/oauth-authorization-server', '/oauth/token', '/oauth/register']) {
        const response = await fetch(url + path, { method: 'OPTIONS' })
        expect(response.status, path).to.equal(204)
        expect(response.headers.get('Access-Control-Allow-Origin')).to.equal('*')
      }
    })
  })

  describe('registering', () => {
    const registers = (client: unknown) => postOAuth(url, '/oauth/register', client as object)

    // SPEC: OAuth 2.1 endpoints > /oauth/register post json
    it('gives a public client an id, whatever it asked for', async () => {
      const { status, body, headers } = await registers({
        client_name: 'My\u202e app\n',
        redirect_uris: ['https://app.example/back', 'http://localhost:7777/back', 'com.example.app:/back'],
        token_endpoint_auth_method: 'client_secret_post',
      })
      expect(status).to.equal(201)
      expect(body['client_id']).to.match(/^client_[0-9a-z]{26}$/)
      expect(body).to.deep.include({
        client_name: 'My app',
        redirect_uris: ['https://app.example/back', 'http://localhost:7777/back', 'com.example.app:/back'],
        token_endpoint_auth_method: 'none',
        grant_types: ['authorization_code', 'refresh_token'],
        response_types: ['code'],
      })
      expect(body).not.to.have.property('client_secret')
      expect(headers.get('Cache-Control')).to.equal('private, no-store')
    })

    // SPEC: OAuth 2.1 endpoints > /oauth/register post json
    // SPEC: OAuth rules > error codes invalid
    // SPEC: Errors > oauth: invalid grant
    it('takes 1 to 10 addresses: https, http of this machine, or the scheme of an app', async () => {
      const good = ['https://a.example/b?c=d', 'http://127.0.0.1/cb', 'http://[::1]:99/cb', 'com.example:/cb']
      for (const address of good) expect((await registers({ redirect_uris: [address] })).status, address).to.equal(201)
      const bad = [
        'http://a.example/cb',
        'http://localhost.evil.example/cb',
        'https://a.example/cb#part',
        'https://user@a.example/cb',
        'javascript:alert(1)',
        'data:text/html,x',
        'myapp:/cb',
        '/cb',
        'https://a.example/\ncb',
        7,
      ]
      for (const address of bad) refused(await registers({ redirect_uris: [address] }), 'invalid_redirect_uri')
      const many = (n: number) => Array.from({ length: n }, (_, at) => `https://a.example/${at}`)
      expect((await registers({ redirect_uris: many(10) })).status).to.equal(201)
      for (const redirect_uris of [many(11), [], undefined, 'https://a.example/cb']) {
        refused(await registers({ redirect_uris }), 'invalid_redirect_uri')
      }
    })

    it('leaves out the address of an app’s own scheme where there is another, as Cursor sends them', async () => {
      const ofApp = 'cursor://anysphere.cursor-mcp/oauth/callback'
      const others = ['https://www.cursor.com/agents/mcp/oauth/callback', 'http://localhost:8787/callback']
      const { status, body } = await registers({ client_name: 'Cursor', redirect_uris: [ofApp, ...others] })
      expect(status).to.equal(201)
      expect(body['redirect_uris']).to.deep.equal(others)
      const { challenge } = pkce()
      const asked = (redirect_uri: string) =>
        showConsent(url, authorizeQuery({ client_id: body['client_id'], redirect_uri, challenge }), ada.session)
      expect((await asked('http://localhost:8787/callback')).text).to.include('name="request"')
      expect((await asked(ofApp)).status).to.equal(400)
      refused(await registers({ redirect_uris: [ofApp] }), 'invalid_redirect_uri')
      refused(await registers({ redirect_uris: [ofApp, 'http://a.example/cb'] }), 'invalid_redirect_uri')
    })

    // SPEC: request bodies under /oauth
    it('refuses what is no JSON object, or more than 20 KB', async () => {
      refused(await registers([]), 'invalid_request')
      for (const path of ['/oauth/register', '/oauth/token']) {
        const headers = { 'Content-Type': 'application/json' }
        const broken = await fetch(url + path, { method: 'POST', headers, body: '{"client_id":' })
        const body = (await broken.json()) as OAuthAnswer['body']
        refused({ status: broken.status, headers: broken.headers, body }, 'invalid_request')
      }
      refused(
        await registers({ redirect_uris: [claudesCallback], more: 'x'.repeat(20 * 1024) }),
        'invalid_request',
        413,
      )
    })
  })

  describe('asking the person', () => {
    let client_id: string
    before(async () => {
      client_id = await registerHost(url, { client_name: 'Claude, really', redirect_uris: [claudesCallback] })
    })
    const { verifier, challenge } = pkce()
    const query = (more: Record<string, string | undefined> = {}) => authorizeQuery({ client_id, challenge, more })

    // SPEC: OAuth 2.1 endpoints > /oauth/authorize get then
    it('signs them in first and comes back', async () => {
      const { status, headers } = await showConsent(url, query())
      expect(status).to.equal(302)
      const to = new URL(headers.get('Location') ?? '', url)
      expect(to.pathname).to.equal('/signin')
      const next = to.searchParams.get('next')
      expect(next).to.equal(`/oauth/authorize?${query()}`)
      const form = new URLSearchParams({ name: 'Ada', email: 'ada@cast.example', next: next ?? '' })
      const signedIn = await postOAuth(url, '/signin', form, { Origin: url })
      expect(signedIn.headers.get('Location')).to.equal(next)
    })

    it('keeps what is too long to carry along in a cookie', async () => {
      const long = query({ state: 's'.repeat(600) })
      const { headers } = await showConsent(url, long)
      expect(headers.get('Location')).to.equal('/signin?next=%2Foauth%2Fauthorize')
      const [kept] = (headers.get('Set-Cookie') ?? '').split(';')
      const { status, text } = await showConsent(url, '', `${ada.session}; ${kept}`)
      expect(status).to.equal(200)
      expect(text).to.include('Connect Claude')
    })

    // SPEC: OAuth rules > host label a client
    it('names a verified host, and calls an app that only says so unverified', async () => {
      const shown = await showConsent(url, query(), ada.session)
      expect(shown.status).to.equal(200)
      expect(shown.text).to.include('<b>Claude</b> wants to work for you').and.not.include('not verified')
      expect(shown.text).to.include('claude.ai').and.include('@ada')
      const imposter = await registerHost(url, {
        client_name: 'Claude <script>',
        redirect_uris: [claudesCallback, 'https://evil.example/cb'],
      })
      const warned = await showConsent(url, authorizeQuery({ client_id: imposter, challenge }), ada.session)
      expect(warned.text).to.include('not verified').and.include('Claude &lt;script&gt;')
    })

    it('leads its form nowhere but here and to the app', async () => {
      const { headers } = await showConsent(url, query(), ada.session)
      expect(headers.get('Content-Security-Policy')).to.include("form-action 'self' https://claude.ai;")
      expect(headers.get('Cache-Control')).to.equal('private, no-store')
    })

    it('asks somebody else instead, who signs in for it', async () => {
      for (const more of [{}, { state: 'long '.repeat(150) }]) {
        const fay = await signIn(server, 'Fay')
        const asked = query(more)
        const { text } = await showConsent(url, asked, fay.session)
        const [form = ''] = /<form method="post" action="\/signout".*<\/form>/.exec(text) ?? []
        expect(form).to.contain('Use an account other than @fay')
        const next = /name="next" value="([^"]*)"/.exec(form)?.[1]?.replaceAll('&amp;', '&') ?? ''
        const out = await postOAuth(url, '/signout', new URLSearchParams({ next }), {
          Cookie: fay.session,
          Origin: url,
        })
        expect([out.status, out.headers.get('Location')]).to.deep.equal([303, `/oauth/authorize?${asked}`])
        expect((await showConsent(url, asked, fay.session)).headers.get('Location')).to.match(/^\/signin\?next=/)
      }
      const away = new URLSearchParams({ next: '//evil.example/oauth/authorize' })
      const out = await postOAuth(url, '/signout', away, { Cookie: ada.session, Origin: 'https://evil.example' })
      expect(out.status).to.equal(403)
      const gus = await signIn(server, 'Gus')
      const back = await postOAuth(url, '/signout', away, { Cookie: gus.session, Origin: url })
      expect(back.headers.get('Location')).to.equal('/')
    })

    it('sends them back with a code, the state and who it is from', async () => {
      const shown = await showConsent(url, query(), ada.session)
      const { status, location } = await sayOn(url, shown, ada.session, 'allow')
      expect(status).to.equal(302)
      expect(location?.href.split('?')[0]).to.equal(claudesCallback)
      expect(location?.searchParams.get('code')).to.match(/^dpcode_[\w-]{43}$/)
      expect(location?.searchParams.get('state')).to.equal('a state')
      expect(location?.searchParams.get('iss')).to.equal(url)
    })

    it('sends them back with access_denied', async () => {
      const { location } = await sayOn(url, await showConsent(url, query(), ada.session), ada.session, 'deny')
      expect(Object.fromEntries(location?.searchParams ?? [])).to.deep.equal({
        error: 'access_denied',
        error_description: 'The person said no.',
        state: 'a state',
        iss: url,
      })
    })

    it('shows an error on a page as long as nothing says that the address is the app’s', async () => {
      for (const more of [
        { client_id: undefined },
        { client_id: 'client_00000000000000000000000000' },
        { client_id: 'client_\u0000' },
        { redirect_uri: undefined },
        { redirect_uri: `${claudesCallback}/more` },
        { redirect_uri: 'https://evil.example/cb' },
      ]) {
        const { status, headers, text } = await showConsent(url, query(more), ada.session)
        expect(status, JSON.stringify(more)).to.equal(400)
        expect(headers.get('Location')).to.equal(null)
        expect(text)
          .to.include('cannot be connected')
          .and.match(/Nothing was allowed\. Go back to the app .*For those who make the app: /)
      }
      expect((await showConsent(url, `${query()}&client_id=${client_id}`, ada.session)).status).to.equal(400)
    })

    it('sends any other error back to the app, signed in or not', async () => {
      const rows: [Record<string, string | undefined>, string][] = [
        [{ response_type: 'token' }, 'unsupported_response_type'],
        [{ response_type: undefined }, 'invalid_request'],
        [{ code_challenge: undefined }, 'invalid_request'],
        [{ code_challenge: 'short' }, 'invalid_request'],
        [{ code_challenge_method: 'plain' }, 'invalid_request'],
        [{ code_challenge_method: undefined }, 'invalid_request'],
        [{ resource: 'https://elsewhere.example/mcp' }, 'invalid_target'],
        [{ resource: `${url}/mcp/more` }, 'invalid_target'],
        [{ resource: `https://elsewhere.example/?${url}/mcp` }, 'invalid_target'],
        [{ scope: 'svc:admin' }, 'invalid_scope'],
      ]
      for (const [more, error] of rows) {
        const { status, headers } = await showConsent(url, query(more))
        expect(status, JSON.stringify(more)).to.equal(302)
        const to = new URL(headers.get('Location') ?? '')
        expect(to.origin).to.equal('https://claude.ai')
        expect(to.searchParams.get('error')).to.equal(error)
        expect(to.searchParams.get('state')).to.equal('a state')
        expect(to.searchParams.get('iss')).to.equal(url)
      }
    })

    it('takes no yes that was not asked for here, of this person, lately', async () => {
      const shown = await showConsent(url, query(), ada.session)
      const eve = await signIn(server, 'Eve')
      for (const [form, cookie] of [
        [{ ...shown, csrf: '' }, ada.session],
        [{ ...shown, csrf: 'x'.repeat(43) }, ada.session],
        [{ ...shown, request: `${shown.request}x` }, ada.session],
        [shown, eve.session],
        [shown, 'dp_session=none'],
      ] as const) {
        const { status, location } = await sayOn(url, form, cookie, 'allow')
        expect(status).to.equal(403)
        expect(location).to.equal(undefined)
      }
      const { request, csrf } = shown
      const form = new URLSearchParams({ request, csrf, decision: 'allow' })
      const elsewhere = { Cookie: ada.session, Origin: 'https://evil.example' }
      expect((await postOAuth(url, '/oauth/authorize', form, elsewhere)).status).to.equal(403)
      expect((await sayOn(url, shown, ada.session, 'perhaps')).status).to.equal(400)
      await server.advance(minutes(10))
      expect((await sayOn(url, shown, ada.session, 'allow')).status).to.equal(400)
    })

    // SPEC: loopback redirects port may
    it('takes 120 yeses of one person in an hour', async () => {
      const dora = await signIn(server, 'Dora')
      const { limit, window_ms } = registration.hostsAllowed
      for (let n = 0; n < limit; n++) await codeFor(url, dora, { client_id, challenge })
      const shown = await showConsent(url, query(), dora.session)
      const refusing = await sayOn(url, shown, dora.session, 'allow')
      expect(refusing.status).to.equal(429)
      expect(refusing.location).to.equal(undefined)
      const denied = await sayOn(url, shown, dora.session, 'deny')
      expect(denied.location?.searchParams.get('error')).to.equal('access_denied')
      await server.advance(window_ms)
      await codeFor(url, dora, { client_id, challenge })
    })

    it('lets a program on the person’s machine take any port, and nothing else differ', async () => {
      const local = await registerHost(url, { redirect_uris: ['http://127.0.0.1/cb', 'https://app.example/cb'] })
      const status = async (redirect_uri: string) =>
        (await showConsent(url, authorizeQuery({ client_id: local, challenge, redirect_uri }), ada.session)).status
      expect(await status('http://127.0.0.1:51234/cb')).to.equal(200)
      expect(await status('http://127.0.0.1/cb')).to.equal(200)
      for (const other of [
        'http://localhost:51234/cb',
        'http://127.0.0.1:51234/cb2',
        'http://127.0.0.1:51234@evil.example/cb',
        'http://127.0.0.1:512345/cb',
        'https://app.example:8443/cb',
      ])
        expect(await status(other), other).to.equal(400)
      const redirect_uri = 'http://127.0.0.1:51234/cb'
      const code = await codeFor(url, ada, { client_id: local, challenge, redirect_uri })
      const fields = { grant_type: 'authorization_code', code, client_id: local, code_verifier: verifier }
      expect((await askToken(url, { ...fields, redirect_uri })).status).to.equal(200)
    })
  })

  describe('tokens', () => {
    let client_id: string
    before(async () => {
      client_id = await registerHost(url)
    })
    const exchange = async (over: Record<string, string> = {}, scope?: string) => {
      const { verifier, challenge } = pkce()
      const more = scope === undefined ? {} : { scope }
      const code = await codeFor(url, ada, { client_id, challenge, more })
      const fields = {
        grant_type: 'authorization_code',
        code,
        client_id,
        redirect_uri: claudesCallback,
        code_verifier: verifier,
      }
      return { fields, answer: await askToken(url, { ...fields, ...over }) }
    }

    // SPEC: flow authorization code with
    // SPEC: both tokens work at
    // SPEC: /oauth/token post form
    // SPEC: token response fields
    it('come for a code, and work at /mcp, the tools, the Markdown views and the export', async () => {
      const { answer } = await exchange()
      const { status, body, headers } = answer
      expect(status).to.equal(200)
      expect(Object.keys(body).toSorted()).to.deep.equal([
        'access_token',
        'expires_in',
        'refresh_token',
        'scope',
        'token_type',
      ])
      expect(body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'svc:read svc:write' })
      expect(body['access_token']).to.match(/^dpo_[\w-]{43}$/)
      expect(body['refresh_token']).to.match(/^dpr_[\w-]{43}$/)
      expect(headers.get('Cache-Control')).to.equal('private, no-store')
      expect(await tries(body['access_token'])).to.equal(200)
      expect(await tries(body['refresh_token'])).to.equal(401)
      const bearer = { Authorization: `Bearer ${body['access_token']}` }
      const list = { jsonrpc: '2.0', id: 1, method: 'tools/list' }
      expect((await postOAuth(url, '/mcp', list, bearer)).body['result'].tools).to.have.length.above(20)
      const made = await postOAuth(url, '/api/v1/tools/create_hub', { title: 'Private' }, bearer)
      const { front_pad, slug } = made.body['data']
      const page = (headers: Record<string, string>) => fetch(`${url}/h/${slug}?format=md`, { headers })
      expect((await page({})).status).to.equal(404)
      expect((await page(bearer)).status).to.equal(200)
      expect((await fetch(`${url}/api/export/${front_pad.pad_id}?format=md`, { headers: bearer })).status).to.equal(200)
      const spoiled = { Authorization: `Bearer dpo_${'x'.repeat(43)}` }
      expect((await page(spoiled)).status).to.equal(401)
    })

    it('are kept nowhere: only their hashes are', async () => {
      const { fields, answer } = await exchange()
      const { access_token, refresh_token } = answer.body
      const secrets = [fields.code, access_token, refresh_token, fields.code_verifier].map((secret) => `%${secret}%`)
      const tables = await server.sql<{ name: string }[]>`
        select table_name as name from information_schema.tables
        where table_schema = 'public' and table_type = 'BASE TABLE'`
      expect(tables.map(({ name }) => name)).to.include.members(['credential', 'message', 'outbox'])
      for (const { name } of tables) {
        const found = await server.sql`
          select from ${server.sql(name)} as kept where to_jsonb(kept)::text like any(${secrets})`
        expect(found, name).to.have.length(0)
      }
    })

    // SPEC: /oauth/token post form
    it('come for a code sent as JSON too', async () => {
      const { verifier, challenge } = pkce()
      const code = await codeFor(url, ada, { client_id, challenge })
      const { status } = await postOAuth(url, '/oauth/token', {
        grant_type: 'authorization_code',
        code,
        client_id,
        redirect_uri: claudesCallback,
        code_verifier: verifier,
        resource: `${url}/mcp/?content=text&tools=model`,
      })
      expect(status).to.equal(200)
    })

    // SPEC: request bodies under /oauth
    // SPEC: OAuth rules > error codes invalid
    // SPEC: Errors > oauth: invalid grant
    // SPEC: oauth endpoints use oauth
    it('do not come for anything else', async () => {
      refused((await exchange({ code_verifier: 'x'.repeat(43) })).answer, 'invalid_grant')
      refused((await exchange({ code_verifier: '' })).answer, 'invalid_request')
      refused((await exchange({ redirect_uri: 'https://claude.com/api/mcp/auth_callback' })).answer, 'invalid_grant')
      refused((await exchange({ code: `dpcode_${'x'.repeat(43)}` })).answer, 'invalid_grant')
      refused((await exchange({ client_id: await registerHost(url) })).answer, 'invalid_grant')
      refused((await exchange({ client_id: 'client_00000000000000000000000000' })).answer, 'invalid_client', 401)
      refused((await exchange({ resource: 'https://elsewhere.example' })).answer, 'invalid_target')
      refused((await exchange({ grant_type: 'password' })).answer, 'unsupported_grant_type')
      refused((await exchange({ grant_type: '' })).answer, 'invalid_request')
      for (const body of [
        'grant_type=authorization_code&grant_type=refresh_token',
        'grant_type=refresh_token&refresh_token=%00',
      ]) {
        const answer = await fetch(`${url}/oauth/token`, {
          method: 'POST',
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          body: `${body}&client_id=client_x`,
        })
        expect([answer.status, ((await answer.json()) as { error: string }).error]).to.deep.equal([
          400,
          'invalid_request',
        ])
      }
      expect((await fetch(`${url}/oauth/authorize?client_id=%00&response_type=code`)).status).to.equal(400)
      refused(await postOAuth(url, '/oauth/token', { more: 'x'.repeat(20 * 1024) }), 'invalid_request', 413)
    })

    // SPEC: oauth code dpcode
    it('do not come for a code after 120 seconds', async () => {
      const { verifier, challenge } = pkce()
      const code = await codeFor(url, ada, { client_id, challenge })
      await server.advance(seconds(120))
      const redirect_uri = claudesCallback
      refused(
        await askToken(url, {
          grant_type: 'authorization_code',
          code,
          client_id,
          redirect_uri,
          code_verifier: verifier,
        }),
        'invalid_grant',
      )
    })

    // SPEC: oauth code dpcode
    it('end with their grant when the code is used again', async () => {
      const { fields, answer } = await exchange()
      refused(await askToken(url, fields), 'invalid_grant')
      expect(await tries(answer.body['access_token'])).to.equal(401)
      const refresh_token = answer.body['refresh_token']
      refused(await askToken(url, { grant_type: 'refresh_token', refresh_token, client_id }), 'invalid_grant')
    })

    it('come for a code once, however many ask at the same time', async () => {
      const { verifier, challenge } = pkce()
      const code = await codeFor(url, ada, { client_id, challenge })
      const redirect_uri = claudesCallback
      const fields = { grant_type: 'authorization_code', code, client_id, redirect_uri, code_verifier: verifier }
      const answers = await Promise.all(Array.from({ length: 5 }, () => askToken(url, fields)))
      expect(answers.filter(({ status }) => status === 200)).to.have.length(1)
    })

    // SPEC: oauth access token dpo
    // SPEC: OAuth rules > refresh each refresh
    // SPEC: /oauth/token post form
    it('last an hour, and are renewed in pairs: the older access token ends', async () => {
      const assistant = await connect(server, ada)
      const renewed = await assistant.refresh()
      expect(renewed.status).to.equal(200)
      expect(renewed.body).to.include({ token_type: 'Bearer', expires_in: 3600, scope: 'svc:read svc:write' })
      expect(await tries(assistant.tokens.access_token)).to.equal(401)
      expect(await tries(renewed.body['access_token'])).to.equal(200)
      await server.advance(lifetimes.accessToken)
      expect(await tries(renewed.body['access_token'])).to.equal(401)
      expect((await assistant.refresh(renewed.body['refresh_token'])).status).to.equal(200)
    })

    // SPEC: oauth refresh token dpr
    it('are not renewed after 30 days', async () => {
      const assistant = await connect(server, ada)
      await server.advance(lifetimes.refreshToken)
      refused(await assistant.refresh(), 'invalid_grant')
      ada = await signIn(server, 'Ada')
    })

    // SPEC: OAuth rules > refresh each refresh
    // SPEC: refresh token used rotated
    it('go on where a refresh token is used twice within 3 seconds: the host raced itself', async () => {
      const assistant = await connect(server, ada)
      const { body } = await assistant.refresh()
      await server.advance(seconds(2))
      refused(await assistant.refresh(), 'invalid_grant')
      expect(await tries(body['access_token'])).to.equal(200)
      expect((await assistant.refresh(body['refresh_token'])).status).to.equal(200)
    })

    // SPEC: refresh token used rotated
    // SPEC: OAuth rules > refresh each refresh
    it('all end where it is used again later: it was stolen', async () => {
      const assistant = await connect(server, ada)
      const { body } = await assistant.refresh()
      await server.advance(seconds(4))
      refused(await assistant.refresh(), 'invalid_grant')
      expect(await tries(body['access_token'])).to.equal(401)
      refused(await assistant.refresh(body['refresh_token']), 'invalid_grant')
    })

    // each renewal leaves a spent token, which is known for 30 days
    it('are renewed 120 times an hour by one host, and then later, with the tokens it has', async () => {
      const [assistant, other] = [await connect(server, ada), await connect(server, ada)]
      let last: Assistant['tokens'] = assistant.tokens
      const { limit, window_ms } = registration.grantRenewals
      for (let n = 1; n < limit; n++) last = (await assistant.refresh(last.refresh_token)).body as typeof last
      const { status, headers, body } = await assistant.refresh(last.refresh_token)
      expect({ status, error: body['error'], reason: body['reason'] }).to.deep.equal({
        status: 429,
        error: 'rate_limited',
        reason: 'pace',
      })
      expect(Number(headers.get('Retry-After'))).to.be.within(1, window_ms / 1000)
      expect(await tries(last.access_token)).to.equal(200)
      expect((await other.refresh()).status, 'another host').to.equal(200)
      await server.advance(window_ms)
      expect((await assistant.refresh(last.refresh_token)).status).to.equal(200)
    })

    it('all end where a used one is used again, though its host renewed as often as it may in this hour', async () => {
      const assistant = await connect(server, ada)
      let last: Assistant['tokens'] = assistant.tokens
      for (let n = 1; n < registration.grantRenewals.limit; n++)
        last = (await assistant.refresh(last.refresh_token)).body as typeof last
      await server.advance(seconds(4))
      refused(await assistant.refresh(), 'invalid_grant')
      expect(await tries(last.access_token)).to.equal(401)
      await server.advance(registration.grantRenewals.window_ms)
      refused(await assistant.refresh(last.refresh_token), 'invalid_grant')
    })

    it('are given for no other client’s refresh token', async () => {
      const { tokens, client_id: own } = await connect(server, ada)
      const other = await registerHost(url)
      const fields = { grant_type: 'refresh_token', refresh_token: tokens.refresh_token }
      refused(await askToken(url, { ...fields, client_id: other }), 'invalid_grant')
      refused(await askToken(url, { ...fields, refresh_token: tokens.access_token, client_id: own }), 'invalid_grant')
      expect((await askToken(url, { ...fields, client_id: own })).status).to.equal(200)
    })

    // SPEC: scopes svc:read and svc:write
    it('carry the scopes that were asked for; writing implies reading', async () => {
      const { body } = (await exchange({}, 'svc:read')).answer
      expect(body['scope']).to.equal('svc:read')
      const call = (tool: string, args: object) =>
        postOAuth(url, `/api/v1/tools/${tool}`, args, { Authorization: `Bearer ${body['access_token']}` })
      expect((await call('show_svc', {})).status).to.equal(200)
      expect((await call('create_hub', { title: 'No' })).body).to.include({ error: 'forbidden', reason: 'scope' })
      expect((await exchange({}, 'svc:write')).answer.body['scope']).to.equal('svc:read svc:write')
      const { refresh_token } = body
      const more = { grant_type: 'refresh_token', refresh_token, client_id, scope: 'svc:write' }
      refused(await askToken(url, more), 'invalid_scope')
    })

    it('carry less where the person allows reading only, which is offered where more is asked for', async () => {
      const { verifier, challenge } = pkce()
      const shown = await showConsent(url, authorizeQuery({ client_id, challenge }), ada.session)
      expect(shown.text).to.contain('value="read">Allow reading only<')
      const { location } = await sayOn(url, shown, ada.session, 'read')
      const code = location?.searchParams.get('code') ?? ''
      const fields = { grant_type: 'authorization_code', code, client_id, code_verifier: verifier }
      const { body } = await askToken(url, { ...fields, redirect_uri: claudesCallback })
      expect(body['scope']).to.equal('svc:read')
      const reads = authorizeQuery({ client_id, challenge, more: { scope: 'svc:read' } })
      expect((await showConsent(url, reads, ada.session)).text).not.to.contain('Allow reading only')
    })
  })

  describe('ending it', () => {
    const revoke = (fields: Record<string, string>) => postOAuth(url, '/oauth/revoke', new URLSearchParams(fields))

    // whoever had a token once may send it as often as they like
    it('is nothing to do once it has ended', async () => {
      const assistant = await connect(server, ada)
      const { body } = await assistant.refresh()
      expect((await revoke({ token: body['access_token'] })).status).to.equal(200)
      const sent = server.parts.front.metrics().writes
      for (const token of [body['access_token'], body['refresh_token'], assistant.tokens.refresh_token]) {
        expect((await revoke({ token })).status).to.equal(200)
        if (token !== body['access_token']) refused(await assistant.refresh(token), 'invalid_grant')
      }
      expect(server.parts.front.metrics().writes).to.equal(sent)
    })

    // SPEC: /oauth/revoke post form
    it('takes the whole grant with either token, and is always answered 200', async () => {
      for (const which of ['access_token', 'refresh_token'] as const) {
        const assistant = await connect(server, ada)
        expect((await revoke({ token: assistant.tokens[which] })).status).to.equal(200)
        expect(await tries(assistant.tokens.access_token)).to.equal(401)
        const ended = await assistant.refresh()
        refused(ended, 'invalid_grant')
        expect(ended.body['error_description']).to.contain('has to connect again')
        expect((await revoke({ token: assistant.tokens[which] })).status).to.equal(200)
      }
      for (const token of ['', 'nonsense', `dpo_${'x'.repeat(43)}`]) {
        expect((await revoke({ token })).status).to.equal(200)
      }
      expect((await revoke({})).status).to.equal(200)
      for (const body of [
        '{',
        '[]',
        '"dpo_"',
        `{"token": ${'['.repeat(90)}`,
        'token=%ff',
        'x'.repeat(bodies.oauth + 1),
      ]) {
        const headers = { 'Content-Type': 'application/json' }
        expect(
          (await fetch(`${url}/oauth/revoke`, { method: 'POST', headers, body })).status,
          body.slice(0, 20),
        ).to.equal(200)
      }
    })

    it('ends nothing that OAuth did not give out', async () => {
      const otto = await ada.agent('Otto')
      expect((await revoke({ token: otto.key })).status).to.equal(200)
      expect((await otto.call('show_svc')).ok).to.equal(true)
    })

    it('is up to the person, in the settings, whatever was renewed meanwhile', async () => {
      const assistant = await connect(server, ada, {
        client: { client_name: 'My Claude', redirect_uris: [claudesCallback] },
      })
      const listed = async () =>
        (await ada.settings('credentials')).body['connections'].filter((one: any) => one.label === 'My Claude')
      const [connection] = await listed()
      expect(connection).to.include({ kind: 'oauth', host: 'Claude', verified_host: true, current: false })
      const { body } = await assistant.refresh()
      const ended = await ada.settings('revoke', { credential_id: connection.credential_id })
      expect(ended.body).to.include({ revoked: true })
      expect(await tries(body['access_token'])).to.equal(401)
      expect(await listed()).to.deep.equal([])
    })
  })
})
