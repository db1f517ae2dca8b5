import { expect } from 'chai'
import { lifetimes, perIp } from '../../src/rules/limits.ts'
import { minutes, seconds } from '../../src/rules/units.ts'
import { openProvider, registered, type TestProvider } from '../support/provider.ts'
import { Browser } from './browser.ts'
import { openWeb, type Web } from './web.ts'

describe('signing in with a provider', () => {
  let provider: TestProvider
  let web: Web
  before(async () => {
    provider = await openProvider()
    const { id, secret } = registered('')
    web = await openWeb({
      SVC_AUTH: 'oidc',
      OIDC_ISSUER: provider.issuer,
      OIDC_CLIENT_ID: id,
      OIDC_CLIENT_SECRET: secret,
      LOG_LEVEL: 'silent',
    })
    await provider.tell({ tell: 'client', client: registered(`${web.url}/auth/callback`) })
  })
  after(async () => {
    await web.stop()
    await provider.close()
  })
  // every story begins in a window of its own
  beforeEach(() => web.advance(perIp.signinStart.window_ms))

  const person = (login: string, claims: Record<string, unknown>) => provider.tell({ tell: 'person', login, claims })
  const confirmed = (login: string) =>
    person(login, { email: `${login}@mail.example`, email_verified: true, name: `The ${login}` })

  /** Leaves for the provider; gives the address there. */
  async function leaves(browser: Browser, next?: string): Promise<URL> {
    const { status, headers } = await browser.get(`/signin/start${next === undefined ? '' : `?next=${next}`}`)
    expect(status).to.equal(302)
    return new URL(headers.get('Location') ?? '')
  }
  const back = (browser: Browser, at: URL) => browser.get(`${at.pathname}${at.search}`)
  async function signsIn(browser: Browser, login: string, next?: string) {
    return back(browser, await provider.walk((await leaves(browser, next)).href, login))
  }
  async function refused(browser: Browser, at: URL, status: number, words: RegExp): Promise<void> {
    const answer = await back(browser, at)
    expect([answer.status, answer.headers.get('Content-Type')]).to.deep.equal([status, 'text/html; charset=utf-8'])
    expect(answer.text).to.include('role="alert"').and.match(words).and.include('href="/signin/start')
    expect(browser.cookies.has('dp_session')).to.equal(false)
  }

  it('begins on a page that says where one goes, and keeps where to go on', async () => {
    const { status, text } = await new Browser(web).get('/signin?next=/h/cooking')
    expect(status).to.equal(200)
    expect(text)
      .to.include('href="/signin/start?next=%2Fh%2Fcooking"')
      .and.include(`Sign in with ${new URL(provider.issuer).host}`)
    expect(text).not.to.include('name="email"')
  })

  // SPEC: modes chosen by svc auth
  it('goes there with PKCE, state and nonce, and comes back signed in where one wanted to go', async () => {
    await confirmed('ada')
    const browser = new Browser(web)
    const there = await leaves(browser, '/h/cooking')
    expect(Object.fromEntries(there.searchParams)).to.include({
      client_id: 'svc',
      response_type: 'code',
      redirect_uri: `${web.url}/auth/callback`,
      scope: 'openid email profile',
      code_challenge_method: 'S256',
    })
    for (const name of ['state', 'nonce', 'code_challenge'])
      expect(there.searchParams.get(name), name).to.match(/^[\w-]{43}$/)
    const { status, headers } = await back(browser, await provider.walk(there.href, 'ada'))
    expect([status, headers.get('Location')]).to.deep.equal([303, '/h/cooking'])
    expect(headers.getSetCookie()[0]).to.match(/^dp_session=dps_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly/)
    expect([...browser.cookies.keys()]).to.deep.equal(['dp_session'])
    expect(await browser.profile()).to.include({
      name: 'The ada',
      email: 'ada@mail.example',
      email_verified: true,
    })
  })

  it('finds a person again by their subject, when the address there is another by now', async () => {
    await confirmed('bo')
    const [first, again, other] = [new Browser(web), new Browser(web), new Browser(web)]
    await signsIn(first, 'bo')
    await person('bo', { email: 'bo@new.example', email_verified: true })
    await signsIn(again, 'bo')
    expect((await again.profile())['id']).to.equal((await first.profile())['id'])
    // and by a confirmed address, whichever subject has it
    await person('bo-at-work', { email: 'Bo@mail.example', email_verified: true })
    await signsIn(other, 'bo-at-work')
    expect((await other.profile())['id']).to.equal((await first.profile())['id'])
  })

  it('takes what stands behind a + for another mailbox, and lets nobody in from there', async () => {
    for (const [has, comes] of [
      ['bea', 'bea+x'],
      ['ben+x', 'ben'],
      ['bob+x', 'Bob+y'],
    ] as const) {
      await confirmed(has)
      const owner = new Browser(web)
      await signsIn(owner, has)
      await confirmed(comes)
      for (const suspended_at of [null, new Date()]) {
        // nor do they learn how it stands with that account
        await web.sql`update participant set suspended_at = ${suspended_at} where email = ${`${has}@mail.example`}`
        const other = new Browser(web)
        const there = await provider.walk((await leaves(other)).href, comes)
        await refused(other, there, 403, /with something else behind a \+/)
      }
    }
  })

  it('takes the address out of the token or from userinfo, and the secret either way the client is registered', async () => {
    const redirect = `${web.url}/auth/callback`
    await confirmed('cy')
    for (const shownBy of ['client_secret_post', 'client_secret_basic'] as const)
      for (const claimsInToken of [true, false]) {
        await provider.tell({ tell: 'client', client: registered(redirect, { shownBy, claimsInToken }) })
        const browser = new Browser(web)
        expect((await signsIn(browser, 'cy')).status, `${shownBy} ${claimsInToken}`).to.equal(303)
        expect((await browser.profile())['email']).to.equal('cy@mail.example')
      }
  })

  it('counts an address as confirmed only where the provider says so, and lets nobody in as somebody else by it', async () => {
    await confirmed('dan')
    const dan = new Browser(web)
    await signsIn(dan, 'dan')
    for (const [login, claims] of [
      ['no-dan', { email: 'dan@mail.example', email_verified: false }],
      ['not-dan', { email: 'Dan+x@mail.example' }],
    ] as const) {
      await person(login, claims)
      const stranger = new Browser(web)
      for (const suspended_at of [null, new Date()]) {
        await web.sql`update participant set suspended_at = ${suspended_at} where email = 'dan@mail.example'`
        await refused(stranger, await provider.walk((await leaves(stranger)).href, login), 403, /has not confirmed/)
      }
    }

    await person('eve', { email: 'eve@mail.example', email_verified: false })
    const [eve, again] = [new Browser(web), new Browser(web)]
    expect((await signsIn(eve, 'eve')).status).to.equal(303)
    expect(await eve.profile()).to.include({ name: 'eve', email: 'eve@mail.example', email_verified: false })
    await signsIn(again, 'eve')
    const { id } = await eve.profile()
    expect((await again.profile())['id']).to.equal(id)

    // whoever the address belongs to is not kept from it by somebody who only said it is theirs
    await person('the-real-eve', { email: 'eve@mail.example', email_verified: true })
    const real = new Browser(web)
    await signsIn(real, 'the-real-eve')
    expect(await real.profile()).to.include({ email: 'eve@mail.example', email_verified: true })
    expect((await real.profile())['id']).not.to.equal(id)
    await person('eve', { email: 'eve@mail.example', email_verified: true })
    await signsIn(new Browser(web), 'eve')
    expect(await eve.profile()).to.include({ id, email_verified: false })
  })

  it('lets a guest of this browser join where the sign-in began on our own page, and by no link from elsewhere', async () => {
    const does = async (browser: Browser, tool: string, args: object): Promise<Record<string, any>> => {
      const { status, text, body } = await browser.post(`/api/tools/${tool}`, args, { 'x-svc': '1', Origin: web.url })
      expect(status, text).to.equal(200)
      return body['data']
    }
    await confirmed('hubert')
    const hubert = new Browser(web)
    await signsIn(hubert, 'hubert')
    const { slug: hub } = await does(hubert, 'ui_create_hub', { title: 'Huberts hub' })
    const token = (await does(hubert, 'ui_invite', { hub, uses: 5 }))['invite_url'].split('#')[1]
    for (const [site, email_verified, joins] of [
      ['cross-site', true, false],
      ['', true, false],
      ['same-origin', true, true],
      ['same-origin', false, true],
    ] as const) {
      const login = `guest-${site}-${email_verified}`
      await person(login, { email: `${login}@mail.example`, email_verified })
      const browser = new Browser(web)
      await browser.post('/api/invite/join-guest', { token, name: login }, { 'x-svc': '1' })
      expect((await browser.get(`/h/${hub}`)).status, login).to.equal(200)
      const started = await browser.get('/signin/start', site === '' ? {} : { 'Sec-Fetch-Site': site })
      await back(browser, await provider.walk(started.headers.get('Location') ?? '', login))
      expect(await browser.profile(), login).to.include({ email: `${login}@mail.example` })
      expect((await browser.get(`/h/${hub}`)).status, login).to.equal(joins ? 200 : 404)
    }
  })

  it('takes no reserved name from there, whether or not the address is confirmed', async () => {
    for (const email_verified of [true, false]) {
      const login = `reserved-${email_verified}`
      await person(login, { email: `${login}@mail.example`, email_verified, name: 'Anthropic Support' })
      const browser = new Browser(web)
      await signsIn(browser, login)
      const { name, handle } = await browser.profile()
      expect(name).to.equal('Person')
      expect(handle).to.match(/^@person(-\d+)?$/)
    }
  })

  it('confirms an account once the provider has confirmed its address', async () => {
    await person('fay', { email: 'fay@mail.example', email_verified: false })
    const fay = new Browser(web)
    await signsIn(fay, 'fay')
    await person('fay', { email: 'fay@mail.example', email_verified: true })
    await signsIn(new Browser(web), 'fay')
    expect(await fay.profile()).to.include({ email: 'fay@mail.example', email_verified: true })
  })

  it('makes one account of many first sign-ins at once', async () => {
    for (const email_verified of [true, false]) {
      const login = `gus-${email_verified}`
      await person(login, { email: `${login}@mail.example`, email_verified })
      const browsers = Array.from({ length: 4 }, () => new Browser(web))
      const there = await Promise.all(
        browsers.map(async (browser) => provider.walk((await leaves(browser)).href, login)),
      )
      await Promise.all(browsers.map((browser, at) => back(browser, there[at] as URL)))
      const profiles = await Promise.all(browsers.map((browser) => browser.profile()))
      expect(new Set(profiles.map(({ id }) => id)).size, login).to.equal(1)
    }
  })

  it('makes a new account of a subject whose account was deleted', async () => {
    await confirmed('hal')
    const [before, after] = [new Browser(web), new Browser(web)]
    await signsIn(before, 'hal')
    const { id, handle } = await before.profile()
    expect((await web.settings(before.cookie, 'delete-account', { confirm_handle: handle })).status).to.equal(200)
    await signsIn(after, 'hal')
    expect((await after.profile())['id']).not.to.equal(id)
  })

  it('comes back once, within ten minutes, and only in the browser that left', async () => {
    await confirmed('ida')
    const browser = new Browser(web)
    const there = await provider.walk((await leaves(browser)).href, 'ida')
    await refused(new Browser(web), there, 400, /begun in another browser/)
    const forger = new Browser(web)
    const [[name = ''] = []] = browser.cookies
    forger.cookies.set(name, 'x'.repeat(43))
    await refused(forger, there, 400, /begun in another browser/)
    const copy = new Browser(web)
    for (const [kept, value] of browser.cookies) copy.cookies.set(kept, value)
    expect((await back(browser, there)).status).to.equal(303)
    await refused(copy, there, 400, /used already/)

    const late = new Browser(web)
    const away = await provider.walk((await leaves(late)).href, 'ida')
    await web.advance(lifetimes.signInElsewhere)
    await refused(late, away, 400, /older than 10 minutes/)
  })

  it('keeps two tabs apart', async () => {
    await confirmed('jo')
    const browser = new Browser(web)
    const [one, two] = [await leaves(browser, '/tasks'), await leaves(browser, '/inbox')]
    const first = await back(browser, await provider.walk(one.href, 'jo'))
    const second = await back(browser, await provider.walk(two.href, 'jo'))
    expect([first, second].map(({ headers }) => headers.get('Location'))).to.deep.equal(['/tasks', '/inbox'])
  })

  it('takes no answer that was made for another attempt, and none of another issuer', async () => {
    await confirmed('kim')
    const browser = new Browser(web)
    const [mine, other] = [await leaves(browser), await leaves(browser)]
    const [here, there] = [await provider.walk(mine.href, 'kim'), await provider.walk(other.href, 'kim')]
    const swapped = new URL(here)
    swapped.searchParams.set('code', there.searchParams.get('code') ?? '')
    await refused(browser, swapped, 400, /Begin again/)
    const foreign = new URL(there)
    foreign.searchParams.set('iss', 'https://evil.test')
    await refused(browser, foreign, 400, /cannot be trusted/)
  })

  it('says in words what went wrong there', async () => {
    const browser = new Browser(web)
    await refused(browser, await provider.turnBack((await leaves(browser, '/tasks')).href), 401, /did not sign in at/)
    const told = async (query: string) => {
      const state = (await leaves(browser)).searchParams.get('state')
      return new URL(`${web.url}/auth/callback?state=${state}&iss=${encodeURIComponent(provider.issuer)}&${query}`)
    }
    await refused(browser, await told('error=login_required'), 400, /It said: login_required/)
    await refused(browser, await told('error=%3Cb%3Ehi'), 400, /did not sign you in\. Begin/)
    await refused(browser, await told('error=temporarily_unavailable'), 503, /Try again in a moment/)
    await refused(browser, await told('code=made-up'), 400, /too old, or was used already/)
    for (const [login, claims] of [
      ['nobody', {}],
      ['odd', { email: 'no address', email_verified: true }],
    ] as const) {
      await person(login, claims)
      await refused(browser, await provider.walk((await leaves(browser)).href, login), 403, /which email address/)
    }
    const long = 's'.repeat(256)
    await person(long, { email: 'long@mail.example', email_verified: true })
    await refused(browser, await provider.walk((await leaves(browser)).href, long), 400, /cannot be trusted/)
  })

  it('knows keys that the provider put in a moment ago', async () => {
    await confirmed('lea')
    expect((await signsIn(new Browser(web), 'lea')).status).to.equal(303)
    await provider.tell({ tell: 'keys' })
    expect((await signsIn(new Browser(web), 'lea')).status).to.equal(303)
  })

  it('bears with a clock there that is a little off, and says so of one that is far off', async () => {
    await confirmed('mo')
    // its tokens are good for a minute
    await provider.tell({ tell: 'clock', behind: minutes(1) + lifetimes.providerSkew - seconds(30) })
    expect((await signsIn(new Browser(web), 'mo')).status).to.equal(303)
    await provider.tell({ tell: 'clock', behind: minutes(30) })
    const browser = new Browser(web)
    const there = await provider.walk((await leaves(browser)).href, 'mo')
    await refused(browser, there, 400, /clock of .* too far apart/)
    await provider.tell({ tell: 'clock', behind: 0 })
  })

  it('says that the provider is away, on the way there and back, and goes on when it is there again', async () => {
    await confirmed('ned')
    const browser = new Browser(web)
    const there = await provider.walk((await leaves(browser)).href, 'ned')
    await provider.tell({ tell: 'away', away: true })
    await refused(browser, there, 503, /does not answer as it should/)
    await web.advance(lifetimes.providerMetadata)
    const started = await browser.get('/signin/start?next=/tasks')
    expect([started.status, started.headers.get('Retry-After')]).to.deep.equal([503, '5'])
    expect(started.text).to.include('role="alert"').and.include('next=%2Ftasks')
    await provider.tell({ tell: 'away', away: false })
    expect((await signsIn(browser, 'ned')).status).to.equal(303)
  })

  it('says so where the provider does not know this server', async () => {
    await confirmed('oda')
    const redirect = `${web.url}/auth/callback`
    const browser = new Browser(web)
    const there = await provider.walk((await leaves(browser)).href, 'oda')
    await provider.tell({ tell: 'client', client: registered(redirect, { secret: 'another secret by now' }) })
    await refused(browser, there, 503, /OIDC_CLIENT_SECRET\) is not right there/)
    await provider.tell({ tell: 'client', client: registered(redirect) })
  })

  it('lets in nobody who is suspended, and no newcomer while new accounts are paused', async () => {
    await confirmed('pia')
    const pia = new Browser(web)
    await signsIn(pia, 'pia')
    await web.sql`insert into platform_pause (what, by_id, at) values ('signups', 'hum_x', now())`
    for (const email_verified of [true, false]) {
      await person('quinn', { email: 'quinn@mail.example', email_verified })
      const quinn = new Browser(web)
      await refused(quinn, await provider.walk((await leaves(quinn)).href, 'quinn'), 503, /New accounts are paused/)
    }
    expect((await signsIn(new Browser(web), 'pia')).status).to.equal(303)
    await web.sql`delete from platform_pause`
    await web.sql`update participant set suspended_at = now() where id = ${(await pia.profile())['id']}`
    const again = new Browser(web)
    await refused(again, await provider.walk((await leaves(again)).href, 'pia'), 401, /suspended/)
  })

  it('goes on to a path of this service only', async () => {
    await confirmed('rob')
    for (const next of ['https://evil.test/', '//evil.test/', '/\\evil.test', `/${'x'.repeat(500)}`]) {
      const { headers } = await signsIn(new Browser(web), 'rob', encodeURIComponent(next))
      expect(headers.get('Location'), next).to.equal('/')
    }
  })

  it('has no codes and no development form', async () => {
    for (const path of ['/signin', '/signin/code', '/signin/code/verify']) {
      const fields = new URLSearchParams({ name: 'Ada', email: 'ada@mail.example', code: '123456' })
      const { status, body } = await web.post(path, fields)
      expect([status, body['error']], path).to.deep.equal([404, 'not_found'])
    }
    expect((await new Browser(web).get('/signin/code')).status).to.equal(404)
  })

  // SPEC: Per-IP > get /signin/start, /auth/callback
  it('is asked for 60 times in 10 minutes by one address, there and back together', async () => {
    const statuses: number[] = []
    const browser = new Browser(web)
    for (let n = 0; n <= perIp.signinStart.limit; n++)
      statuses.push((await browser.get(n % 2 ? '/auth/callback' : '/signin/start')).status)
    expect(statuses.slice(0, -1)).not.to.include(429)
    expect(statuses.at(-1)).to.equal(429)
  })
})
