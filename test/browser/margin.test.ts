import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { openRoom, type Room } from './room.ts'
import { widths } from './window.ts'

describe('what can be done with a section of a pad, in a browser', () => {
  let room: Room
  let path: string

  before(async () => {
    room = await openRoom()
    const text = '# Flour\n\nRye, 200 kg.\n\n# Hydration\n\n78 %.'
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: room.hub.slug, title: 'House bread', text })
    path = `/p/${pad_id}`
  })
  after(() => room.server.stop())

  it('stands in the margin of the section that the pointer or the focus is in, and of no other', async () => {
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.mouse.move(0, 0)
    expect(await seenBeside(page)).to.deep.equal([])
    await page.getByText('Rye, 200 kg.').hover()
    expect(await seenBeside(page)).to.deep.equal(['Flour'])
    await page.mouse.move(0, 0)
    await page.getByRole('link', { name: 'Edit (Flour)' }).focus()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await seenBeside(page)).to.deep.equal(['Flour'])
    await page.keyboard.press('Tab')
    expect(await seenBeside(page)).to.deep.equal(['Hydration'])
    await page.getByRole('link', { name: 'Talk about it (Hydration)' }).click()
    await page.getByRole('heading', { name: 'New thread' }).waitFor()
    expect(new URL(page.url()).search).to.contain('section=')
    await window.close()
  })

  it('leaves boxes alone with their words: what is to be done has no dot before its box, other lists have theirs', async () => {
    const text =
      '- [ ] order boxes\n- [x] call the mill\n  - first thing\n\n1. refresh\n2. mix\n\nThen:\n\n- [ ] open\n\n- [ ] sell\n\nAnd:\n\n1. [ ] clean'
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: room.hub.slug, title: 'To do', text })
    const window = await room.opens(room.ada, `/p/${pad_id}`)
    const signs = await window.page.evaluate(
      `[...document.querySelectorAll('main .said li')].map((item) => getComputedStyle(item).listStyleType)`,
    )
    expect(signs).to.deep.equal(['none', 'none', 'circle', 'decimal', 'decimal', 'none', 'none', 'decimal'])
    await window.close()
  })

  for (const script of [true, false]) {
    it(`stands behind dots on a phone, by touch or key, ${script ? 'with' : 'without'} a script`, async () => {
      const window = await room.opens(room.ada, path, { width: widths.phone, script })
      const { page } = window
      const edit = page.getByRole('link', { name: 'Edit (Hydration)' })
      const dots = page.getByText('Hydration: more').locator('xpath=..')
      expect(await edit.isVisible()).to.equal(false)
      await dots.focus()
      await page.keyboard.press('Enter')
      await edit.waitFor()
      await dots.click()
      await edit.waitFor({ state: 'hidden' })
      await dots.click()
      await edit.click()
      await page.getByRole('heading', { name: 'Editing Hydration' }).waitFor()
      await window.close()
    })
  }
})

/** The headings of the sections whose acts can be seen. */
const seenBeside = (page: Page): Promise<string[]> =>
  page.evaluate<string[]>(`[...document.querySelectorAll('.part')]
    .filter((part) => Number(getComputedStyle(part.querySelector('.quiet') ?? part).opacity) > 0 && part.querySelector('.quiet'))
    .map((part) => part.querySelector('h1, h2').innerText)`)
