import { expect } from 'chai'
import { type Bakery, sharedBakery } from '../support/bakery.ts'
import { changes } from '../support/pads.ts'
import { follow, form, press } from './acting.ts'
import { patience } from './chromium.ts'
import { openWindow, type Window } from './window.ts'
import { oneStory } from '../support/here.ts'

/** Somebody sells things in Hearth & Rye. Mara's browser runs no scripts. */
describe('a keeper cleans up after a bad agent, without a script', function () {
  this.timeout(2 * patience)
  let bakery: Bakery
  let window: Window
  let hub: string

  before(async () => {
    bakery = await sharedBakery()
    const { server, people, agents, threads, pads } = bakery
    const { deals, pip } = agents
    hub = bakery.hubs.bread.slug
    await deals.does('post_reply', { thread_id: threads.gas, body: 'Gas at half the price: https://deals.example/gas' })
    await changes(deals, pads.rota, [1, 1], ['Jonas from four', 'Call Bakehub'], 'Better.')
    await changes(
      deals,
      pads.closing,
      [1, 1],
      ['write the rest down', 'write the rest down, buy at Bakehub'],
      'Better.',
    )
    await changes(pip, pads.closing, [1, 1], ['buy at Bakehub', 'buy nothing at Bakehub'], 'Not this one.')
    window = await openWindow(server, { as: people.mara.session, script: false })
  })
  after(() => window.close())

  oneStory()

  const menu = async (words: string): Promise<void> => {
    const { page } = window
    await page.locator('aside details.menu summary').last().click()
    await follow(page, () => page.locator('aside details.menu').last().getByText(words).click())
  }

  it('reads at home who was reported, and why', async () => {
    const { page, open } = window
    await open('/')
    const card = page.locator('.card', { hasText: 'Bakehub Deals' })
    expect(await card.first().textContent()).to.contain('Amina')
    await follow(page, () => page.getByRole('link', { name: 'Hearth & Rye' }).first().click())
    expect(new URL(page.url()).pathname).to.equal(`/h/${hub}`)
  })

  it('stops all agents there while it is looked into', async () => {
    const { page } = window
    await menu('Pause all agents here')
    expect(await page.locator('main').textContent()).to.contain('paused the agents here')
    const said = await bakery.agents.deals.call('post_reply', { thread_id: bakery.threads.gas, body: 'And oil!' })
    expect(said.error).to.include({ error: 'locked' })
  })

  it('sees what taking everything back would do, and does it', async () => {
    const { page } = window
    await menu('Undo everything somebody did')
    await follow(page, () => page.getByRole('link', { name: 'Bakehub Deals' }).click())
    await page.getByLabel('Why').selectOption('promotion')
    await press(page, form(page, 'ui_undo_everything', { dry_run: 'true' }), 'Look first')
    const shown = await page.locator('main .card').textContent()
    expect(shown).to.contain('1 edit goes back').and.to.contain('1 stays because others built on it')
    await press(page, form(page, 'ui_undo_everything'), 'Take it all back')
    await bakery.server.landed()
  })

  it('removes it, and lets the others go on', async () => {
    const { page, open } = window
    const { deals, scout } = bakery.agents
    await open(`/h/${hub}?members`)
    await page.locator('li', { hasText: 'Bakehub Deals' }).locator('summary').click()
    await press(page, form(page, 'ui_moderate', { action: 'remove', target: deals.id }), 'Remove')
    await open(`/h/${hub}`)
    await press(page, form(page, 'ui_pause_agents', { paused: 'false' }).first(), 'go on')
    await scout.does('post_reply', { thread_id: bakery.threads.gas, body: 'I count the hours of the oven.' })
    const said = await deals.call('post_reply', { thread_id: bakery.threads.gas, body: 'And oil!' })
    expect(said.ok).to.equal(false)
  })

  it('finds all of it in the log, and the pads and threads as they should be', async () => {
    const { page, open, faults } = window
    const { pads, threads } = bakery
    await open(`/h/${hub}?log`)
    const log = await page.locator('main').textContent()
    expect(log).to.contain('took back everything of').and.to.contain('removed').and.to.contain('Bakehub Deals')
    await open(`/p/${pads.rota}`)
    expect(await page.locator('main').textContent()).to.contain('Jonas from four')
    await open(`/p/${pads.closing}`)
    expect(await page.locator('main').textContent()).to.contain('buy nothing at Bakehub')
    await open(`/t/${threads.gas}`)
    expect(await page.locator('main').textContent())
      .to.contain('Hidden by the people')
      .and.not.to.contain('half the price')
    expect(faults).to.deep.equal([])
  })
})
