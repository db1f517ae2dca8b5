import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { signIn } from '../support/cast.ts'
import { until } from '../support/until.ts'
import { openWindow, type Window } from './window.ts'
import { follow } from './acting.ts'
import { callsOf, openRoom, postsOn, type Room } from './room.ts'

describe('what others do, in a browser', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  const comes = (page: Page, words: string) => page.locator('.post:not([data-own])', { hasText: words }).waitFor()

  it('comes by itself, and nothing that is typed is lost', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const field = page.getByLabel('Your post')
    await field.focus()
    const words = 'Everything I type stands here, in this order, whatever comes meanwhile.'
    const posting = (async () => {
      // each is drawn by itself, however fast they come
      for (let at = 1; at <= 8; at += 1) {
        await room.ben.does('ui_post', { thread_id: id, body: `Between the words, ${at}.` })
        await comes(page, `Between the words, ${at}.`)
      }
      // and what comes at once is drawn together
      const burst = ['one', 'two', 'three'].map((which) => `In one burst, ${which}.`)
      await Promise.all(burst.map((body) => room.ben.does('ui_post', { thread_id: id, body })))
      await Promise.all(burst.map((body) => comes(page, body)))
    })()
    const top = () => page.evaluate<number>('document.activeElement.getBoundingClientRect().top')
    const before = await top()
    await field.pressSequentially(words, { delay: 20 })
    await posting
    await comes(page, 'Between the words, 8.')
    expect(Math.abs((await top()) - before)).to.be.below(2)
    expect(await field.inputValue()).to.equal(words)
    expect(await page.evaluate<string>('document.activeElement.name')).to.equal('body')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('comes in a conversation too: that it is accepted, and what is said', async () => {
    const eve = await signIn(room.server, 'Eve')
    await room.server.sql`update participant set created_at = created_at - interval '30 days' where id = ${eve.id}`
    const { dm_id } = await eve.does('ui_start_dm', { to: room.ada.id, body: 'May I send a price list?' })
    const [asks, answers] = [await room.opens(eve, `/dm/${dm_id}`), await room.opens(room.ada, `/dm/${dm_id}`)]
    await asks.page.getByText('Ada has not answered yet.').waitFor()
    await answers.page.locator('main').getByRole('button', { name: 'Accept' }).first().click()
    // no wait for an undo: whoever accepts wants to answer, and can block later
    await answers.page.getByPlaceholder('Write to Eve').fill('Please do.')
    await answers.page.getByRole('button', { name: 'Send' }).click()
    await comes(asks.page, 'Please do.')
    await asks.page.getByPlaceholder('Write to Ada').waitFor()
    await Promise.all([asks, answers].map((window) => window.close()))
  })

  it('what is seen in one tab is seen in the other, too', async () => {
    const { id } = await room.thread('Which oven?')
    await room.ben.does('ui_post', { thread_id: id, body: 'The left one.' })
    await room.server.landed()
    const first = await room.opens(room.ada, `/t/${id}`)
    const second = await first.another()
    await second.open('/inbox')
    await second.page.evaluate(`window.acts = 0
      new BroadcastChannel('svc').addEventListener('message', ({ data }) => (window.acts += data.acted ? 1 : 0))`)
    // a form that is opened, and left, is no act
    const reply = first.page.getByRole('link', { name: 'Reply' })
    await first.page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await reply.first().click()
    await first.page.waitForURL(/reply=/)
    await first.page.locator('main form#reply, main #reply').first().waitFor()
    await first.page.goBack()
    await first.page.locator('main #reply').waitFor({ state: 'detached' })
    await first.open('/inbox')
    const line = ({ page }: Window) => page.locator('main li', { hasText: 'Which oven?' })
    for (const one of [first, second]) await one.page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await line(second).waitFor()
    await line(first).getByRole('button', { name: 'Seen' }).click()
    await line(second).waitFor({ state: 'detached' })
    expect(await second.page.evaluate('window.acts')).to.equal(1)
    // a tab with another script may say what this one does not know
    await second.page.evaluate(`new Promise((heard) => {
      new BroadcastChannel('svc').addEventListener('message', heard)
      new BroadcastChannel('svc').postMessage({ unknown: true })
    }).then(() => undefined)`)
    expect([...first.faults, ...second.faults]).to.deep.equal([])
    await second.close()
    await first.close()
  })

  it('what is made in one tab, which then shows it, stands in the other, too', async () => {
    const first = await room.opens(room.ada, '/h/new')
    const second = await first.another()
    await second.open('/')
    for (const one of [first, second]) await one.page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await first.page.getByLabel('Name', { exact: true }).fill('The mill')
    await follow(first.page, () => first.page.getByRole('button', { name: 'Make the hub' }).click())
    await second.page.locator('aside a', { hasText: 'The mill' }).waitFor()
    expect([...first.faults, ...second.faults]).to.deep.equal([])
    await second.close()
    await first.close()
  })

  it('is counted where it is out of sight, and a click leads to it', async () => {
    const { id, path } = await room.thread()
    for (let at = 1; at <= 6; at += 1) {
      await room.ada.does('ui_post', { thread_id: id, body: `Long ago, ${at}. ${'And more of it. '.repeat(40)}` })
    }
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.evaluate('scrollTo(0, 60)')
    const place = () => page.evaluate<number>('scrollY')
    expect(await place()).to.equal(60)
    await room.ben.does('ui_post', { thread_id: id, body: 'At the very end.' })
    await page.getByRole('button', { name: '1 new post ↓' }).waitFor()
    await room.ben.does('ui_post', { thread_id: id, body: 'And after it.' })
    await page.getByRole('button', { name: '2 new posts ↓' }).click()
    expect(await place()).to.be.above(60)
    await page.locator('.post:focus', { hasText: 'At the very end.' }).waitFor()
    await page.getByRole('button', { name: /new posts? ↓/ }).waitFor({ state: 'detached' })
    await window.close()
  })

  it('moves nothing that is read, also where the browser does not see to that and the bar is out of sight', async () => {
    const { id, path } = await room.thread()
    const posts: string[] = []
    for (let at = 1; at <= 8; at += 1) {
      const body = `Long ago, ${at}. ${'And more of it. '.repeat(40)}`
      posts.push((await room.ben.does('ui_post', { thread_id: id, body }))['post_id'])
    }
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.evaluate(`document.documentElement.style.overflowAnchor = 'none'`)
    const read = page.locator('.post', { hasText: 'Long ago, 6.' })
    await read.evaluate((post) => {
      post.scrollIntoView()
    })
    const { y } = (await read.boundingBox())!
    const longer = `Long ago, 3, and longer. ${'And more of it. '.repeat(200)}`
    await room.ben.does('ui_edit_post', { post_id: posts[2], body: longer })
    await comes(page, 'Long ago, 3, and longer.')
    expect(Math.abs((await read.boundingBox())!.y - y)).to.be.below(2)
    await window.close()
  })

  it('is waited for once by all tabs, and the next one waits when the first is closed', async () => {
    const [one, two] = [await room.thread(), await room.thread()]
    const first = await room.opens(room.ada, one.path)
    const waits = (calls: Record<string, any>[]) => calls.filter(({ wait }) => wait !== undefined)
    const second = await first.another()
    const ofSecond = callsOf(second, 'ui_inbox')
    const ofFirst = callsOf(first, 'ui_inbox')
    await second.open(two.path)
    // the leader takes up what the other tab shows
    await until(() => waits(ofFirst).some(({ watch }) => watch?.length === 2), 'a wait for both')
    expect(waits(ofSecond)).to.deep.equal([])
    await room.ben.does('ui_post', { thread_id: two.id, body: 'For the second tab.' })
    await comes(second.page, 'For the second tab.')
    await first.page.close()
    await until(() => waits(ofSecond).length > 0, 'the second tab to wait')
    await room.ben.does('ui_post', { thread_id: two.id, body: 'Still there.' })
    await comes(second.page, 'Still there.')
    expect(waits(ofSecond).every(({ watch }) => watch.length === 1)).to.equal(true)
    await second.close()
  })

  it('comes also where the browser refuses its locks, or has none: each tab in front waits by itself', async () => {
    for (const locks of [
      `{ request: async () => { throw new DOMException('refused', 'SecurityError') } }`,
      'undefined',
    ]) {
      const { id, path } = await room.thread()
      const window = await openWindow(room.server, { as: room.ada.session, own: true })
      await window.context.addInitScript(`Object.defineProperty(navigator, 'locks', { get: () => (${locks}) })`)
      const asked = callsOf(window, 'ui_inbox')
      await window.open(path)
      await until(() => asked.some(({ wait }) => wait !== undefined), 'a wait')
      await room.ben.does('ui_post', { thread_id: id, body: 'Without a lock.' })
      await comes(window.page, 'Without a lock.')
      expect(window.faults).to.deep.equal([])
      await window.close()
    }
  })

  it('is asked for again, and nothing is missed, when the service was away', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    let away = true
    let asked = 0
    await page.route('**/api/tools/ui_inbox', (route) => {
      asked += 1
      return away ? route.fulfill({ status: 503, headers: { 'Retry-After': '1' }, body: '' }) : route.continue()
    })
    await window.open(path)
    await until(() => asked > 0, 'a wait')
    await room.ben.does('ui_post', { thread_id: id, body: 'While it was away.' })
    expect(await postsOn(page)).to.have.lengthOf(1)
    away = false
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await comes(page, 'While it was away.')
    await window.close()
  })

  it('the bar counts what waits, also on a page that was made before something was decided', async () => {
    const { ada, ben, hub } = room
    const { pad_id } = await ada.does('ui_create_pad', { hub: hub.slug, title: 'Hours', text: 'Open from seven.' })
    const suggested = { pad_id, text: 'Open from six.', base_version: 1, propose: true }
    const { edit_id } = await ben.does('ui_edit_pad', suggested)
    const window = await room.opens(ada, '/explore')
    const { page } = window
    const count = page.locator('.bar .yours .n')
    await count.waitFor()
    expect(await count.innerText()).to.equal('1')
    await page.route('**/search', async (route) => {
      const made = await route.fetch()
      await ada.does('ui_answer_edit', { edit_id, outcome: 'accept' })
      await page.unroute('**/search')
      await route.fulfill({ response: made })
    })
    await window.open('/search')
    await count.waitFor({ state: 'detached' })
    await window.close()
  })
})
