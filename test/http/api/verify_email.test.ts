import { expect } from 'chai'
import { newSession } from '../../../src/identity/session.ts'
import { appParts } from '../../../src/app_parts.ts'
import { bodies, lifetimes, perIp, registration } from '../../../src/rules/limits.ts'
import { hours } from '../../../src/rules/units.ts'
import { type Agent, register } from '../../support/cast.ts'
import { type MailServer, openMailServer } from '../../support/mail_server.ts'
import { letterTo, linkIn, outbox } from '../../support/kept_mail.ts'
import { withCast } from '../../support/here.ts'
import { ownAddress } from '../../support/own_address.ts'
import { startServer, type TestServer } from '../../support/server.ts'
import { Browser } from '../browser.ts'
import { type Answer, webOf } from '../web.ts'
import { threadForGuests } from '../../support/guest.ts'

describe('confirming an email address', () => {
  const { server, cast } = withCast({ TRUST_PROXY: '1' })
  const web = webOf(server)
  let thread_id: string
  before(async () => {
    thread_id = await threadForGuests(cast)
  })

  /** a client at an address of its own */
  const asks = (agent: Agent, email: string, headers = ownAddress()): Promise<Answer> =>
    web.post('/signin/email', { email }, { Authorization: `Bearer ${agent.key}`, ...headers })
  const opens = (link: string, headers: Record<string, string> = {}): Promise<Answer> =>
    web.post('/api/verify-email', { token: link.split('#')[1] }, { 'x-svc': '1', ...ownAddress(), ...headers })
  const linkTo = async (email: string): Promise<string> => linkIn(await letterTo(server.url, email))
  const isVerified = async (id: string): Promise<boolean> =>
    (await server.sql`select email_verified_at is not null as yes from participant where id = ${id}`)[0]?.['yes']
  /** an agent that has confirmed this address */
  async function confirmed(name: string, email: string): Promise<Agent> {
    const agent = await register(server, name)
    expect((await asks(agent, email)).status).to.equal(200)
    expect((await opens(await linkTo(email))).body).to.include({ verified: true })
    return agent
  }
  const notConnected = { sent: false, message: 'Email is not connected on this server: the message was kept locally.' }
  const bad = { error: 'not_found', reason: 'unreadable' }

  describe('by an agent with nobody behind it', () => {
    // SPEC: a verified email never lifts
    // SPEC: Summary > post /api/verify-email
    // SPEC: answer {verified, name
    // SPEC: a guest person confirms
    it('takes the link that is mailed, once, and leaves its 20 writes a day', async () => {
      const agent = await register(server, 'Rosa')
      const asked = await asks(agent, 'Rosa@mail.example')
      expect([asked.status, asked.body]).to.deep.equal([200, notConnected])
      const { subject, text } = await letterTo(server.url, 'Rosa@mail.example')
      expect(subject).not.to.include('dpv_')
      expect(text).to.include('@rosa').and.include(`${server.url}/verify#dpv_`).and.include('24 hours')
      expect(await isVerified(agent.id)).to.equal(false)

      const link = linkIn({ text })
      const opened = await opens(link)
      expect([opened.status, opened.body]).to.deep.equal([
        200,
        { verified: true, name: 'Rosa', signedIn: false, merged: false, otherSession: false },
      ])
      expect(opened.headers.getSetCookie()).to.deep.equal([])
      expect(await isVerified(agent.id)).to.equal(true)
      expect((await opens(link)).body).to.include(bad)

      const post = await agent.does('post_reply', { thread_id, body: 'I bake.' })
      expect(post['allowance']).to.include({ limit: 20, per: 'day', remaining: 19 })
      const again = await asks(agent, 'other@mail.example')
      expect(again.body).to.include({ error: 'conflict', reason: 'already_linked' })
    })

    // SPEC: a guest person confirms
    it('answers used, expired, unknown and mistyped links with one and the same words', async () => {
      const agent = await register(server, 'Sam')
      await asks(agent, 'sam@mail.example')
      const link = await linkTo('sam@mail.example')
      await server.advance(lifetimes.emailVerification)
      const expired = await opens(link)
      expect(expired.status).to.equal(404)
      for (const other of [`#dpv_${'x'.repeat(43)}`, `#dpi_${'x'.repeat(43)}`, '#nothing', '#']) {
        const { status, text } = await opens(other)
        expect([status, text], other).to.deep.equal([expired.status, expired.text])
      }
      await asks(agent, 'sam@mail.example')
      const fresh = await linkTo('sam@mail.example')
      await opens(fresh)
      expect((await opens(fresh)).text).to.equal(expired.text)
    })

    it('ends every other link of the id', async () => {
      const agent = await register(server, 'Tess')
      await asks(agent, 'tess@mail.example')
      await asks(agent, 'tess@other.example')
      const [first, second] = [await linkTo('tess@mail.example'), await linkTo('tess@other.example')]
      const both = await Promise.all([opens(first), opens(second)])
      expect(both.map(({ status }) => status)).to.have.members([200, 404])
    })

    // SPEC: one email address, one human
    it('is one with the human who has that address, in reviews and in what undo_everything takes', async () => {
      const own = await confirmed('Cleos other', 'CLEO+agents@cast.example')
      await own.does('join_hub', { hub: cast.hub.slug })
      const [assignee, reviewer] = [cast.cleosAgent.handle, own.handle]
      const refused = await cast.otto.refused('create_task', { thread_id, title: 'Bake', assignee, reviewer })
      expect(refused).to.equal('forbidden/linked_to_author')

      const { task_id } = await cast.otto.does('create_task', { thread_id, title: 'Bake', reviewer })
      const brought = await cast.cleosAgent.refused('submit_result', { task_id, link: 'https://bread.example/' })
      expect(brought).to.equal('forbidden/linked_to_author')

      await own.does('post_reply', { thread_id, body: 'Rye, then.' })
      const args = { hub: cast.hub.slug, participant: cast.cleosAgent.id, dry_run: true }
      const counted = async (more: object) => await cast.otto.does('undo_everything', { ...args, ...more })
      const [alone, linked] = [await counted({}), await counted({ include_linked: true })]
      expect(linked['posts_hidden'] - alone['posts_hidden']).to.equal(1)
      expect(linked['participants']).to.include(own.id)
    })

    it('is heard at once of by everybody who has the address', async () => {
      const email = 'uma@mail.example'
      const [one, two] = [await register(server, 'Uma'), await register(server, 'Umas other')]
      await Promise.all([one, two].map((agent) => agent.does('join_hub', { hub: cast.hub.slug })))
      await confirmedWith(one, email)
      await confirmedWith(two, email)
      const args = { thread_id, title: 'Sift', assignee: one.handle, reviewer: two.handle }
      expect((await cast.otto.call('create_task', args)).error).to.include({ reason: 'linked_to_author' })
    })
    const confirmedWith = async (agent: Agent, email: string) => {
      await asks(agent, email)
      expect((await opens(await linkTo(email))).status).to.equal(200)
    }

    it('is for a guest or such an agent only', async () => {
      const nobody = await web.post('/signin/email', { email: 'v@mail.example' }, ownAddress())
      expect([nobody.status, nobody.body['reason']]).to.deep.equal([401, 'no_key'])
      const wrongKey = { Authorization: `Bearer dpa_${'x'.repeat(43)}`, ...ownAddress() }
      expect((await web.post('/signin/email', { email: 'v@mail.example' }, wrongKey)).status).to.equal(401)
      expect((await asks(cast.otto, 'v@mail.example')).body).to.include({ error: 'conflict', reason: 'already_linked' })
      const ada = await web.post(
        '/signin/email',
        { email: 'v@mail.example' },
        { Cookie: cast.ada.session, ...ownAddress() },
      )
      expect(ada.body).to.include({ error: 'conflict', reason: 'already_signed_in' })
      const parent = await register(server, 'Vera')
      const minted = await parent.does('mint_subagent', { name: 'Veras hand', threads: [thread_id] })
      const sub = await web.post(
        '/signin/email',
        { email: 'v@mail.example' },
        {
          Authorization: `Bearer ${minted['agent_key']}`,
          ...ownAddress(),
        },
      )
      expect(sub.body).to.include({ error: 'forbidden', reason: 'subagent' })
      const foreign = { Cookie: cast.ada.session, Origin: 'https://evil.test', ...ownAddress() }
      expect((await web.post('/signin/email', { email: 'v@mail.example' }, foreign)).body).to.include({
        reason: 'origin',
      })
      expect((await outbox(server.url)).some(({ to }) => to === 'v@mail.example')).to.equal(false)
    })

    // SPEC: a guest person confirms
    it('refuses throw-away mailboxes and what is no address', async () => {
      const agent = await register(server, 'Walt')
      for (const email of ['walt@mailinator.com', 'walt@sub.Mailinator.com']) {
        expect((await asks(agent, email)).body, email).to.include({ error: 'invalid', reason: 'disposable_email' })
      }
      for (const email of ['walt', 'a b@mail.example', 'x'.repeat(260)]) {
        expect((await asks(agent, email)).body, email).to.include({ error: 'invalid', reason: 'schema' })
      }
      expect((await asks(agent, 'walt@mail.example')).status).to.equal(200)
    })

    // SPEC: Endpoints / POST /api/verify-email > body {token}
    it('needs the header, and a body of 2 KB at most', async () => {
      const token = `dpv_${'x'.repeat(43)}`
      const bare = await web.post('/api/verify-email', { token }, ownAddress())
      expect([bare.status, bare.body['reason']]).to.deep.equal([403, 'origin'])
      const foreign = await web.post(
        '/api/verify-email',
        { token },
        { 'x-svc': '1', Origin: 'https://evil.test', ...ownAddress() },
      )
      expect([foreign.status, foreign.body['reason']]).to.deep.equal([403, 'origin'])
      const long = await web.post(
        '/api/verify-email',
        { token: 'x'.repeat(bodies.small) },
        { 'x-svc': '1', ...ownAddress() },
      )
      expect([long.status, long.body['reason']]).to.deep.equal([413, 'body'])
      const missing = await web.post('/api/verify-email', {}, { 'x-svc': '1', ...ownAddress() })
      expect([missing.status, missing.body['reason']]).to.deep.equal([400, 'schema'])
    })
  })

  describe('is counted', () => {
    // SPEC: verification emails 3 an hour
    it('three mails an hour for an id', async () => {
      const agent = await register(server, 'Xena')
      const reasons = []
      for (let n = 0; n <= registration.emailsPerId.limit; n++)
        reasons.push((await asks(agent, `x${n}@mail.example`)).body['reason'])
      expect(reasons).to.deep.equal([undefined, undefined, undefined, 'emails'])
      await server.advance(hours(1))
      expect((await asks(agent, 'x9@mail.example')).status).to.equal(200)
    })

    // SPEC: verification emails 3 an hour
    it('five mails a day for an address, however it is spelled', async () => {
      const said = []
      for (let n = 0; n <= registration.emailsPerAddress.limit; n++) {
        said.push(await asks(await register(server, `Yan ${n}`), `Yan+${n}@mail.example`))
      }
      expect(said.map(({ status }) => status)).to.deep.equal([200, 200, 200, 200, 200, 429])
      expect(said.at(-1)?.body).to.include({ error: 'rate_limited', reason: 'emails' })
      expect(Number(said.at(-1)?.headers.get('Retry-After'))).to.be.within(1, 86_400)
      await server.advance(hours(24))
      expect((await asks(await register(server, 'Yan'), 'yan@mail.example')).status).to.equal(200)
    })

    it('twenty requests an hour from one address, and thirty links', async () => {
      const here = ownAddress()
      const sent = []
      for (let n = 0; n <= perIp.signinEmail.limit; n++) sent.push((await web.post('/signin/email', {}, here)).status)
      expect(sent).to.deep.equal([...Array.from({ length: 20 }, () => 401), 429])
      const opened = []
      const there = { ...ownAddress(), 'x-svc': '1' }
      for (let n = 0; n <= perIp.verifyEmail.limit; n++) {
        opened.push((await web.post('/api/verify-email', { token: 'dpv_' }, there)).status)
      }
      expect(opened).to.deep.equal([...Array.from({ length: 30 }, () => 404), 429])
      await server.advance(hours(1))
      expect((await web.post('/api/verify-email', { token: 'dpv_' }, there)).status).to.equal(404)
    })

    // SPEC: ids per email address
    // SPEC: a guest person confirms
    it('five ids for an address, also where six links are opened at once', async () => {
      const links: string[] = []
      const agents: Agent[] = []
      for (let n = 0; n <= registration.idsPerEmail; n++) {
        if (n === registration.emailsPerAddress.limit) await server.advance(hours(23))
        const agent = await register(server, `Zoe ${n}`)
        agents.push(agent)
        const email = `zoe+${n}@mail.example`
        expect((await asks(agent, email)).status, email).to.equal(n < registration.emailsPerAddress.limit ? 200 : 429)
        if (n < registration.emailsPerAddress.limit) links.push(await linkTo(email))
      }
      await server.advance(hours(1))
      // the first five wait no more; a sixth comes a day later
      await Promise.all(
        agents.slice(0, 5).map(async (agent, n) => {
          await server.sql`update credential set expires_at = expires_at + interval '2 days'
            where participant_id = ${agent.id} and kind = 'email_verification'`
          return n
        }),
      )
      const sixth = agents.at(-1) as Agent
      expect((await asks(sixth, 'zoe@mail.example')).status).to.equal(200)
      links.push(await linkTo('zoe@mail.example'))
      const opened = await Promise.all(links.map((link) => opens(link)))
      expect(opened.filter(({ status }) => status === 200)).to.have.length(5)
      expect(opened.find(({ status }) => status !== 200)?.body).to.include({
        error: 'rate_limited',
        reason: 'ids_per_email',
        retry_after_seconds: 3600,
      })
      await server.advance(hours(24))
      const late = await asks(await register(server, 'Zoe last'), 'zoe@mail.example')
      expect(late.body).to.include({ error: 'rate_limited', reason: 'ids_per_email' })
    })
  })

  describe('by a guest person', () => {
    const guest = async (name: string): Promise<Browser & { id: string }> => {
      const browser = new Browser(web)
      const { status, body } = await browser.post('/api/jump-in', { thread: thread_id, name }, ownAddress())
      expect(status, JSON.stringify(body)).to.equal(200)
      return Object.assign(browser, { id: body['participant'].id as string })
    }
    /** a tool as whoever is signed in there, as a page of ours asks it */
    async function does(browser: Browser, tool: string, args: object): Promise<Record<string, any>> {
      const caller = await server.parts.credentials.sessionOf(browser.cookies.get('dp_session'))
      if (!caller) throw new Error('nobody is signed in here')
      const { signal } = new AbortController()
      return (await appParts(server.parts).doors.call(tool, args, { caller, door: 'rest', signal })).data
    }
    const posts = (browser: Browser, body: string) => does(browser, 'post_reply', { thread_id, body })
    const asksHere = (browser: Browser, email: string) => browser.post('/signin/email', { email }, ownAddress())

    it('answers its form with a page of whoever is signed in, which leads back', async () => {
      const pia = await guest('Pia')
      const form = { Cookie: pia.cookie, Origin: web.url, Accept: 'text/html', ...ownAddress() }
      for (const [email, says] of [
        ['pia.form@mail.example', 'the message was kept locally'],
        ['nowhere', 'email'],
      ] as const) {
        const { text } = await web.post('/signin/email', new URLSearchParams({ email }), form)
        expect(text).to.contain(says).and.contain('<a href="/settings">Back').and.contain('data-me="pia"')
        expect(text).not.to.contain('href="/signin"')
      }
    })

    // SPEC: guest unverified (20 a day)
    // SPEC: guest person with verified email
    // SPEC: a guest person confirms
    it('lifts 20 a day to 300 an hour, shared by all ids of the address', async () => {
      const [one, two] = [await guest('Alma'), await guest('Bert')]
      expect((await posts(one, 'Before.'))['allowance']).to.include({ limit: 20, per: 'day', used: 1 })
      for (const browser of [one, two]) {
        const asked = await asksHere(browser, 'alma@mail.example')
        expect([asked.status, asked.body]).to.deep.equal([200, notConnected])
        const opened = await browser.post(
          '/api/verify-email',
          { token: (await linkTo('alma@mail.example')).split('#')[1] },
          { 'x-svc': '1', ...ownAddress() },
        )
        expect(opened.body).to.deep.equal({
          verified: true,
          name: browser === one ? 'Alma' : 'Bert',
          signedIn: true,
          merged: false,
          otherSession: false,
        })
      }
      const first = (await posts(one, 'Now I may.'))['allowance']
      expect(first).to.include({ limit: 300, per: 'hour' })
      const second = (await posts(two, 'So may I.'))['allowance']
      expect(second).to.include({ limit: 300, per: 'hour', used: first.used + 1 })
    })

    // SPEC: for a guest person the link
    // SPEC: a guest person confirms
    it('signs the browser in where the link is opened', async () => {
      const here = await guest('Cora')
      await asksHere(here, 'cora@mail.example')
      const phone = new Browser(web)
      const opened = await phone.opens(await linkTo('cora@mail.example'))
      expect(opened.body).to.include({ verified: true, signedIn: true, merged: false, otherSession: false })
      expect(phone.cookies.get('dp_session')).to.match(/^dps_/)
      const caller = await server.parts.credentials.sessionOf(phone.cookies.get('dp_session'))
      expect(caller).to.include({ id: here.id, kind: 'guest', verified: true })
      // whoever began as this guest elsewhere may be somebody else: who reads the mail goes on alone
      expect(await server.parts.credentials.sessionOf(here.cookies.get('dp_session'))).to.equal(undefined)
    })

    // SPEC: a guest person confirms
    it('ends every other session of the guest, and not that of the browser which confirms', async () => {
      const here = await guest('Cyd')
      const mine = here.cookies.get('dp_session')
      const others = await Promise.all(
        ['a laptop', 'a stranger'].map((device) => newSession(server.parts, here.id, device)),
      )
      await asksHere(here, 'cyd@mail.example')
      expect((await here.opens(await linkTo('cyd@mail.example'))).body).to.include({ verified: true, signedIn: true })
      expect(here.cookies.get('dp_session')).to.equal(mine)
      const signedIn = await Promise.all([mine, ...others].map((one) => server.parts.credentials.sessionOf(one)))
      expect(signedIn.map((caller) => caller?.id)).to.deep.equal([here.id, undefined, undefined])
    })

    // SPEC: answer {verified, name
    it('leaves a browser as it is where somebody else is signed in', async () => {
      const here = await guest('Dirk')
      await asksHere(here, 'dirk@mail.example')
      const opened = await opens(await linkTo('dirk@mail.example'), { Cookie: cast.ada.session })
      expect(opened.body).to.deep.equal({
        verified: true,
        name: 'Dirk',
        signedIn: false,
        merged: false,
        otherSession: true,
      })
      expect(opened.headers.getSetCookie()).to.deep.equal([])
      expect(await isVerified(here.id)).to.equal(true)
    })

    // SPEC: answer {verified, name
    // SPEC: for a guest person the link
    it('merges the guest into the account that has the address', async () => {
      const before = await account(cast.ben.session)
      const here = await guest('Benny')
      const posted = await posts(here, 'A guest wrote this.')
      await asksHere(here, 'BEN@cast.example')
      const old = here.cookies.get('dp_session')
      const opened = await here.opens(await linkTo('BEN@cast.example'))
      expect(opened.body).to.deep.equal({
        verified: true,
        name: 'Ben',
        signedIn: true,
        merged: true,
        otherSession: false,
      })
      expect(here.cookies.get('dp_session')).not.to.equal(old)
      expect(await server.parts.credentials.sessionOf(old)).to.equal(undefined)
      const now = await here.account()
      expect(now['profile'].id).to.equal(before['profile'].id)
      expect(now['trust'].posts).to.equal(before['trust'].posts + 1)
      expect(now['agents'].map(({ id }: { id: string }) => id)).not.to.include(here.id)

      // the person stands behind what the guest wrote, sits where it sat, and may take it back
      const page = await cast.otto.call('open_thread', { thread_id })
      expect(page.text).to.match(/^Benny @benny.* · of @ben \(guest\) · .*$/m)
      const read = (headers: Record<string, string>) => fetch(`${server.url}/t/${thread_id}.md`, { headers })
      const toThem = { Cookie: `dp_session=${here.cookies.get('dp_session')}` }
      const own = await read(toThem)
      const everybody = [
        toThem,
        ...[cast.bensAgent, cast.otto].map(({ key }) => ({ Authorization: `Bearer ${key}` })),
        {},
      ]
      const etags = (readers: Record<string, string>[]) =>
        Promise.all(readers.map(async (headers) => (await read(headers)).headers.get('etag')))
      const first = [own.headers.get('etag'), ...(await etags(everybody))]
      expect(first).to.deep.equal(Array(5).fill(first[0]))
      expect(first[0], 'first read by that person').to.match(/^"thread:\w+:\d+"$/)
      expect(await own.text(), 'to that person the guest is no agent').to.match(
        /^Benny @benny\S* · of @ben · you \(guest\) · /m,
      )
      const { members } = await cast.otto.does('open_thread', { thread_id, members: true })
      expect(members.map(({ id }: { id: string }) => id))
        .to.include(before['profile'].id)
        .and.not.include(here.id)
      const undone = await does(here, 'undo_edit', { post_id: posted['post_id'] })
      expect(undone).to.include({ post_id: posted['post_id'] })
      expect((await cast.otto.call('open_thread', { thread_id })).text).not.to.include('A guest wrote this.')
      // somebody who calls the guest reaches the person
      await cast.otto.does('post_reply', { thread_id, body: '@benny thank you' })
      await server.landed()
      const heard =
        await server.sql`select 1 from inbox_item where participant_id = ${before['profile'].id} and kind = 'mention'`
      expect(heard).to.have.length(1)
    })
    const account = async (session: string) => (await web.settings(session, 'credentials')).body

    // SPEC: one email address, one human: ids verified
    it('merges into nobody with another tag, whose mailbox it may not be, and counts as one with them', async () => {
      const here = await guest('Benno')
      const old = here.cookies.get('dp_session')
      await asksHere(here, 'ben+phone@cast.example')
      const opened = await here.opens(await linkTo('ben+phone@cast.example'))
      expect(opened.body).to.include({ verified: true, name: 'Benno', signedIn: true, merged: false })
      expect(here.cookies.get('dp_session'), 'not signed in as Ben').to.equal(old)
      const caller = await server.parts.credentials.sessionOf(old)
      expect(caller).to.include({ id: here.id, kind: 'guest', verified: true, counts_as: cast.ben.id })
    })

    it('merges into nobody who only says that the address is theirs', async () => {
      await server.sql`update participant set email_verified_at = null where email = 'cleo@cast.example'`
      const here = await guest('Elsa')
      await asksHere(here, 'cleo@cast.example')
      const opened = await here.opens(await linkTo('cleo@cast.example'))
      expect(opened.body).to.include({ verified: true, name: 'Elsa', signedIn: true, merged: false })
    })

    it('is confirmed for nobody who is suspended', async () => {
      const here = await guest('Fay')
      await asksHere(here, 'fay@mail.example')
      await server.sql`update participant set suspended_at = created_at where id = ${here.id}`
      const opened = await opens(await linkTo('fay@mail.example'))
      expect([opened.status, opened.body['reason']]).to.deep.equal([401, 'suspended'])
      expect(await isVerified(here.id)).to.equal(false)
    })

    it('is asked for on a form, too, which signing in offers a guest', async () => {
      const here = await guest('Gina')
      const fromHere = () => ({ ...ownAddress(), Origin: server.url })
      const offered = async (cookie: string) =>
        (await (await fetch(`${server.url}/signin`, { headers: { Cookie: cookie } })).text()).includes(
          'action="/signin/email"',
        )
      expect(await offered(here.cookie)).to.equal(true)
      expect(await offered(cast.ada.session)).to.equal(false)
      expect(await offered('')).to.equal(false)
      const said = await here.post('/signin/email', new URLSearchParams({ email: 'gina@mail.example' }), fromHere())
      expect(said.status).to.equal(200)
      expect(said.text).to.include('kept locally')
      const wrong = await here.post('/signin/email', new URLSearchParams({ email: 'gina' }), fromHere())
      expect([wrong.status, wrong.text.includes('no email address')]).to.deep.equal([400, true])
    })
  })

  it('happens on a page whose script alone reads what stands behind the #', async () => {
    const response = await fetch(`${server.url}/verify`)
    expect(response.status).to.equal(200)
    expect(response.headers.get('Content-Security-Policy')).to.include("script-src 'self'")
    expect(response.headers.get('Cache-Control')).to.equal('private, no-store')
    const page = await response.text()
    expect(page).to.include('data-secret="verify"').and.include('<noscript>')
  })
})

describe('confirming an address where a mail server is connected', () => {
  let mailServer: MailServer
  let server: TestServer
  before(async () => {
    mailServer = await openMailServer()
    server = await startServer({ SMTP_URL: mailServer.url })
  })
  after(async () => {
    await server.stop()
    await mailServer.close()
  })

  it('says that the link was sent, and keeps it nowhere', async () => {
    const web = webOf(server)
    const agent = await register(server, 'Hugo')
    const asked = await web.post(
      '/signin/email',
      { email: 'hugo@mail.example' },
      { Authorization: `Bearer ${agent.key}` },
    )
    expect(asked.body).to.deep.equal({ sent: true })
    const text = await mailServer.letterTo('hugo@mail.example')
    const { body } = await new Browser(web).opens(linkIn({ text }))
    expect(body).to.include({ verified: true, name: 'Hugo' })
    expect(await outbox(server.url)).to.deep.equal([])
  })
})
