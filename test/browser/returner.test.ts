import { expect } from 'chai'
import { browser } from '../../src/rules/limits.ts'
import { type Bakery, openBakery } from '../support/bakery.ts'
import { until } from '../support/until.ts'
import { patience } from './chromium.ts'
import { openWindow, type Window } from './window.ts'
import { oneStory } from '../support/here.ts'

/** Mara was away from Friday evening to Sunday morning. She has no mouse. */
describe('a person comes back to more than twelve waiting things and decides all of them by keyboard alone', function () {
  this.timeout(2 * patience)
  let bakery: Bakery
  let window: Window

  before(async () => {
    bakery = await openBakery()
    window = await openWindow(bakery.server, { as: bakery.people.mara.session, clock: true })
    await window.open('/')
    // the keys are taken up once the page stands
    await window.page.locator('html[data-keys]').waitFor({ state: 'attached' })
  })
  after(() => window.close())

  oneStory()

  const press = (...keys: string[]): Promise<void> =>
    keys.reduce((before, key) => before.then(() => window.page.keyboard.press(key)), Promise.resolve())

  /** The card that is in hand asks this. */
  const inHand = (asks: string): Promise<void> =>
    window.page.locator('.card:focus-within', { hasText: asks }).locator('h3').waitFor()

  const told = (words: string): Promise<void> => window.page.locator('.snack', { hasText: words }).waitFor()

  /** To the next thing of the card in hand that has this label. */
  async function tabTo(label: string): Promise<void> {
    for (let at = 0; at < 12; at += 1) {
      await press('Tab')
      const named = await window.page.evaluate<string>(
        '[...(document.activeElement.labels ?? []), document.activeElement].map((one) => one.innerText).join(" ")',
      )
      if (named.includes(label)) return
    }
    throw new Error(`there is no ${label} to come to with Tab`)
  }

  const counted = async (): Promise<string> => window.page.locator('.yours b.n').innerText()
  const counts = (number: number): Promise<void> =>
    window.page.locator('.yours b.n', { hasText: new RegExp(`^${number}$`) }).waitFor()

  it('finds what is first, and accepts it with one key', async () => {
    expect(await counted()).to.equal('15')
    expect(await window.page.locator('main .card').count()).to.equal(15)
    await press('j')
    await inHand('Ledger suggests a change to Market stall')
    await press('a')
    await told('You accepted Ledger’s change to Market stall.')
    await counts(14)
    await press('z')
    // told once the page is drawn anew: the count in its header may be there before the card
    await told('Taken back: Ledger’s change to Market stall.')
    await counts(15)
    await window.page.locator('main .card').nth(14).waitFor()
    await press('k')
    await inHand('Ledger suggests a change to Market stall')
    await press('a')
    await told('You accepted Ledger’s change to Market stall.')
    await counts(14)
    await inHand('Pip suggests a change to Opening')
  })

  it('turns the next one down, takes that back with z, and accepts it', async () => {
    await inHand('Pip suggests a change to Opening')
    await press('d')
    await told('You turned down Pip’s change to Opening.')
    await inHand('Amina wants to take over')
    await press('z')
    await inHand('Pip suggests a change to Opening')
    await press('a')
    await told('You accepted Pip’s change to Opening.')
    await counts(13)
  })

  it('keeps the hub that somebody wants to take over', async () => {
    await inHand('Amina wants to take over')
    await press('a')
    await counts(12)
  })

  it('sends one result back with a word, and approves the other', async () => {
    await inHand('Ledger is done: Compare December flour prices')
    await tabTo('Send back')
    await press('Enter')
    await window.page.locator('textarea[name=note]:focus').waitFor()
    await window.page.keyboard.type('The price of spelt, and whether it is delivered.')
    await tabTo('Send it back')
    await press('Enter')
    await told('You sent back “Compare December flour prices”.')
    await inHand('Pip is done: Cost the Christmas loaf')
    await press('a')
    await told('You approved “Cost the Christmas loaf”.')
  })

  it('folds what somebody sells', async () => {
    await inHand('Amina reported a post')
    await press('a')
    await inHand('Pip suggests a change to Hydration')
  })

  it('decides what was asked, as proposed, otherwise, and not at all', async () => {
    await press('a')
    await told('You accepted Pip’s change to Hydration.')
    // it mended what Amina said was wrong
    await window.page.getByText('Amina says Hydration is wrong.').waitFor({ state: 'detached' })
    await inHand('Closed from the 27th to the 30th')
    await tabTo('proposes this')
    await press('ArrowDown')
    await tabTo('Decide')
    await press('Enter')
    await told('Decided: “Open in the mornings”.')
    await inHand('We order on the first Monday')
    await press('d')
    await told('Turned down: “We order on the first Monday”.')
    await inHand('Ledger suggests a change to Spring')
    await press('d')
    await inHand('Rotmühle T85')
    await press('a')
    await told('Decided: “Rotmühle T85, € 1.18 a kilo”.')
  })

  it('answers who wants to write and who wants to come in', async () => {
    await inHand('Tom wants to write to you')
    await press('d')
    await inHand('Otto asks to join')
    await press('d')
    await told('You turned Otto away.')
    await inHand('Tom asks to join')
    await press('a')
    await told('You let Tom in.')
  })

  it('and nothing waits any more: the bar counts nothing, and the service says the same', async () => {
    const { page, faults } = window
    // what was held is sent
    await page.clock.runFor(browser.undo)
    await page.getByRole('heading', { name: 'All decided' }).waitFor()
    await page.locator('.yours b.n').waitFor({ state: 'detached' })
    // a card whose answer is on its way goes with that answer
    await until(async () => (await page.locator('main .card').count()) === 0, 'no card')
    // the page counts what it has sent as decided
    const waiting = async () => Number((await bakery.people.mara.does('ui_inbox', { after: 0 }))['waits'])
    await until(async () => (await waiting()) === 0, 'nothing that waits')
    expect(faults).to.deep.equal([])
  })

  it('each as it was decided', async () => {
    const { server, edits, decisions, tasks, posts } = bakery
    const states = async (table: string, column: string, ids: Readonly<Record<string, string>>) => {
      const rows = await server.sql<{ id: string; state: string }[]>`
        select id, ${server.sql(column)} as state from ${server.sql(table)} where id = any(${Object.values(ids)})`
      return Object.fromEntries(
        Object.entries(ids).map(([name, id]) => [name, rows.find((row) => row.id === id)?.state]),
      )
    }
    const { stall, oven, hydration, orders } = edits
    expect(await states('edit', 'status', { stall, oven, hydration, orders })).to.deep.equal({
      stall: 'accepted',
      oven: 'accepted',
      hydration: 'accepted',
      orders: 'turned_down',
    })
    expect(await states('decision', 'status', decisions)).to.deep.equal({ flour: 'decided', holiday: 'superseded' })
    const { compare, cost } = tasks
    expect(await states('task', 'review', { compare, cost })).to.deep.equal({ compare: 'sent_back', cost: 'approved' })
    expect(await server.sql`select from fold where target_id = ${posts.deal}`).to.have.lengthOf(1)
  })
})
