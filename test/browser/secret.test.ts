import { expect } from 'chai'
import { type Agent, register, signIn } from '../support/cast.ts'
import { hurry } from './acting.ts'
import { openRoom, type Room } from './room.ts'
import { openWindow, type Window } from './window.ts'

describe('links with a secret behind their #', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  const says = (window: Window, words: string) => window.page.locator('#said', { hasText: words }).waitFor()

  const hears = (window: Window, words: string) =>
    hurry(window.page, '**/api/settings/link-status', window.page.locator('#said', { hasText: words }))

  async function linkOf(name: string): Promise<{ agent: Agent; path: string }> {
    const agent = await register(room.server, name)
    const { link_url } = await agent.does('link', { action: 'new' })
    return { agent, path: `/link${new URL(link_url).hash}` }
  }

  it('an agent’s link shows whose it is, asks when told to, and says when the agent agreed', async () => {
    const { agent, path } = await linkOf('Otto')
    const window = await room.opens(room.ada, path, { clock: true })
    await says(window, `@${agent.handle} began on`)
    await window.page.getByRole('heading', { name: 'Is Otto yours?' }).waitFor()
    expect(window.page.url()).to.equal(`${room.server.url}/link`)
    await window.page.getByRole('button', { name: 'Yes, link it' }).click()
    await says(window, 'has to say yes')
    await agent.does('link', { action: 'confirm', human: room.ada.handle })
    await hears(window, 'is linked to you')
    expect(await window.page.locator('main [data-secret-form]').isVisible()).to.equal(false)
    expect(window.faults).to.deep.equal([])
    await window.close()
    const others = await room.opens(room.ben, path)
    await says(others, 'linked to somebody else')
    await others.close()
  })

  it('the question stays where something else begins to wait, and a second link in the tab asks its own', async () => {
    const [one, two] = [await linkOf('Olaf'), await linkOf('Olga')]
    const window = await room.opens(room.ada, one.path)
    const { page } = window
    const yes = page.getByRole('button', { name: 'Yes, link it' })
    await page.getByRole('heading', { name: 'Is Olaf yours?' }).waitFor()
    const drawn = page.waitForResponse((answer) => new URL(answer.url()).pathname === '/link')
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const stranger = await signIn(room.server, 'Cara')
    await stranger.does('ui_join_hub', { hub: room.hub.slug })
    await drawn
    await page.locator('.bar .yours .n').waitFor()
    await page.getByRole('heading', { name: 'Is Olaf yours?' }).waitFor()
    expect(await yes.isVisible()).to.equal(true)

    await page.evaluate(`location.hash = '${new URL(two.path, room.server.url).hash}'`)
    await page.getByRole('heading', { name: 'Is Olga yours?' }).waitFor()
    expect(page.url()).to.equal(`${room.server.url}/link`)
    await yes.click()
    await says(window, 'has to say yes')
    // and there is a way on
    await page.getByRole('link', { name: 'Your agents', exact: true }).click()
    await page.waitForURL('**/settings')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a link that was put away on its page is not asked about again, and Home answers by key what is in hand', async () => {
    const [one, two] = [await linkOf('Ludo'), await linkOf('Luis')]
    const window = await openWindow(room.server)
    const { page } = window
    for (const { path } of [two, one]) {
      const remembered = page.waitForResponse('**/api/opened')
      await window.open('/explore')
      await window.open(path)
      await remembered
    }
    const [name = '', value = ''] = room.ben.session.split('=')
    await window.context.addCookies([{ name, value, url: room.server.url }])
    await window.open('/link')
    await page.getByRole('heading', { name: 'Is Ludo yours?' }).waitFor()
    await page.getByRole('button', { name: 'Not mine' }).click()
    await page.getByRole('heading', { name: 'Is Luis yours?' }).waitFor()
    expect(await page.getByRole('heading', { name: 'Is Ludo yours?' }).count()).to.equal(0)
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    // nothing is answered unseen
    const sent: string[] = []
    page.on('request', (request) => {
      if (request.method() === 'POST' && request.url().includes('/api/settings/')) sent.push(request.url())
    })
    await page.keyboard.press('a')
    await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`)
    expect(sent).to.deep.equal([])
    await page.keyboard.press('j')
    expect(await page.locator('.card:focus h3').innerText()).to.equal('Is Luis yours?')
    await page.keyboard.press('a')
    await page.getByText('Luis is asked, and has to say yes.').waitFor()
    expect(sent).to.have.lengthOf(1)
    await two.agent.does('link', { action: 'confirm', human: room.ben.handle })
    await one.agent.refused('link', { action: 'confirm', human: room.ben.handle })
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('says when the agent declined', async () => {
    const { agent, path } = await linkOf('Shy')
    const window = await room.opens(room.ada, path, { clock: true })
    await window.page.getByRole('button', { name: 'Yes, link it' }).click()
    await says(window, 'has to say yes')
    await agent.does('link', { action: 'decline', human: room.ada.handle })
    await hears(window, 'said no')
    await window.close()
  })

  it('an agent’s link needs to be whole, to work, and somebody signed in', async () => {
    const bare = await room.opens(room.ada, '/link')
    await says(bare, 'needs the whole link')
    await bare.close()
    const wrong = await room.opens(room.ada, '/link#dpc_nothing')
    await says(wrong, 'Ask your agent for a new one')
    await wrong.close()
    for (const path of ['/link#dpc_nothing', '/link#nothing']) {
      const elsewhere = await openWindow(room.server)
      await elsewhere.open(path)
      await says(elsewhere, 'Ask your agent for a new one')
      await elsewhere.close()
    }
    const signedOut = await openWindow(room.server)
    await signedOut.open((await linkOf('Waits')).path)
    await says(signedOut, 'An agent handed you this link')
    await signedOut.close()
  })

  it('an invite that was ended says so, and offers no way in', async () => {
    const { invite_url, invite_id } = await room.ada.does('ui_invite', { hub: room.hub.slug })
    const window = await openWindow(room.server)
    const way = window.page.getByRole('link', { name: 'Sign in to join as yourself' })
    await window.open(`/invite${new URL(invite_url).hash}`)
    await says(window, 'Ada invites you')
    expect(await way.isVisible()).to.equal(true)
    await room.ada.does('ui_invite', { revoke: invite_id })
    await window.open('/explore')
    await window.open(`/invite${new URL(invite_url).hash}`)
    await says(window, 'This invite is used up, over or was taken back.')
    expect(await way.isVisible()).to.equal(false)
    expect(await window.page.getByText('Is it for an agent?').isVisible()).to.equal(false)
    await window.close()
  })

  it('an invite says what it is for, outlives the sign-in page, and leads there once taken', async () => {
    const { invite_url } = await room.ada.does('ui_invite', { hub: room.hub.slug })
    const window = await openWindow(room.server)
    await window.open(`/invite${new URL(invite_url).hash}`)
    await says(window, 'Ada invites you to this hub, as a member.')
    expect(window.page.url()).to.equal(`${room.server.url}/invite`)
    await window.open('/explore')
    await window.open('/invite')
    await says(window, 'Ada invites you')
    await room.ada.does('ui_update_hub', { hub: room.hub.slug, guide: 'We bake *rye*.' })
    await window.open('/invite')
    await says(window, 'It begins: “We bake rye.”')
    expect(window.faults).to.deep.equal([])
    await window.close()

    // who joined by it comes by it again: it is used up, and leads there all the same
    const cleo = await signIn(room.server, 'Cleo')
    const hers = await room.opens(cleo, `/invite${new URL(invite_url).hash}`)
    await hers.page.getByRole('button', { name: 'Join' }).click()
    await hers.page.waitForURL(`**/h/${room.hub.slug}`)
    await hers.open(`/invite${new URL(invite_url).hash}`)
    await hers.page.waitForURL(`**/h/${room.hub.slug}`)
    await hers.close()
    const dan = await room.opens(await signIn(room.server, 'Dan'), `/invite${new URL(invite_url).hash}`)
    await says(dan, 'This invite is used up, over or was taken back.')
    await dan.close()
  })

  it('the skip link leads into the page and leaves its secret alone', async () => {
    const { invite_url } = await room.ada.does('ui_invite', { hub: room.hub.slug })
    const window = await room.opens(room.ada, '/explore')
    const { page } = window
    let confirmed = 0
    await page.route('**/api/verify-email', (route) => {
      confirmed += 1
      return route.fulfill({ json: { name: 'Ana', signedIn: true, merged: false, otherSession: false } })
    })
    for (const [path, words] of [
      [`/invite${new URL(invite_url).hash}`, 'Ada invites you'],
      [(await linkOf('Skip')).path, 'began on'],
      ['/verify#dpv_secret', 'The address is confirmed for Ana.'],
    ] as const) {
      await window.open('/explore')
      await window.open(path)
      await says(window, words)
      await page.evaluate('window.stays = true')
      await page.keyboard.press('Tab')
      await page.keyboard.press('Enter')
      await page.waitForURL('**#main')
      // an answer that comes after what the press did
      await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`)
      expect(await page.evaluate('window.stays'), path).to.equal(true)
      await says(window, words)
      if (path.startsWith('/verify')) continue
      await page.reload()
      await says(window, words)
    }
    expect(confirmed).to.equal(1)
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('what was opened signed out waits on Home for whoever signs in there', async () => {
    const { path } = await linkOf('Crumb')
    const { invite_url } = await room.ada.does('ui_invite', { hub: room.hub.slug })
    const window = await openWindow(room.server)
    for (const opened of [path, `/invite${new URL(invite_url).hash}`]) {
      const remembered = window.page.waitForResponse(/\/api\/opened$/)
      await window.open('/explore')
      await window.open(opened)
      expect((await remembered).status()).to.equal(200)
    }
    const tom = await signIn(room.server, 'Tom')
    const [name = '', value = ''] = tom.session.split('=')
    await window.context.addCookies([{ name, value, url: room.server.url }])
    await window.open('/')
    await window.page.getByRole('heading', { name: 'Is Crumb yours?' }).waitFor()
    await window.page.getByRole('button', { name: 'Not mine' }).click()
    await window.page.getByRole('heading', { name: 'Is Crumb yours?' }).waitFor({ state: 'detached' })
    await window.page.getByRole('article', { name: 'Ada invites you' }).getByRole('button', { name: 'Join' }).click()
    await window.page.waitForURL(`**/h/${room.hub.slug}`)
    await window.open('/')
    expect(await window.page.getByText('You opened a link').count()).to.equal(0)
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a confirmation link is sent once, says what became of it, and stays nowhere', async () => {
    const window = await openWindow(room.server)
    const { page } = window
    const tells = async (answer: object, words: string, status = 200) => {
      await page.unroute('**/api/verify-email')
      await page.route('**/api/verify-email', (route) => {
        expect(route.request().postDataJSON()).to.deep.equal({ token: 'dpv_secret' })
        return route.fulfill({ status, json: answer })
      })
      await window.open('/explore')
      await window.open('/verify#dpv_secret')
      await says(window, words)
      expect(page.url()).to.equal(`${room.server.url}/verify`)
    }
    const verified = { verified: true, name: 'Ana', signedIn: false, merged: false, otherSession: false }
    await tells(verified, 'The address is confirmed for Ana.')
    await tells({ ...verified, signedIn: true }, 'You are signed in.')
    await tells({ ...verified, signedIn: true, merged: true }, 'part of your account')
    await tells({ ...verified, otherSession: true }, 'somebody else')
    await page.unroute('**/api/verify-email')
    await window.open('/explore')
    await window.open('/verify#dpv_secret')
    await says(window, 'used, or is too old. Ask for a new one.')
    await page.route('**/api/verify-email', (route) => route.abort())
    await window.open('/explore')
    await window.open('/verify#dpv_secret')
    await says(window, 'Open the link again')
    await window.open('/verify')
    await says(window, 'needs the whole link')
    await window.close()
  })
})
