import { sessionToken } from '../../src/identity/session_cookie.ts'
import { type IncomingMessage, request } from 'node:http'
import { expect } from 'chai'
import { inputs, perIp } from '../../src/rules/limits.ts'
import { minutes } from '../../src/rules/units.ts'
import { openWeb, withWeb } from './web.ts'

describe('the development sign-in form', () => {
  const web = withWeb({ SVC_TESTER_CODE: 'letmein' })

  const send = (fields: Record<string, string>, headers: Record<string, string> = {}) =>
    web.post('/signin', new URLSearchParams(fields), headers)
  const ada = { name: 'Ada', email: 'ada@example.org' }

  it('is a page that keeps where to go', async () => {
    const response = await fetch(`${web.url}/signin?next=/h/cooking`)
    expect(response.status).to.equal(200)
    expect(response.headers.get('Content-Security-Policy')).to.include("script-src 'self'")
    const page = await response.text()
    expect(page).to.include('name="next" value="/h/cooking"').and.not.include('tester_code')
    expect(await (await fetch(`${web.url}/signin?next=//evil.test`)).text()).to.include('name="next" value="/"')
  })

  it('leads home where the page asked for is longer than the form takes', async () => {
    const next = `/inbox?${'x'.repeat(inputs.nextPath)}`
    const page = await (await fetch(`${web.url}/signin?next=${encodeURIComponent(next)}`)).text()
    const kept = /name="next" value="([^"]*)"/.exec(page)?.[1] ?? ''
    const { status, headers } = await send({ ...ada, next: kept })
    expect(status).to.equal(303)
    expect(headers.get('Location')).to.equal('/')
  })

  it('signs in with a 30-day cookie and goes on', async () => {
    const { status, headers } = await send({ ...ada, next: '/h/cooking' })
    expect(status).to.equal(303)
    expect(headers.get('Location')).to.equal('/h/cooking')
    expect(headers.get('Set-Cookie')).to.match(
      /^dp_session=dps_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax$/,
    )
    expect(headers.get('Cache-Control')).to.equal('private, no-store')
  })

  it('takes JSON too, and goes nowhere else', async () => {
    const { status, headers } = await web.post('/signin', { ...ada, next: 'https://evil.test/' })
    expect(status).to.equal(303)
    expect(headers.get('Location')).to.equal('/')
  })

  it('counts the email as confirmed', async () => {
    const { body } = await web.settings(await web.signIn('Ada'), 'credentials')
    expect(body['profile']).to.include({ name: 'Ada', handle: '@ada', email: 'ada@example.org', email_verified: true })
    expect(body['trust']).to.include({ verified: true, reach: false, posts: 0, folded_last_day: 0 })
    expect(Date.parse(body['trust'].reach_at)).to.be.above(web.clock.now())
  })

  // SPEC: Sizes > display name 80
  it('refuses what is no email or too long a name, and shows the form again', async () => {
    for (const [fields, status] of [
      [{ name: 'Ada', email: 'no email' }, 400],
      [{ name: 'Ada' }, 400],
      [{ name: 'x'.repeat(81), email: 'a@b.co' }, 413],
    ] as const) {
      const answer = await send(fields)
      expect(answer.status, JSON.stringify(fields)).to.equal(status)
      expect(answer.text).to.include('role="alert"').and.include('<form')
      expect(answer.headers.getSetCookie()).to.deep.equal([])
      if (status === 413) expect(answer.text).to.include('That name is too long: it takes 80 characters.')
    }
    expect((await web.post('/signin', { email: 'no email' })).body).to.include({ error: 'invalid', reason: 'schema' })
  })

  it('refuses a form that another site sends', async () => {
    expect((await send(ada, { Origin: 'https://evil.test' })).body).to.include({ error: 'forbidden', reason: 'origin' })
    expect((await send(ada, { Origin: 'null' })).status).to.equal(403)
    expect((await send(ada, { 'Sec-Fetch-Site': 'cross-site' })).status).to.equal(403)
    expect((await send(ada, { Origin: web.url })).status).to.equal(303)
  })

  it('asks for the tester code from off the machine', async () => {
    const away = { 'X-Forwarded-For': '198.51.100.1' }
    expect((await send(ada, away)).status).to.equal(400)
    expect((await send({ ...ada, tester_code: 'wrong' }, away)).status).to.equal(400)
    expect((await send({ ...ada, tester_code: 'letmein' }, away)).status).to.equal(303)
    expect(await (await fetch(`${web.url}/signin`, { headers: away })).text()).to.include('tester_code')
  })

  it('signs out', async () => {
    const cookie = await web.signIn('Leaving')
    expect((await web.settings(cookie, 'credentials')).status).to.equal(200)
    const { status, headers } = await web.post('/signout', {}, { Cookie: cookie, Origin: web.url })
    expect(status).to.equal(303)
    expect(headers.get('Set-Cookie')).to.match(/^dp_session=; .*Max-Age=0/)
    expect((await web.settings(cookie, 'credentials')).status).to.equal(401)
  })

  // SPEC: Cookie-authenticated POSTs must come from the service's own origin
  it('takes a form with a session only where the request says that it comes from here', async () => {
    const cookie = await web.signIn('Staying')
    const leave = (headers: Record<string, string>) =>
      web.post('/signout', new URLSearchParams(), { Cookie: cookie, ...headers })
    for (const headers of [{}, { 'Sec-Fetch-Site': 'same-site' }, { 'Sec-Fetch-Site': 'none' }, { Origin: 'null' }])
      expect((await leave(headers)).body, JSON.stringify(headers)).to.include({ error: 'forbidden', reason: 'origin' })
    expect((await web.settings(cookie, 'credentials')).status).to.equal(200)
    expect((await leave({ 'Sec-Fetch-Site': 'same-origin' })).status).to.equal(303)
    expect((await web.settings(cookie, 'credentials')).status).to.equal(401)
  })

  it('takes 30 tries in 10 minutes from one address', async () => {
    await web.advance(minutes(20))
    let status = 0
    for (let n = 0; n <= perIp.signin.limit; n++) status = (await send({ name: 'Ada', email: '' })).status
    expect(status).to.equal(429)
    const { headers, body } = await send(ada)
    const retry = body['retry_after_seconds'] as number
    expect(retry).to.be.within(1, 600)
    expect(headers.get('Retry-After')).to.equal(String(retry))
    expect(headers.get('RateLimit')).to.equal(`"ip";r=0;t=${retry}`)
    await web.advance(minutes(10))
    expect((await send(ada)).status).to.equal(303)
  })
})

