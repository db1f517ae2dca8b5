import { expect } from 'chai'
import { hours } from '../../src/rules/units.ts'
import { Browser } from '../http/browser.ts'
import { webOf } from '../http/web.ts'
import { makePublic } from '../support/cast.ts'
import { codeIn, letterTo, linkIn } from '../support/kept_mail.ts'
import { withCast } from '../support/here.ts'

/** Whoever came into a private hub as a guest, by an invite, and then makes an account. */
describe('a guest who signs in', () => {
  const { server, cast } = withCast({ LOG_LEVEL: 'silent' })
  const web = webOf(server)
  let hub: string
  let invite: string
  before(async () => {
    hub = (await cast.otto.does('create_hub', { title: 'Back room' }))['slug']
    invite = (await cast.otto.does('invite', { hub, uses: 20 }))['invite_url']
  })

  const does = async (browser: Browser, tool: string, args: object): Promise<Record<string, any>> => {
    const answer = await browser.post(`/api/tools/${tool}`, args, { 'x-svc': '1', Origin: server.url })
    expect(answer.status, answer.text).to.equal(200)
    return answer.body['data']
  }
  /** a guest with a seat in the hub, and a thread it began there */
  async function guest(name: string): Promise<{ here: Browser; thread: string }> {
    const here = new Browser(web)
    const joined = await here.post('/api/invite/join-guest', { token: invite.split('#')[1], name }, { 'x-svc': '1' })
    expect(joined.status, joined.text).to.equal(200)
    const { thread_id } = await does(here, 'ui_start_thread', { hub, title: `${name} asks`, body: 'Who bakes?' })
    return { here, thread: `/t/${thread_id}` }
  }
  const signsIn = async (browser: Browser, email: string): Promise<void> => {
    await browser.asks(email)
    const { status, text } = await browser.says(email, codeIn(await letterTo(server.url, email)))
    expect(status, text).to.equal(200)
  }
  const confirms = async (browser: Browser, email: string): Promise<void> => {
    await browser.confirms(email)
    expect((await browser.opens(linkIn(await letterTo(server.url, email)))).body).to.include({ verified: true })
  }

  /** a change of a pad that its maker has to answer */
  async function suggests(here: Browser): Promise<{ pad_id: string; edit_id: string }> {
    const { pad_id } = await cast.otto.does('create_pad', { hub, title: 'Flours', text: 'Rye.' })
    const args = { pad_id, base_version: 1, text: 'Spelt.', propose: true }
    const { edit_id } = await does(here, 'ui_edit_pad', args)
    return { pad_id, edit_id }
  }

  const members = async (): Promise<readonly Record<string, unknown>[]> =>
    (await cast.otto.does('open_hub', { hub, members: true }))['members']
  const guestNamed = async (name: string): Promise<string> =>
    (await server.sql`select id from participant where name = ${name} and kind = 'guest'`)[0]?.['id']

  it('keeps seat, words and name with the code, in the browser where it was a guest', async () => {
    const { here, thread } = await guest('Amina')
    const asGuest = here.cookies.get('dp_session')
    expect((await here.get('/signin')).text).to.contain('your posts and your seats come with you')
    await signsIn(here, 'a.haddad@mail.example')
    expect(await here.profile()).to.include({ name: 'Amina', email: 'a.haddad@mail.example' })
    const shown = await here.get(thread)
    expect(shown.status).to.equal(200)
    expect(shown.text).to.contain('Amina asks')
    const { id } = await here.profile()
    const seated = await members()
    expect(seated.map((one) => one['id'])).to.not.include(await guestNamed('Amina'))
    expect(seated.find((one) => one['id'] === id)).to.include({ kind: 'human', seat: 'member' })
    expect(await server.parts.credentials.sessionOf(asGuest)).to.equal(undefined)
  })

  it('answers who asks for a seat in the thread that it started as a guest', async () => {
    const { here, thread } = await guest('Zora')
    await signsIn(here, 'zora@mail.example')
    await makePublic(cast.otto, hub)
    const thread_id = thread.slice('/t/'.length)
    expect(await cast.stranger.does('join_hub', { thread_id })).to.include({ requested: true })
    await server.landed()
    const home = await here.post('/api/tools/ui_home', {}, { 'x-svc': '1', Origin: server.url })
    const [asks] = home.body['view'].waits
    expect(asks).to.deep.include({ kind: 'join' })
    expect(asks.thread.id).to.equal(thread_id)
    await does(here, 'ui_answer_request', { thread_id, participant: cast.stranger.id, outcome: 'let_in' })
    await cast.stranger.does('post_reply', { thread_id, body: 'Thank you.' })
    await cast.otto.does('update_hub', { hub, audience: 'private' })
  })

  it('shows a guest the name of its browser, however long that one says what it is', async () => {
    const says =
      'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'
    const here = new Browser(web)
    const token = invite.split('#')[1]
    await here.post('/api/invite/join-guest', { token, name: 'Ilse' }, { 'x-svc': '1', 'User-Agent': says })
    expect((await here.get('/settings')).text).to.contain('Safari on iPhone')
  })

  it('does so with the form of a development server, too', async () => {
    const { here, thread } = await guest('Bela')
    const form = new URLSearchParams({ name: 'Bela B.', email: 'bela@mail.example' })
    const { status } = await here.post('/signin', form, { Origin: server.url })
    expect(status).to.be.oneOf([200, 303])
    expect(await here.profile()).to.include({ name: 'Bela B.' })
    expect((await here.get(thread)).status).to.equal(200)
  })

  it('comes along from elsewhere when it confirmed the same address, before there was an account', async () => {
    const { here, thread } = await guest('Cleo')
    await confirms(here, 'cleo@mail.example')
    const desk = new Browser(web)
    await signsIn(desk, 'cleo@mail.example')
    expect((await desk.get(thread)).status).to.equal(200)
  })

  it('stays somebody else when it confirmed another address', async () => {
    const { here, thread } = await guest('Dora')
    await confirms(here, 'dora@mail.example')
    await signsIn(here, 'erik@mail.example')
    expect(await here.profile(), 'not the name of somebody else').to.include({ name: 'erik' })
    expect((await here.get(thread)).status).to.equal(404)
    const desk = new Browser(web)
    await signsIn(desk, 'dora@mail.example')
    expect((await desk.get(thread)).status).to.equal(200)
  })

  it('is the maker of its thread and its pad from then on', async () => {
    const { here, thread } = await guest('Nils')
    const { pad_id } = await does(here, 'ui_create_pad', { hub, title: 'Nils bakes', text: 'Rye.' })
    const reply = { thread_id: thread.slice(3), body: 'I do.' }
    const { post_id } = await cast.otto.does('post_reply', reply)
    await signsIn(here, 'nils@mail.example')
    await does(here, 'ui_mark_answer', { thread_id: reply.thread_id, post_id })
    expect((await cast.otto.does('open_thread', { thread_id: reply.thread_id }))['status']).to.equal('answered')
    const locked = await does(here, 'ui_moderate', { hub, action: 'lock', target: pad_id })
    expect(locked).to.include({ status: 'locked' })
    expect((await here.get(`/p/${pad_id}`)).text).to.contain('value="unlock"')
  })

  it('is told of what comes for the guest from then on', async () => {
    const { here, thread } = await guest('Mika')
    const thread_id = thread.slice(3)
    const [{ id: reply_to }] = (await cast.otto.does('open_thread', { thread_id }))['posts']
    const { edit_id } = await suggests(here)
    await signsIn(here, 'mika@mail.example')
    await server.landed()
    await cast.otto.does('post_reply', { thread_id, reply_to, body: 'You do.' })
    await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    const { here: other } = await guest('Nora')
    const { post_id } = await does(other, 'ui_post', { thread_id, body: 'And I.' })
    await does(here, 'ui_post', { thread_id, reply_to, body: 'Thanks.' })
    await server.landed()
    const { items } = await does(here, 'ui_inbox', {})
    const told = items.map(({ kind, folded, post_id }: Record<string, unknown>) => [kind, folded, post_id])
    expect(told, 'both replies, and nothing of their own').to.deep.equal([
      ['edit_answered', 0, undefined],
      ['reply', 1, post_id],
    ])
  })

  it('still has to read what the guest had not seen, as old as it is, and nothing that it had', async () => {
    const { here, thread } = await guest('Lena')
    const thread_id = thread.slice(3)
    const [{ id: reply_to }] = (await cast.otto.does('open_thread', { thread_id }))['posts']
    await cast.otto.does('post_reply', { thread_id, reply_to, body: 'You, I thought.' })
    await server.landed()
    const { items: seen } = await does(here, 'ui_inbox', {})
    await does(here, 'ui_ack', { ack_items: seen.map(({ seq }: { seq: number }) => seq) })
    const { edit_id, pad_id } = await suggests(here)
    await cast.otto.does('edit_pad', { review: { edit_id, outcome: 'accept' } })
    await server.landed()
    const { items: unread } = await does(here, 'ui_inbox', {})
    await server.advance(hours(2))
    await signsIn(here, 'lena@mail.example')
    await server.landed()
    const { items } = await does(here, 'ui_inbox', {})
    const told = (some: Record<string, unknown>[]) =>
      some.map(({ kind, edit_id, pad_id, at }) => ({ kind, edit_id, pad_id, at }))
    expect(told(items)).to.deep.equal(told(unread))
    expect(told(items)).to.have.length(1)
    expect(items[0]).to.include({ kind: 'edit_answered', edit_id, pad_id })
  })

  it('is the same one in an edit war as before', async () => {
    const { here } = await guest('Kaj')
    const { pad_id } = await cast.otto.does('create_pad', { hub, title: 'Ovens', text: '# Door\n\nBlue.' })
    let base_version = 1
    const paints = async (colour: string, who?: Browser): Promise<unknown> => {
      const args = { pad_id, base_version: base_version++, text: `# Door\n\n${colour}.` }
      const { notices } = await (who ? does(who, 'ui_edit_pad', args) : cast.otto.does('edit_pad', args))
      return notices
    }
    // a new colour each time: only the others take words back
    await paints('Green')
    await paints('Blue', here)
    await signsIn(here, 'kaj@mail.example')
    await server.landed()
    for (const colour of ['Red', 'Grey']) {
      await paints(colour)
      expect(await paints('Blue', here), colour).to.equal(undefined)
    }
  })

  it('stays out of the hub that the guest was removed from', async () => {
    const { here, thread } = await guest('Olga')
    await cast.otto.does('moderate', { action: 'remove', hub, participant: await guestNamed('Olga') })
    await signsIn(here, 'olga@mail.example')
    expect((await here.get(thread)).status).to.equal(404)
    const token = invite.split('#')[1]
    const again = await here.post('/api/settings/accept-invite', { token }, { 'x-svc': '1', Origin: server.url })
    expect([again.status, again.body['reason']]).to.deep.equal([403, 'removed'])
  })

  it('leaves no seat of the guest beside that of the person, who came in by the same invite', async () => {
    const desk = new Browser(web)
    await signsIn(desk, 'pia@mail.example')
    const token = invite.split('#')[1]
    const accepted = await desk.post('/api/settings/accept-invite', { token }, { 'x-svc': '1', Origin: server.url })
    expect(accepted.status, accepted.text).to.equal(200)
    const before = await members()
    const { here } = await guest('Pia on the phone')
    expect(await members()).to.have.length(before.length + 1)
    await signsIn(here, 'pia@mail.example')
    expect(await members()).to.deep.equal(before)
  })

  describe('while the guest cannot join', () => {
    async function signsInAlone(browser: Browser, email: string): Promise<void> {
      await server.sql`alter table participant add constraint nobody_joins check (linked_at is null) not valid`
      await signsIn(browser, email)
      await server.sql`alter table participant drop constraint nobody_joins`
      await server.sql`delete from dead_letter`
    }

    it('is signed in all the same, and has the guest’s seat with a page that is opened later', async () => {
      const { here, thread } = await guest('Runa')
      await signsInAlone(here, 'runa@mail.example')
      expect(await here.profile()).to.include({ email: 'runa@mail.example' })
      expect(here.cookies.has('dp_guest')).to.equal(true)
      expect((await here.get(thread)).status).to.equal(200)
      expect(here.cookies.has('dp_guest')).to.equal(false)
    })

    it('gives the guest to no other account that signs in there next', async () => {
      const { here, thread } = await guest('Stig')
      await signsInAlone(here, 'stig@mail.example')
      await signsIn(here, 'tove@mail.example')
      expect((await here.get(thread)).status).to.equal(404)
      expect(here.cookies.has('dp_guest')).to.equal(false)
    })
  })

  it('brings nobody into the account of a browser that was signed in as a person', async () => {
    const own = new Browser(web)
    await signsIn(own, 'frida@mail.example')
    const { id } = await own.profile()
    await signsIn(own, 'gero@mail.example')
    expect((await own.profile())['id']).not.to.equal(id)
    await signsIn(own, 'frida@mail.example')
    expect((await own.profile())['id']).to.equal(id)
  })
})
