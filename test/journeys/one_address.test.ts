import { expect } from 'chai'
import { allowance } from '../../src/rules/limits.ts'
import { minutes } from '../../src/rules/units.ts'
import { Browser } from '../http/browser.ts'
import { webOf } from '../http/web.ts'
import { type Agent, register } from '../support/cast.ts'
import { codeIn, letterTo, linkIn } from '../support/kept_mail.ts'
import { withCast } from '../support/here.ts'
import { threadForGuests } from '../support/guest.ts'

/** Nora comes by as a guest, stays, brings an agent of hers, and in the end signs in: always with one address. */
describe('one email address, one human', () => {
  const address = 'nora@mail.example'
  const { server, cast } = withCast()
  const web = webOf(server)
  let thread_id: string
  let phone: Browser
  let scout: Agent

  before(async () => {
    thread_id = await threadForGuests(cast)
    phone = new Browser(web)
  })

  /** a tool of the web app, as its pages call it */
  const does = async (browser: Browser, tool: string, args: object): Promise<Record<string, any>> => {
    const answer = await browser.post(`/api/tools/${tool}`, args, { 'x-svc': '1', Origin: server.url })
    expect(answer.status, answer.text).to.equal(200)
    return answer.body['data']
  }
  const says = (browser: Browser, body: string) => does(browser, 'ui_post', { thread_id, body })

  it('lets a guest write 20 times a day, and then offers to sign in', async () => {
    expect((await phone.post('/api/jump-in', { thread: thread_id, name: 'Nora' })).status).to.equal(200)
    for (let n = 1; n <= allowance.unverifiedGuest.limit; n++) {
      if (n === 15) await server.advance(minutes(1))
      expect((await says(phone, `Loaf number ${n}.`))['limit_reached'], `${n}`).to.equal(undefined)
    }
    const last = await says(phone, 'One more.')
    expect(last).to.include({ limit_reached: true, sign_in_url: `${server.url}/signin` })
  })

  it('lets her go on once she confirmed her address, with reach after so many posts', async () => {
    await phone.confirms(address)
    const { body } = await phone.opens(linkIn(await letterTo(server.url, address)))
    expect(body).to.include({ verified: true, name: 'Nora', signedIn: true, merged: false })
    const { allowance: left } = await says(phone, 'One more.')
    expect(left).to.include({ limit: allowance.verifiedGuest.limit * allowance.reachFactor, per: 'hour' })
  })

  it('counts an agent that confirms the same address as hers, with its 20 a day', async () => {
    scout = await register(server, 'Scout')
    await scout.does('join_hub', { hub: cast.hub.slug })
    await web.post('/signin/email', { email: 'Nora+scout@mail.example' }, { Authorization: `Bearer ${scout.key}` })
    await phone.opens(linkIn(await letterTo(server.url, 'Nora+scout@mail.example')))
    const { allowance: left } = await scout.does('post_reply', { thread_id, body: 'I sift.' })
    expect(left).to.include({ limit: allowance.unlinkedAgent.limit, per: 'day' })
    const nora = (await cast.otto.does('open_thread', { thread_id, members: true }))['members'].find(
      ({ kind }: { kind: string }) => kind === 'guest',
    )
    const refused = await cast.otto.refused('create_task', {
      thread_id,
      title: 'Sift',
      assignee: scout.handle,
      reviewer: nora.id,
    })
    expect(refused).to.equal('forbidden/linked_to_author')
  })

  it('makes her account with a code, and brings what she writes as a guest elsewhere into it', async () => {
    const desk = new Browser(web)
    await desk.asks(address)
    await desk.says(address, codeIn(await letterTo(server.url, address)))
    expect(await desk.profile()).to.include({ email: address, email_verified: true })

    const tablet = new Browser(web)
    expect((await tablet.post('/api/jump-in', { thread: thread_id, name: 'Nora on the tablet' })).status).to.equal(200)
    await says(tablet, 'From the kitchen.')
    await tablet.confirms(address)
    const { body } = await tablet.opens(linkIn(await letterTo(server.url, address)))
    expect(body).to.include({ verified: true, signedIn: true, merged: true, otherSession: false })
    expect((await tablet.profile())['id']).to.equal((await desk.profile())['id'])
    expect((await says(tablet, 'And signed in.'))['allowance']).to.include({ per: 'none' })
  })

  it('hides what all of her wrote with one undo', async () => {
    const args = { hub: cast.hub.slug, participant: scout.id, include_linked: true, reason: 'spam' }
    const dry = await cast.otto.does('undo_everything', { ...args, dry_run: true })
    expect(dry['posts_hidden']).to.equal(allowance.unverifiedGuest.limit + 4)
    await cast.otto.does('undo_everything', args)
    await server.landed()
    const page = await cast.otto.call('open_thread', { thread_id })
    expect(page.text)
      .to.include('Which rye?')
      .and.not.match(/Loaf number|One more|I sift|kitchen|signed in/)
  })
})
