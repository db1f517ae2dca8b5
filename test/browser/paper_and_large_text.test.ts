import { expect } from 'chai'
import { until } from '../support/until.ts'
import { overflow } from './checks.ts'
import { openRoom, type Room } from './room.ts'
import { openWindow, widths } from './window.ts'

describe('on paper, and in large letters', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  /** Twice as large as it was, by the reader's own style. */
  const larger = `{
    const twice = new CSSStyleSheet()
    twice.replaceSync('html { font-size: 200% !important }')
    document.adoptedStyleSheets = [twice]
  }`

  it('letters twice as large break no word of the bar, and every place in it can be reached', async () => {
    for (const width of [widths.wide, widths.phone]) {
      const window = await room.opens(room.ada, '/', { width })
      await window.page.evaluate(larger)
      const places = await window.page.evaluate<{ words: string; lines: number; right: number; bottom: number }[]>(`
        [...document.querySelectorAll('.bar .mark, .yours > a')].map((one) => {
          const words = [...one.childNodes].find((node) => node.nodeType === 3 && node.data.trim() !== '') ?? one.lastChild
          const range = document.createRange()
          range.selectNodeContents(words)
          const { right, bottom } = one.getBoundingClientRect()
          return { words: words.textContent, lines: range.getClientRects().length, right, bottom }
        })`)
      expect(places.map(({ words }) => words)).to.include.members(['svc', 'Home', 'Messages', 'New'])
      for (const { words, lines, right, bottom } of places) {
        expect(lines, words).to.equal(1)
        expect(right, words).to.be.at.most(width + 1)
        expect(bottom, words).to.be.at.most(window.page.viewportSize()!.height + 1)
      }
      await window.page.evaluate('document.adoptedStyleSheets = []')
      await window.close()
    }
  })

  it('letters twice as large leave each thing at the head of a page its place, where one is told too', async () => {
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: room.hub.slug, title: 'Ovens', text: 'Two.' })
    const { path } = await room.thread()
    for (const address of [path, `/p/${pad_id}?edit`]) {
      const window = await room.opens(room.ada, address, { width: widths.narrow })
      const { page } = window
      await page.evaluate(larger)
      const boxes = await page.evaluate<{ left: number; right: number; top: number; bottom: number }[]>(
        `[...document.querySelectorAll('.bar > .mark, .crumbs > a, .to-search')].filter((one) => one.checkVisibility()).map((one) => one.getBoundingClientRect().toJSON())`,
      )
      expect(boxes.length, address).to.equal(3)
      for (const [n, one] of boxes.entries()) {
        expect(one.right, `${address} ${n}`).to.be.at.most(widths.narrow)
        for (const other of boxes.slice(n + 1)) {
          const apart = one.right <= other.left || one.bottom <= other.top
          expect(apart, `${address}: ${JSON.stringify([one, other])}`).to.equal(true)
        }
      }
      await page.evaluate('document.adoptedStyleSheets = []')
      await window.close()
    }
  })

  it('a pad and a thread are printed as their words, without what only a screen can do', async () => {
    const { pad_id } = await room.ada.does('ui_create_pad', {
      hub: room.hub.slug,
      title: 'The day',
      text: '# Morning\n\nKnead the dough.',
    })
    const { path } = await room.thread('Is it too wet?')
    for (const [address, words] of [
      [`/p/${pad_id}`, 'Knead the dough.'],
      [path, 'What do you think?'],
    ] as const) {
      const window = await room.opens(room.ada, address)
      const { page } = window
      await page.emulateMedia({ media: 'print' })
      expect(await page.getByText(words).isVisible(), words).to.equal(true)
      expect(await page.locator('h1').isVisible()).to.equal(true)
      for (const screen of ['header.bar', 'footer', 'button', 'textarea', 'summary', 'nav'])
        expect(await page.locator(screen).filter({ visible: true }).count(), `${address} ${screen}`).to.equal(0)
      await page.emulateMedia({ media: null })
      await window.close()
    }
  })

  it('a long suggestion leaves its line on paper too', async () => {
    const made = { hub: room.hub.slug, title: 'The week', text: '# Monday\n\nKnead.' }
    const { pad_id } = await room.ada.does('ui_create_pad', made)
    const text = ['# Monday', ...Array.from({ length: 40 }, (_, n) => `Step ${n} of it.`)].join('\n\n')
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text, propose: true })
    const window = await room.opens(room.ada, `/p/${pad_id}`)
    const { page } = window
    await page.emulateMedia({ media: 'print' })
    expect(await page.getByText(/^What it changes, in \d+ lines$/).isVisible()).to.equal(true)
    expect(await page.locator('summary').filter({ visible: true }).count(), 'and no other').to.equal(1)
    await page.emulateMedia({ media: null })
    await window.close()
  })

  it('between what can be decided and its buttons, paper has what can be decided', async () => {
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: room.hub.slug, title: 'Flours', text: 'Rye.' })
    const decision = { text: 'Rye from the mill', options: ['Spelt from the farm', 'Both'] }
    await room.ben.does('ui_edit_pad', { pad_id, decision, propose: true })
    await room.ada.agent('Weigher')
    await room.server.landed()
    for (const path of ['/', `/p/${pad_id}`, '/settings']) {
      const window = await room.opens(room.ada, path)
      const { page } = window
      await page.locator('html[data-keys]').waitFor({ state: 'attached' })
      await page.emulateMedia({ media: 'print' })
      if (path !== '/settings') expect(await page.getByText('Spelt from the farm').isVisible(), path).to.equal(true)
      const pressed = page.locator('button, .button, input, select, textarea, kbd').filter({ visible: true })
      expect(await pressed.allInnerTexts(), path).to.deep.equal([])
      await page.emulateMedia({ media: null })
      await window.close()
    }
  })

  it('paper has no form in which something is chosen that nobody has to decide', async () => {
    for (const path of ['/new?what=hub', '/settings']) {
      const window = await room.opens(room.ada, path)
      const { page } = window
      expect(await page.locator('form:has(.pick)').count(), path).to.be.at.least(1)
      await page.emulateMedia({ media: 'print' })
      expect(await page.locator('form:has(.pick)').filter({ visible: true }).count(), path).to.equal(0)
      await page.emulateMedia({ media: null })
      await window.close()
    }
  })

  it('paper has no form that was refused, though it offers to send it all the same', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.locator('main .composer textarea').fill('The key is ghp_0123456789abcdefghijklmnopqrstuvwxyz.')
    await page.locator('main .composer button.go').click()
    await page.getByRole('button', { name: 'Share it anyway' }).waitFor()
    await page.emulateMedia({ media: 'print' })
    const pressed = page.locator('form, button, textarea').filter({ visible: true })
    expect(await pressed.count()).to.equal(0)
    await page.emulateMedia({ media: null })
    await window.close()
  })

  it('two versions are printed with what changed between them, and without what compares others', async () => {
    const made = { hub: room.hub.slug, title: 'Salt', text: 'Two grams.' }
    const { pad_id } = await room.ada.does('ui_create_pad', made)
    await room.ada.does('ui_edit_pad', { pad_id, base_version: 1, text: 'Three grams.' })
    const window = await room.opens(room.ada, `/p/${pad_id}?from=1&to=2`)
    const { page } = window
    const heading = page.getByRole('heading', { name: 'Compare two versions' })
    expect(await heading.isVisible()).to.equal(true)
    await page.emulateMedia({ media: 'print' })
    expect(await page.locator('ins').first().isVisible()).to.equal(true)
    expect(await heading.isVisible(), 'nothing stands below it').to.equal(false)
    await page.emulateMedia({ media: null })
    await window.close()
  })

  it('a hub is printed with its pads and threads, and nothing to press', async () => {
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: room.hub.slug, title: 'Our flours', text: 'Rye.' })
    await room.ada.does('ui_pin', { hub: room.hub.slug, id: pad_id, pinned: true })
    await room.thread('Which mill?')
    const window = await room.opens(room.ada, `/h/${room.hub.slug}`)
    const { page } = window
    await page.emulateMedia({ media: 'print' })
    for (const words of ['Our flours', 'Which mill?'])
      expect(await page.getByText(words).first().isVisible(), words).to.equal(true)
    const pressed = page.locator('button, .button, input, select, textarea, summary').filter({ visible: true })
    expect(await pressed.allInnerTexts()).to.deep.equal([])
    await page.emulateMedia({ media: null })
    await window.close()
  })

  it('what is wider than the window scrolls in itself, also where two versions are compared', async () => {
    const row = (cell: string): string => `| ${Array.from({ length: 9 }, (_, n) => `${cell} ${n}`).join(' | ')} |`
    const text = (cell: string): string => [row('Weight'), `|${'---|'.repeat(9)}`, row(cell)].join('\n')
    const made = { hub: room.hub.slug, title: 'Weights', text: text('seven-hundred') }
    const { pad_id } = await room.ada.does('ui_create_pad', made)
    await room.ada.does('ui_edit_pad', { pad_id, base_version: 1, text: text('eight-hundred') })
    for (const path of [`/p/${pad_id}`, `/p/${pad_id}?from=1&to=2`])
      for (const width of [widths.wide, widths.narrow]) {
        const window = await room.opens(room.ada, path, { width })
        expect(await overflow(window.page), `${path} at ${width} px`).to.deep.equal([])
        await window.close()
      }
  })

  it('letters twice as large leave the field in which a guest says who they are within the window', async () => {
    const { slug, hub_id } = await room.ada.does('ui_create_hub', { title: 'Open doors' })
    await room.server.sql`update hub set audience = 'public', accepts_guests = true where id = ${hub_id}`
    const window = await openWindow(room.server, { width: widths.phone })
    await window.open(`/h/${slug}`)
    const { page } = window
    await page.evaluate(larger)
    expect(await page.getByPlaceholder('Your name').isVisible()).to.equal(true)
    expect(await overflow(page)).to.deep.equal([])
    await page.evaluate('document.adoptedStyleSheets = []')
    await window.close()
  })

  it('what a thread has collapsed is open on paper, but for what was folded', async () => {
    const { id: thread_id, path } = await room.thread('How much water?')
    const [first] = await room.server.sql<{ id: string }[]>`select id from post where thread_id = ${thread_id}`
    const [scout, pip] = await Promise.all([room.ada.agent('Scout'), room.ben.agent('Pip')])
    await room.ada.does('ui_add_agent', { hub: room.hub.slug, agent_id: scout.id })
    await room.ben.does('ui_add_agent', { hub: room.hub.slug, agent_id: pip.id })
    const says = [
      [scout, '75 %, I think.'],
      [pip, 'At what temperature?'],
      [scout, '24 degrees.'],
      [pip, 'Then 75 it is.'],
    ] as const
    for (const [by, body] of says) await by.does('post_reply', { thread_id, body, reply_to: first?.id })
    const task = { thread_id, title: 'Weigh it', assignee: room.ben.id, reviewer: room.ada.id }
    const { task_id } = await room.ada.does('ui_create_task', task)
    await room.ben.does('ui_submit_result', { task_id, summary: 'Weighed twice.', link: 'https://scales.example/' })
    await room.ada.does('ui_review_result', { task_id, outcome: 'approve' })
    const { post_id } = await room.ben.does('ui_post', { thread_id, body: 'Buy my oven.' })
    await room.ada.does('ui_moderate', { target: post_id, action: 'hide', reason: 'spam' })
    const window = await room.opens(room.ada, path)
    const { page } = window
    const run = page.getByText('Pip and Scout worked it out in 3 posts')
    // what is new stands open until it was read once
    await until(async () => {
      await window.open(path)
      return (await run.count()) === 1
    }, 'the exchange is collapsed')
    await page.emulateMedia({ media: 'print' })
    expect(await run.isVisible()).to.equal(true)
    expect(await page.getByText('A post by Ben was folded').isVisible()).to.equal(true)
    expect(await page.getByText('Buy my oven.').isVisible()).to.equal(false)
    expect(await page.getByText('What came of it').isVisible()).to.equal(true)
    for (const words of ['24 degrees.', 'Weighed twice.'])
      expect(await page.getByText(words).isVisible(), 'paper opens nothing').to.equal(true)
    expect(await page.locator('.button').filter({ visible: true }).count()).to.equal(0)
    expect(await page.locator('summary').filter({ visible: true }).count(), 'and no other').to.equal(3)
    await page.emulateMedia({ media: null })
    await window.close()
  })
})
