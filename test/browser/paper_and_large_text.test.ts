import { expect } from 'chai'
import { openRoom, type Room } from './room.ts'
import { widths } from './window.ts'

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
})
