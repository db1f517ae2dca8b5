import { expect } from 'chai'
import { lifetimes, perIp } from '../../src/rules/limits.ts'
import { hours, minutes } from '../../src/rules/units.ts'
import { type MailServer, openMailServer } from '../support/mail_server.ts'
import { codeIn, letterTo, outbox } from '../support/kept_mail.ts'
import { Browser } from './browser.ts'
import { openWeb, type Answer, type Web, withWeb } from './web.ts'

const wrong = (code: string): string => String((Number(code) + 1) % 1_000_000).padStart(6, '0')

describe('signing in with a code by email', () => {
  const web = withWeb({ SVC_AUTH: 'email' })
  // every story begins in a window of its own
  beforeEach(() => web.advance(hours(1)))

  const refused = { error: 'invalid', reason: 'code' }

  it('begins on a page that works without scripts and keeps where to go', async () => {
    const response = await fetch(`${web.url}/signin?next=/h/cooking`)
    expect(response.status).to.equal(200)
    const page = await response.text()
    expect(page).to.include('action="/signin/code"').and.include('name="next" value="/h/cooking"')
    expect(page).not.to.include('name="name"')

    const browser = new Browser(web)
    const email = 'noscript@mail.example'
    const asked = await browser.post('/signin/code', new URLSearchParams({ email, next: '/h/cooking' }))
    expect(asked.status).to.equal(200)
    expect(asked.text).to.include('action="/signin/code/verify"').and.include('value="/h/cooking"')
    expect(asked.text).to.include('Email is not connected on this server')
    const bad = await browser.post('/signin/code/verify', new URLSearchParams({ email, code: '1' }))
    expect(bad.status).to.equal(400)
    expect(bad.text).to.include('role="alert"').and.include('name="code"')
    const mistyped = await browser.post('/signin/code', new URLSearchParams({ email: 'noscript@' }))
    expect(mistyped.text, 'what was typed stands').to.include('role="alert"').and.include('value="noscript@"')
    const code = codeIn(await letterTo(web.url, email))
    const fields = new URLSearchParams({ email, code, next: '/h/cooking' })
    const { status, headers } = await browser.post('/signin/code/verify', fields)
    expect(status).to.equal(303)
    expect(headers.get('Location')).to.equal('/h/cooking')
    expect((await browser.profile())['email']).to.equal(email)
  })

  it('has the page for the code at an address of its own, too', async () => {
    const page = await (await fetch(`${web.url}/signin/code?next=/h/cooking`)).text()
    expect(page).to.include('action="/signin/code/verify"').and.include('value="/h/cooking"')
    expect(page).to.include('type="email"').and.include('name="code"')
    const again = await web.post('/signin/code/verify', new URLSearchParams({ email: 'no email', code: '123456' }))
    expect([again.status, again.text.includes('type="email"')]).to.deep.equal([400, true])
  })

  it('goes to the mailbox of the account that it signs in to', async () => {
    const owner = new Browser(web)
    await owner.asks('boss@mail.example')
    const first = codeIn(await letterTo(web.url, 'boss@mail.example'))
    await owner.post('/signin/code/verify', new URLSearchParams({ email: 'boss@mail.example', code: first }))
    const other = new Browser(web)
    await other.asks('boss+x@mail.example')
    expect((await outbox(web.url)).map(({ to }) => to)).not.to.include('boss+x@mail.example')
    const code = codeIn(await letterTo(web.url, 'boss@mail.example'))
    await other.post('/signin/code/verify', new URLSearchParams({ email: 'boss+x@mail.example', code }))
    expect((await other.profile())['email']).to.equal('boss@mail.example')
  })

  // SPEC: humans sign in with a 6-digit
  it('mails six digits that sign in the browser which asked, and make the account the first time', async () => {
    const browser = new Browser(web)
    const asked = await browser.asks('dora@mail.example', '/h/cooking')
    expect([asked.status, asked.body]).to.deep.equal([200, { sent: true, expires_in: 3600 }])
    expect(asked.headers.get('Set-Cookie')).to.match(
      /^dp_signin=[\w-]{43}; Path=\/signin; Max-Age=3600; HttpOnly; SameSite=Lax$/,
    )
    const { subject, text } = await letterTo(web.url, 'dora@mail.example')
    expect(text.match(/\d{6}/g)).to.have.length(1)
    expect(subject).not.to.match(/\d/)

    const said = await browser.says('dora@mail.example', codeIn({ text }))
    expect([said.status, said.body]).to.deep.equal([200, { ok: true, path: '/h/cooking' }])
    expect(said.headers.getSetCookie()[0]).to.match(/^dp_session=dps_[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly/)
    expect(await browser.profile()).to.include({ name: 'dora', email: 'dora@mail.example', email_verified: true })
  })

  it('calls nobody by a reserved name for their address', async () => {
    const email = 'anthropic-support@evil.example'
    const browser = new Browser(web)
    await browser.asks(email)
    await browser.says(email, codeIn(await letterTo(web.url, email)))
    const { name, handle } = await browser.profile()
    expect(name).to.equal('Person')
    expect(handle).to.match(/^@person(-\d+)?$/)
  })

  it('says the same of every address, known or new, and finds a known person again', async () => {
    const first = new Browser(web)
    await first.asks('ella@mail.example')
    await first.says('ella@mail.example', codeIn(await letterTo(web.url, 'ella@mail.example')))
    const again = new Browser(web)
    const known = await again.asks('Ella+svc@mail.example')
    const fresh = await new Browser(web).asks('nobody@mail.example')
    expect([known.status, known.text]).to.deep.equal([fresh.status, fresh.text])
    await again.says('ELLA+svc@mail.example', codeIn(await letterTo(web.url, 'ella@mail.example')))
    expect((await again.profile())['id']).to.equal((await first.profile())['id'])
  })

  it('works once, for an hour, and only in the browser that asked', async () => {
    const email = 'finn@mail.example'
    const browser = new Browser(web)
    await browser.asks(email)
    const code = codeIn(await letterTo(web.url, email))
    expect((await new Browser(web).says(email, code)).body).to.include(refused)
    expect((await browser.says('other@mail.example', code)).body).to.include(refused)
    const twice = await Promise.all([browser.says(email, code), browser.says(email, code)])
    expect(twice.map(({ status }) => status)).to.have.members([200, 400])
    expect((await browser.says(email, code)).body).to.include(refused)

    await browser.asks(email)
    await web.advance(lifetimes.signinCode)
    expect((await browser.says(email, codeIn(await letterTo(web.url, email)))).body).to.include(refused)
  })

  it('takes the newest code of a browser, with blanks as people paste it', async () => {
    const email = 'gus@mail.example'
    const browser = new Browser(web)
    await browser.asks(email)
    const older = codeIn(await letterTo(web.url, email))
    await browser.asks(email)
    const newer = codeIn(await letterTo(web.url, email))
    if (older !== newer) expect((await browser.says(email, older)).body).to.include(refused)
    expect((await browser.says(email, ` ${newer.slice(0, 3)} ${newer.slice(3)}`)).status).to.equal(200)
  })

  it('ends after five wrong tries in the browser, however many come at once', async () => {
    const email = 'hana@mail.example'
    const browser = new Browser(web)
    await browser.asks(email)
    const code = codeIn(await letterTo(web.url, email))
    for (let n = 1; n < lifetimes.signinCodeTries; n++)
      expect((await browser.says(email, wrong(code))).body['message']).to.contain('Type it again')
    const last = await Promise.all([browser.says(email, wrong(code)), browser.says(email, wrong(code))])
    for (const { body } of [...last, await browser.says(email, code)])
      expect(body).to.include({ ...refused, message: 'That code has ended, after 5 wrong tries. Ask for a new one.' })
    const { text } = await browser.post('/signin/code/verify', new URLSearchParams({ email, code }))
    expect(text, 'the page asks for a new one').to.include('That code has ended').and.include(`value="${email}"`)
    expect(text).to.include('Mail me a code').and.not.include('name="code"')
  })

  it('still takes the right code as the fifth try', async () => {
    const email = 'ida@mail.example'
    const browser = new Browser(web)
    await browser.asks(email)
    const code = codeIn(await letterTo(web.url, email))
    for (let n = 1; n < lifetimes.signinCodeTries; n++) await browser.says(email, wrong(code))
    expect((await browser.says(email, code)).status).to.equal(200)
  })

  it('goes on to a path of this service only', async () => {
    for (const [next, path] of [
      ['https://evil.test/', '/'],
      ['//evil.test/', '/'],
      ['/\\evil.test', '/'],
      ['/t/one?x=1#last', '/t/one?x=1#last'],
    ] as const) {
      const email = `next${path.length}${next.length}@mail.example`
      const browser = new Browser(web)
      await browser.asks(email, next)
      const said = await browser.says(email, codeIn(await letterTo(web.url, email)), next)
      expect(said.body['path'], next).to.equal(path)
    }
    expect((await new Browser(web).asks('long@mail.example', `/${'x'.repeat(500)}`)).status).to.equal(400)
  })

  it('refuses what is no address, and a form that another site sends', async () => {
    for (const email of [
      'no email',
      'a@b@c',
      `${'x'.repeat(250)}@mail.example`,
      'a b@mail.example',
      'x\r\nBcc: y@z.example',
    ]) {
      expect((await new Browser(web).asks(email)).body, email).to.include({ error: 'invalid', reason: 'schema' })
    }
    const foreign = { Origin: 'https://evil.test' }
    for (const path of ['/signin/code', '/signin/code/verify']) {
      const { body } = await web.post(path, { email: 'a@mail.example', code: '000000' }, foreign)
      expect(body, path).to.include({ error: 'forbidden', reason: 'origin' })
    }
    expect((await outbox(web.url)).map(({ to }) => to)).not.to.include('a@mail.example')
  })

  it('keeps the code of a newcomer while new accounts are paused, and lets those in who have one', async () => {
    const [known, newcomer] = [new Browser(web), new Browser(web)]
    await known.asks('jo@mail.example')
    await known.says('jo@mail.example', codeIn(await letterTo(web.url, 'jo@mail.example')))
    await web.sql`insert into platform_pause (what, by_id, at) values ('signups', 'hum_x', now())`
    await newcomer.asks('kim@mail.example')
    const code = codeIn(await letterTo(web.url, 'kim@mail.example'))
    const paused = await newcomer.says('kim@mail.example', code)
    expect([paused.status, paused.body['error'], paused.body['reason']]).to.deep.equal([503, 'paused', 'signups'])
    await known.asks('jo@mail.example')
    expect((await known.says('jo@mail.example', codeIn(await letterTo(web.url, 'jo@mail.example')))).status).to.equal(
      200,
    )
    await web.sql`delete from platform_pause`
    expect((await newcomer.says('kim@mail.example', code)).status).to.equal(200)
  })

  it('stores a code nowhere but in the letter', async () => {
    const browser = new Browser(web)
    await browser.asks('lea@mail.example')
    const code = codeIn(await letterTo(web.url, 'lea@mail.example'))
    const { parts } = web
    const keys = await parts.redis.keys('short:sign_in_code:*')
    expect(keys).not.to.deep.equal([])
    for (const key of keys) {
      const record = await parts.redis.hgetall(key)
      expect(record['code_hash']).to.match(/^[0-9a-f]{64}$/)
      expect(Object.values(record)).not.to.include(code)
      expect(await parts.redis.pttl(key)).to.be.within(1, lifetimes.signinCode)
    }
  })

  it('sends 5 codes an hour to one address and 20 from one, however they are spelled', async () => {
    let answer: Answer | undefined
    for (let n = 0; n <= perIp.signinCodeSendPerEmail.limit; n++)
      answer = await new Browser(web).asks(`Mo+${n}@mail.example`)
    expect([answer?.status, answer?.body['reason']]).to.deep.equal([429, 'ip'])
    expect(Number(answer?.headers.get('Retry-After'))).to.be.within(1, 3600)
    await web.advance(hours(1))
    expect((await new Browser(web).asks('mo@mail.example')).status).to.equal(200)

    await web.advance(hours(1))
    const statuses = []
    for (let n = 0; n <= perIp.signinCodeSend.limit; n++)
      statuses.push((await new Browser(web).asks(`many${n}@mail.example`)).status)
    expect(statuses).to.deep.equal([...Array.from({ length: 20 }, () => 200), 429])
    await web.advance(hours(1))
    expect((await new Browser(web).asks('many@mail.example')).status).to.equal(200)
  })

  it('lets nobody be locked out by what others try', async () => {
    const email = 'oda@mail.example'
    const owner = new Browser(web)
    await owner.asks(email)
    const code = codeIn(await letterTo(web.url, email))
    const stranger = new Browser(web)
    for (let n = 0; n <= perIp.signinCodeVerifyPerEmail.limit; n++) await new Browser(web).says(email, wrong(code))
    for (let asked = 0; asked < 2; asked++) {
      await stranger.asks(email)
      for (let n = 0; n < lifetimes.signinCodeTries; n++) await stranger.says(email, 'x00000')
    }
    expect((await stranger.says(email, 'x00000')).status).to.equal(429)
    expect((await owner.says(email, code)).status).to.equal(200)
  })

  it('still mails a code to its owner, in the browser they signed in with before, where strangers spent the hour of the address', async () => {
    const email = 'pam@mail.example'
    const owner = new Browser(web)
    await owner.asks(email)
    expect((await owner.says(email, codeIn(await letterTo(web.url, email)))).status).to.equal(200)
    owner.cookies.delete('dp_session')
    const most = perIp.signinCodeSendPerEmail.limit
    for (let n = 1; n < most; n++) expect((await new Browser(web).asks(email)).status).to.equal(200)
    expect((await new Browser(web).asks(email)).status).to.equal(429)
    for (let n = 0; n < most; n++) expect((await owner.asks(email)).status).to.equal(200)
    expect((await owner.asks(email)).status).to.equal(429)
    expect((await owner.says(email, codeIn(await letterTo(web.url, email)))).status).to.equal(200)
    expect((await new Browser(web).asks(email)).status).to.equal(429)
    // the share is for that address alone
    for (let n = 0; n < most; n++) await new Browser(web).asks('tom@mail.example')
    expect((await owner.asks('tom@mail.example')).status).to.equal(429)
  })

  it('takes 8 tries in 15 minutes for one address and 30 from one', async () => {
    const guess = async (email: string) => (await new Browser(web).says(email, '000000')).status
    const one = []
    for (let n = 0; n <= perIp.signinCodeVerifyPerEmail.limit; n++) one.push(await guess('ned@mail.example'))
    expect(one).to.deep.equal([...Array.from({ length: 8 }, () => 400), 429])
    await web.advance(minutes(15))
    const many = []
    for (let n = 0; n <= perIp.signinCodeVerify.limit; n++) many.push(await guess(`guess${n}@mail.example`))
    expect(many).to.deep.equal([...Array.from({ length: 30 }, () => 400), 429])
    await web.advance(minutes(15))
    expect(await guess('ned@mail.example')).to.equal(400)
  })

  // SPEC: Per-IP > post /signin/code/verify
  it('counts to 8 also in the browser that asked, whose code the fifth wrong try ends', async () => {
    const email = 'una@mail.example'
    const browser = new Browser(web)
    await browser.asks(email)
    const tries = []
    for (let n = 0; n <= perIp.signinCodeVerifyPerEmail.limit; n++)
      tries.push((await browser.says(email, 'x00000')).status)
    expect(tries).to.deep.equal([...Array.from({ length: 8 }, () => 400), 429])
  })

  it('has no development form', async () => {
    const { status, body } = await web.post('/signin', new URLSearchParams({ name: 'Ada', email: 'a@b.co' }))
    expect([status, body['error']]).to.deep.equal([404, 'not_found'])
  })
})

describe('the code where a mail server is connected', () => {
  let server: MailServer
  let web: Web
  before(async () => {
    server = await openMailServer()
    web = await openWeb({ SVC_AUTH: 'email', SMTP_URL: server.url, MAIL_FROM: 'svc <hello@svc.example>' })
  })
  after(async () => {
    await web.stop()
    await server.close()
  })

  it('is mailed from MAIL_FROM and kept nowhere', async () => {
    const browser = new Browser(web)
    const { body } = await browser.asks('olga@mail.example')
    expect(body).to.deep.equal({ sent: true, expires_in: 3600 })
    const message = await server.letterTo('olga@mail.example')
    expect(message)
      .to.match(/^From: svc <hello@svc\.example>\r$/m)
      .and.match(/^To: olga@mail\.example\r$/m)
    const text = message.slice(message.indexOf('\r\n\r\n'))
    expect((await browser.says('olga@mail.example', codeIn({ text }))).status).to.equal(200)
    expect(await outbox(web.url)).to.deep.equal([])
  })

  it('is asked for with the same answer while the mail server refuses or is away', async () => {
    server.refuse(1, 550)
    expect((await new Browser(web).asks('pia@mail.example')).body).to.deep.equal({ sent: true, expires_in: 3600 })
    await server.close()
    expect((await new Browser(web).asks('quinn@mail.example')).body).to.deep.equal({ sent: true, expires_in: 3600 })
  })
})
