import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { until } from '../support/until.ts'
import { overflow } from './checks.ts'
import { patience } from './chromium.ts'
import { callsOf, openRoom, type Room } from './room.ts'
import { widths } from './window.ts'

/** Home is not answered until the function that this gives is called. */
async function holdHome(page: Page): Promise<() => void> {
  let go = (): void => {}
  const gone = new Promise<void>((resolve) => (go = resolve))
  await page.route(
    (url) => url.pathname === '/',
    async (route) => {
      await gone
      await route.continue()
    },
  )
  return go
}

describe('what waits on Home, by keyboard', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  /** So many suggestions of Ben's wait for Ada. Gives Home, with its keys. */
  async function suggested(count: number) {
    const text = Array.from({ length: count }, (_, at) => `# Part ${at}\n\nAs agreed.`).join('\n\n')
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: room.hub.slug, title: 'The day', text })
    for (let at = count - 1; at >= 0; at -= 1) {
      const changed = text.replace(`Part ${at}\n\nAs agreed.`, `Part ${at}\n\nAs tried.`)
      await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, propose: true, text: changed })
    }
    await room.server.landed()
    const window = await room.opens(room.ada, '/')
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const cards = page.locator('[aria-labelledby=waits] .card:visible')
    expect(await cards.count()).to.equal(count)
    const answers = callsOf(window, 'ui_answer_edit')
    return { window, page, cards, answers }
  }
  afterEach(async () => {
    for (const { id } of await room.server.sql<{ id: string }[]>`select id from edit where status = 'proposed'`)
      await room.ada.app('ui_answer_edit', { edit_id: id, outcome: 'turn_down' })
    await room.server.landed()
  })

  it('while one is held the next is marked, and is what the keys answer', async () => {
    const { window, page, cards } = await suggested(3)
    const marked = page.locator('[aria-labelledby=waits] .card.now:visible')
    for (const at of [0, 1]) {
      expect(await marked.innerText()).to.contain(`Part ${at}`)
      await page.keyboard.press('d')
      await page.getByText(`You turned down Ben’s change to Part ${at}.`, { exact: true }).waitFor()
    }
    expect(await marked.innerText()).to.contain('Part 2')
    expect(await cards.count()).to.equal(1)
    await page.keyboard.press('z')
    await marked.filter({ hasText: 'Part 1' }).waitFor()
    await window.close()
  })

  it('what is typed after Send back is its words, and no shortcut that approves', async () => {
    const { hub, ben, ada } = room
    const { thread_id } = await ada.does('ui_start_thread', { hub: hub.slug, title: 'Prices', body: 'Who?' })
    for (const title of ['Count the bags', 'Compare flour']) {
      const { task_id } = await ada.does('ui_create_task', { thread_id, title, assignee: ben.id, reviewer: ada.id })
      await ben.does('ui_submit_result', { task_id, link: 'https://mill.example/', summary: 'Cheaper.' })
    }
    await room.server.landed()
    const window = await room.opens(ada, '/')
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const flour = page.locator('.card', { hasText: 'Compare flour' })
    await flour.locator('summary', { hasText: 'Send back' }).click()
    await page.keyboard.type('Add the half bags')
    expect(await flour.getByLabel('What is missing?').inputValue()).to.equal('Add the half bags')
    await page.keyboard.press('Control+Enter')
    await page.getByText('You sent back “Compare flour”.').waitFor()
    // the next one by its key
    const bags = page.locator('.card.now', { hasText: 'Count the bags' })
    await bags.waitFor()
    await page.keyboard.press('d')
    await page.keyboard.type('All of them')
    expect(await bags.getByLabel('What is missing?').inputValue()).to.equal('All of them')
    await page.keyboard.press('Control+Enter')
    await page.getByText('You sent back “Count the bags”.').waitFor()
    // what is held is sent when its page is left
    await window.open('/tasks')
    await until(async () => {
      const notes = await room.server
        .sql`select title, review_note from task where review_note is not null order by title`
      return notes.length === 2 && notes[0]?.['review_note'] === 'Add the half bags'
    }, 'both are sent back')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a result is sent back from its line of the inbox too, with what is missing', async () => {
    const { hub, ben, ada } = room
    const { thread_id } = await ada.does('ui_start_thread', { hub: hub.slug, title: 'Malt', body: 'Who?' })
    const asked = { thread_id, title: 'Weigh the malt', assignee: ben.id, reviewer: ada.id }
    const { task_id } = await ada.does('ui_create_task', asked)
    await ben.does('ui_submit_result', { task_id, link: 'https://mill.example/', summary: 'Weighed.' })
    await room.server.landed()
    const window = await room.opens(ada, '/inbox', { width: widths.narrow })
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const line = page.locator('main li', { hasText: 'Weigh the malt' }).first()
    for (const key of ['j', 'd']) await page.keyboard.press(key)
    await page.keyboard.type('The date')
    const field = line.getByLabel('What is missing?')
    expect(await field.inputValue()).to.equal('The date')
    expect((await field.boundingBox())!.width, 'as wide as its line').to.be.at.least(widths.narrow * 0.7)
    expect(await overflow(page)).to.deep.equal([])
    await page.keyboard.press('Control+Enter')
    await page.getByText('You sent back “Weigh the malt”.').waitFor()
    await window.open('/explore')
    await until(async () => {
      const [task] = await room.server.sql`select review_note from task where id = ${task_id}`
      return task?.['review_note'] === 'The date'
    }, 'it is sent back')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('what is to be read or chosen before one writes has no cursor below it', async () => {
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: room.hub.slug, title: 'Bins', text: 'Out by six.' })
    const window = await room.opens(room.ben, `/p/${pad_id}`)
    const { page } = window
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.evaluate(`document.querySelectorAll('main details:has(details)').forEach((one) => (one.open = true))`)
    await page.locator('summary', { hasText: 'Report it' }).click({ timeout: 5_000 })
    await page.getByLabel('What is wrong').waitFor()
    expect(await focused()).to.equal('Report it')
    await window.open('/settings')
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.locator('summary', { hasText: 'Delete your account' }).click()
    await page.getByText('You are signed out everywhere').waitFor()
    expect(await focused()).to.equal('Delete your account…')
    await page.locator('summary', { hasText: 'Change your handle' }).click()
    expect(await page.evaluate('document.activeElement.name')).to.equal('handle')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a key that is pressed again before the page has drawn the answer answers nothing twice', async () => {
    const { window, page, cards, answers } = await suggested(3)
    await page.keyboard.press('j')
    const draw = await holdHome(page)
    await page.keyboard.press('a')
    await page.waitForRequest((request) => new URL(request.url()).pathname === '/')
    await page.keyboard.press('a')
    draw()
    await page.getByText('You accepted Ben’s change to Part 0.', { exact: true }).waitFor()
    expect(answers).to.have.lengthOf(1)
    expect(await cards.count()).to.equal(2)
    // the next one is in hand
    await page.keyboard.press('a')
    await page.getByText('You accepted Ben’s change to Part 1.', { exact: true }).waitFor()
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  for (const first of ['the answer', 'the page'] as const) {
    it(`what somebody else answered goes, and the next one is in hand, when ${first} tells it first`, async () => {
      const { window, page, cards, answers } = await suggested(3)
      await page.keyboard.press('j')
      const edit_id = await page.locator(':focus [name=edit_id]').getAttribute('value')
      const draw = first === 'the answer' ? await holdHome(page) : undefined
      await page.route('**/api/tools/ui_answer_edit', async (route) => {
        if (answers.length === 1) await room.ada.does('ui_answer_edit', { edit_id, outcome: 'accept' })
        if (first === 'the page')
          await until(async () => (await cards.count()) === 2, 'the page shows that it is gone', patience)
        await route.continue()
      })
      await page.keyboard.press('a')
      await page.getByText('You answered this already').waitFor()
      draw?.()
      await page.locator('.card:focus', { hasText: 'Part 1' }).waitFor()
      await window.close()
    })
  }

  it('a key decides nothing that is not seen, but shows it', async () => {
    const { window, page, cards, answers } = await suggested(5)
    await page.setViewportSize({ width: widths.wide, height: 400 })
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    const { y, height } = (await cards.first().boundingBox())!
    expect(y + height).to.be.below(0)
    await page.keyboard.press('a')
    await page.locator('.card:focus', { hasText: 'Part 0' }).waitFor()
    expect((await cards.first().boundingBox())!.y).to.be.at.least(-1)
    expect(answers).to.have.lengthOf(0)
    await page.keyboard.press('a')
    await page.getByText('You accepted Ben’s change to Part 0.', { exact: true }).waitFor()
    await window.close()
  })

  it('a key that decides nothing on a page moves nothing there', async () => {
    await room.ada.settings('create-agent', { name: 'Scout' })
    const window = await room.opens(room.ada, '/settings')
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.setViewportSize({ width: widths.wide, height: 300 })
    await page.evaluate('scrollTo(0, document.documentElement.scrollHeight)')
    expect((await page.locator('main .card').first().boundingBox())!.y).to.be.below(0)
    const at = await page.evaluate('scrollY')
    for (const key of ['a', 'd']) await page.keyboard.press(key)
    expect(await page.locator('main .card:focus').count()).to.equal(0)
    expect(await page.evaluate('scrollY')).to.equal(at)
    await window.close()
  })
})