describe('the development form behind a proxy that says nothing', () => {
  const web = withWeb({ BASE_URL: 'https://svc.example', NODE_ENV: 'test', SVC_TESTER_CODE: 'letmein' })

  /** as a proxy on this machine hands it on */
  const send = (fields: Record<string, string>) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const headers = { Host: 'svc.example', 'Content-Type': 'application/x-www-form-urlencoded' }
      const { port } = web.parts.config
      const asked = request({ port, path: '/signin', method: 'POST', headers }, (answer) => resolve(answer.resume()))
      asked.on('error', reject)
      asked.end(new URLSearchParams({ name: 'Ada', email: 'ada@example.org', ...fields }).toString())
    })

  it('takes nobody for somebody at the machine', async () => {
    expect((await send({})).statusCode).to.equal(400)
    const known = await send({ tester_code: 'letmein' })
    expect(known.statusCode).to.equal(303)
    expect(known.headers['strict-transport-security']).to.equal('max-age=31536000')
    const [cookie = ''] = known.headers['set-cookie'] ?? []
    expect(cookie).to.match(
      /^__Host-dp_session=dps_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Lax; Secure$/,
    )
    for (const name of ['__Host-dp_session', 'dp_session']) {
      const value = cookie.split(';')[0]?.split('=')[1]
      expect(await web.parts.credentials.sessionOf(sessionToken(`${name}=${value}`))).to.include({ kind: 'human' })
    }
  })
})

describe('without the development form', () => {
  it('answers 404', async () => {
    const web = await openWeb({ SVC_AUTH: 'email' })
    const { status, body } = await web.post('/signin', new URLSearchParams({ name: 'Ada', email: 'a@b.co' }))
    expect(status).to.equal(404)
    expect(body).to.include({ error: 'not_found' })
    await web.stop()
  })
})
