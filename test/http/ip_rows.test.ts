import { expect } from 'chai'
import sinon from 'sinon'
import { perIp } from '../../src/rules/limits.ts'
import { type Outcome, rowsHold } from '../support/pace_rows.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('the limits of routes for one address', () => {
  let server: TestServer
  let time: sinon.SinonFakeTimers
  let number = 0

  before(async () => {
    time = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    server = await startServer({ TRUST_PROXY: '1', SVC_AUTH: 'email' })
  })
  after(async () => {
    time.restore()
    await server.stop()
  })

  const next = (): number => ++number
  const address = (): string => `198.18.${(number >> 8) & 255}.${next() & 255}`

  /** Whatever the route says of it: it counts. */
  async function ask(path: string, from: string, body?: object | string): Promise<Outcome> {
    const response = await fetch(server.url + path, {
      method: body === undefined ? 'GET' : 'POST',
      redirect: 'manual',
      headers: {
        'X-Forwarded-For': from,
        'x-svc': '1',
        Origin: server.url,
        ...(body !== undefined && { 'Content-Type': 'application/json' }),
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await response.text()
    if (response.status !== 429) return { ok: true }
    const error = JSON.parse(text) as Record<string, any>
    expect(response.headers.get('Retry-After')).to.equal(String(error['retry_after_seconds']))
    expect(response.headers.get('RateLimit')).to.equal(`"ip";r=0;t=${error['retry_after_seconds']}`)
    return { ok: false, error }
  }
  const mail = (): string => `someone${next()}@mail.example`
  const turn = (...paths: string[]): string => paths[next() % paths.length] as string

  rowsHold(() => server, {
    // SPEC: Per-IP > post /signin 30 per
    'POST /signin, 30 in 10 minutes': { pace: perIp.signin, fixed: true, act: () => ask('/signin', '203.0.113.1', {}) },
    // SPEC: Per-IP > post /signin/email
    'POST /signin/email, 20 an hour': {
      pace: perIp.signinEmail,
      fixed: true,
      act: () => ask('/signin/email', '203.0.113.2', { email: mail() }),
    },
    // SPEC: Per-IP > post /signin/code (send)
    'POST /signin/code, 20 an hour': {
      pace: perIp.signinCodeSend,
      fixed: true,
      act: () => ask('/signin/code', '203.0.113.3', { email: mail() }),
    },
    'POST /signin/code, 5 an hour for one email': {
      pace: perIp.signinCodeSendPerEmail,
      fixed: true,
      act: () => ask('/signin/code', address(), { email: turn('one@mail.example', 'One+tag@mail.example') }),
    },
    // SPEC: Per-IP > post /signin/code/verify
    'POST /signin/code/verify, 30 in 15 minutes': {
      pace: perIp.signinCodeVerify,
      fixed: true,
      act: () => ask('/signin/code/verify', '203.0.113.4', { email: mail(), code: '000000' }),
    },
    'POST /signin/code/verify, 8 in 15 minutes for one email': {
      pace: perIp.signinCodeVerifyPerEmail,
      fixed: true,
      act: () => ask('/signin/code/verify', address(), { email: 'one@mail.example', code: '000000' }),
    },
    // SPEC: Per-IP > post /api/jump-in and
    // SPEC: POST /api/invite/join-guest > same switch and limits
    'POST /api/jump-in and /api/invite/join-guest, 90 an hour together': {
      pace: perIp.guestJoin,
      fixed: true,
      act: () => ask(turn('/api/jump-in', '/api/invite/join-guest'), '203.0.113.5', { token: 'dpi_none' }),
    },
    // SPEC: Per-IP > post /api/verify-email
    'POST /api/verify-email, 30 an hour': {
      pace: perIp.verifyEmail,
      fixed: true,
      act: () => ask('/api/verify-email', '203.0.113.6', { token: 'dpv_none' }),
    },
    // SPEC: Per-IP > post /api/invite-preview
    'POST /api/invite-preview, 60 a minute': {
      pace: perIp.invitePreview,
      fixed: true,
      act: () => ask('/api/invite-preview', '203.0.113.7', { token: 'dpi_none' }),
    },
    // SPEC: Per-IP > post /oauth/register
    'POST /oauth/register, 30 an hour for one client': {
      pace: perIp.oauthRegisterPerClient,
      fixed: true,
      act: () => ask('/oauth/register', '203.0.113.10', { redirect_uris: ['https://one.example/cb'] }),
    },
    // SPEC: Per-IP > post /oauth/register
    'POST /oauth/register, 2,000 an hour': {
      pace: perIp.oauthRegister,
      fixed: true,
      together: true,
      act: () => ask('/oauth/register', '203.0.113.11', next() % 2 ? { redirect_uris: [] } : 'no JSON'),
    },
    // SPEC: Per-IP > post /oauth/token
    'POST /oauth/token, 300 a minute for one client': {
      pace: perIp.oauthTokenPerClient,
      fixed: true,
      act: () => ask('/oauth/token', '203.0.113.12', { client_id: 'client_one' }),
    },
    // SPEC: Per-IP > post /oauth/token
    'POST /oauth/token, 6,000 a minute': {
      pace: perIp.oauthToken,
      fixed: true,
      together: true,
      act: () => ask('/oauth/token', '203.0.113.13', { client_id: `client_${next()}` }),
    },
    // SPEC: Per-IP > get /oauth/authorize with
    'GET /oauth/authorize with an address as client_id, 60 in 10 minutes': {
      pace: perIp.oauthAuthorizeUrl,
      fixed: true,
      act: () => ask('/oauth/authorize?client_id=http://app.invalid/x', '203.0.113.14'),
    },
    // SPEC: Per-IP > get /search 120
    'GET /search, 120 a minute': {
      pace: perIp.search,
      fixed: true,
      act: () => ask('/search?q=bread&format=md', '203.0.113.8'),
    },
    // SPEC: signed-out reads of /
    'signed-out reads of /, /explore, /t, /p and /h, 120 a minute together': {
      pace: perIp.signedOutReads,
      fixed: true,
      act: () =>
        ask(
          turn(
            '/?format=md',
            '/explore?format=md',
            '/h/none?format=md',
            '/t/thr_none?format=md',
            '/p/pad_none?format=md',
          ),
          '203.0.113.9',
        ),
    },
  })
})
