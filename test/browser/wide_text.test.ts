import { expect } from 'chai'
import { overflow } from './checks.ts'
import { openRoom, type Room } from './room.ts'
import { widths } from './window.ts'

/** A table of more columns than a phone has room for, and a word longer than any line. */
const table = `| Item | Supplier | Price | Minimum | Delivered | Packaging |
|---|---|---:|---:|---|---|
| Rye | Northern valley mill | 2.00 | 50 kg | Tuesday | returnable |`
const longWord = 'Donaudampfschifffahrtsgesellschaftskapitän'.repeat(4)

describe('a wide table or a long word in a card, in a browser', () => {
  let room: Room
  let pad: string

  before(async () => {
    room = await openRoom()
    const { ada, ben, hub } = room
    const written = { hub: hub.slug, title: 'Price list', text: `# Flour\n\n${table}\n\nOrdered on Mondays.` }
    ;({ pad_id: pad } = await ada.does('ui_create_pad', written))
    const text = `# Flour\n\n${table.replace('2.00', '2.10')}\n\nOrdered on Mondays.\n\n${longWord}\n\n\`${longWord}\``
    await ben.does('ui_edit_pad', { pad_id: pad, base_version: 1, text, propose: true, note: longWord })
  })
  after(() => room.server.stop())

  for (const width of [widths.wide, widths.phone]) {
    it(`leaves the page as wide as the window, at ${width}`, async () => {
      const window = await room.opens(room.ada, '/', { width })
      const { page, open } = window
      for (const path of ['/', `/p/${pad}`, '/search?q=rye']) {
        await open(path)
        await page.locator('main .card').first().waitFor()
        expect(await overflow(page), path).to.deep.equal([])
      }
      await window.close()
    })
  }

  it('shows a new paragraph below a changed table as a paragraph, not as one of its rows', async () => {
    const window = await room.opens(room.ada, '/')
    const { page } = window
    await page.locator('.card .diff').waitFor()
    expect(await page.locator('.card .diff tbody tr').count()).to.equal(1)
    expect(await page.locator('.card .diff').getByText(longWord).count()).to.equal(2)
    await window.close()
  })

  it('leaves the title of a task a column of words beside it, and not of letters', async () => {
    const { ada, ben, server } = room
    await server.sql`update participant set name = ${longWord.slice(0, 60)} where id = ${ben.id}`
    const { id: thread_id, path } = await room.thread()
    await ada.does('ui_create_task', { thread_id, title: 'Call the mill before noon', assignee: ben.id })
    const window = await room.opens(ada, path)
    const title = window.page.getByRole('complementary').getByRole('link', { name: 'Call the mill before noon' })
    expect((await title.boundingBox())?.height, 'a few lines').to.be.below(100)
    await window.close()
  })

  it('a reason from right to left leaves what stands behind it in its order', async () => {
    const { ada, ben, hub } = room
    const { pad_id } = await ada.does('ui_create_pad', { hub: hub.slug, title: 'Ovens', text: '# Heat\n\nTwo.' })
    const suggested = { pad_id, base_version: 1, text: '# Heat\n\nThree.', propose: true, note: 'هذا أفضل بكثير' }
    await ben.does('ui_edit_pad', suggested)
    const window = await room.opens(ada, `/p/${pad_id}`)
    const [line = 0, quote = 0, time = 0] = await window.page.evaluate<number[]>(`(() => {
      const line = document.querySelector('.card .top p.soft')
      const quote = document.createRange()
      quote.setStart(line.firstChild, 0)
      quote.setEnd(line.firstChild, 1)
      return [line, quote, line.querySelector('time')].map((one) => one.getBoundingClientRect().left)
    })()`)
    expect(quote, 'the line begins with the quotation mark').to.be.closeTo(line, 1)
    expect(time, 'and ends with the time').to.be.above(quote)
    await window.close()
  })
})
