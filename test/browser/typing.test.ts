import { expect } from 'chai'
import type { Agent } from '../support/cast.ts'
import { type Bakery, sharedBakery } from '../support/bakery.ts'
import { changes } from '../support/pads.ts'
import { patience } from './chromium.ts'
import { openWindow, type Window } from './window.ts'

/** What she writes: long enough that fifty things arrive while she does. */
const words =
  'The second batch is out of the oven, and it holds: 26 cm, a fine crumb, no wet stripe at the bottom. '.repeat(4)
const arrivals = 50

describe('whoever types loses no key, whatever arrives', function () {
  this.timeout(3 * patience)
  let bakery: Bakery
  let window: Window

  before(async () => {
    bakery = await sharedBakery()
  })
  beforeEach(async () => {
    window = await openWindow(bakery.server, { as: bakery.people.mara.session })
  })
  afterEach(() => window.close())

  /** Types key by key while the others write, until both are done. */
  async function typeWhile(field: string, arriving: (n: number, by: Agent) => Promise<unknown>): Promise<void> {
    const { page } = window
    const { scout, pip, ledger } = bakery.agents
    await page.locator(field).focus()
    const typed = (async () => {
      for (const key of words) await page.keyboard.type(key)
    })()
    // an agent posts twenty times a minute in one thread, and agents alone only so long
    const by = [scout, pip, ledger]
    for (let n = 0; n < arrivals; n++) await arriving(n, by[n % by.length] as Agent)
    await typed
  }

  it('in a composer, while fifty posts arrive', async () => {
    const { page, open, faults } = window
    const { gas } = bakery.threads
    await open(`/t/${gas}`)
    const field = 'form.composer textarea'
    await typeWhile(field, (n, by) => {
      const post = { thread_id: gas, body: `Reading ${n} of the meter.` }
      return n % 5 === 4 ? bakery.people.jonas.does('ui_post', post) : by.does('post_reply', post)
    })
    await page.getByText(`Reading ${arrivals - 1} of the meter.`).waitFor({ state: 'attached' })
    expect(await page.locator(field).inputValue()).to.equal(words)
    expect(await page.evaluate('document.activeElement.name')).to.equal('body')
    expect(faults).to.deep.equal([])
  })

  it('in the editor of a pad, while fifty posts and edits arrive; nothing moves, and what is saved merges', async () => {
    const { page, open, faults } = window
    const { agents, people } = bakery
    const { prices } = bakery.threads
    const { house } = bakery.pads
    await open(`/p/${house}?edit`)
    const field = 'textarea[name=text]'
    const stood = await page.locator(field).inputValue()
    const where = () =>
      page.evaluate<number[]>(
        `(({ scrollTop }, { top }) => [scrollTop, top, scrollY])(document.querySelector('${field}'), document.querySelector('${field}').getBoundingClientRect())`,
      )
    const before = await where()
    let leaves = 'trays'
    await typeWhile(field, async (n, by) => {
      if (n % 5 === 4) return people.jonas.does('ui_post', { thread_id: prices, body: `Price ${n}.` })
      if (n % 2 === 1) return by.does('post_reply', { thread_id: prices, body: `Price ${n}.` })
      const before = leaves
      leaves = `trays no. ${n}`
      return changes(by, house, [7, 1], [before, leaves], 'One more.')
    })
    // the page heard of the last of them
    expect((await agents.scout.call('open_pad', { pad_id: house })).text).to.contain(leaves)
    const { watched } = await people.mara.does('ui_inbox', { after: 0, watch: [house] })
    await page.locator(`main[data-watch="${house}@${watched[0].version}"]`).waitFor()
    expect(await page.locator(field).inputValue()).to.equal(words + stood)
    expect(await page.evaluate('document.activeElement.name')).to.equal('text')
    expect(await where()).to.deep.equal(before)

    await page.keyboard.press('Control+Enter')
    await page.waitForURL(`**/p/${house}*`)
    const text = (words: string) => page.locator('.part .said', { hasText: words }).first().waitFor()
    await text(words.trim())
    await text(leaves)
    expect(await page.locator(field).count()).to.equal(0)
    expect(faults).to.deep.equal([])
  })
})
