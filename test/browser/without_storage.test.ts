import { expect } from 'chai'
import { type Bakery, sharedBakery } from '../support/bakery.ts'
import { pages, type PageShown, sessionOf } from './pages.ts'
import { openWindow, type Window } from './window.ts'

describe('a browser that keeps nothing for a page', function () {
  this.timeout(120_000)
  let bakery: Bakery

  before(async () => {
    bakery = await sharedBakery()
  })

  /** As where a person has forbidden it: to ask for it is an error. */
  const forbidden = `for (const name of ['localStorage', 'sessionStorage']) Object.defineProperty(globalThis, name, {
    get() { throw new DOMException('It is forbidden.', 'SecurityError') },
  })`

  async function opens(as: PageShown['as']): Promise<Window> {
    const window = await openWindow(bakery.server, { as: await sessionOf(bakery, as), own: true })
    await window.context.addInitScript(forbidden)
    return window
  }

  /** Whether a single key moves the focus, which it does at once. */
  async function goesOn(page: Window['page']): Promise<boolean> {
    await page.locator('h1').click()
    await page.keyboard.press('j')
    return page.evaluate<boolean>(`document.activeElement.matches('main :is(.card, .list > li)')`)
  }

  it('shows every page, and takes it up', async () => {
    for (const as of new Set(pages.map((one) => one.as))) {
      const window = await opens(as)
      for (const { name, path } of pages.filter((one) => one.as === as)) {
        await window.open(path(bakery))
        await window.page.locator('html[data-keys]').waitFor({ state: 'attached' })
        expect(window.faults, name).to.deep.equal([])
      }
      await window.close()
    }
  })

  it('shows what a link is for, also where another is opened in its place', async () => {
    const window = await opens('mara')
    const { page } = window
    const path = ({ hash, pathname }: URL): string => pathname + hash
    await window.open(path(new URL(bakery.ottosLink)))
    await page.getByRole('heading', { name: /Otto/ }).waitFor()
    const { invite_url } = await bakery.people.mara.does('ui_invite', { hub: bakery.hubs.bread.slug })
    await window.open(path(new URL(invite_url)))
    await page.getByRole('heading', { name: /^Join / }).waitFor()
    await page.getByRole('button', { name: 'Join' }).click()
    await page.waitForURL('**/h/**')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('switches the keys off where it can read but nothing may be written', async () => {
    const window = await openWindow(bakery.server, { as: await sessionOf(bakery, 'mara'), own: true })
    await window.context.addInitScript(`Storage.prototype.setItem = () => {
      throw new DOMException('It is full.', 'QuotaExceededError')
    }`)
    const { page } = window
    await window.open('/settings')
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const box = page.locator('main [data-keys-switch] input')
    const says = page.locator('main [data-keys-switch] .small')
    expect(await says.innerText()).to.contain('Kept on this device')
    await box.uncheck()
    expect(await says.innerText(), 'it was not kept').to.contain('Until you leave this page')
    expect(await goesOn(page)).to.equal(false)
    await box.check()
    expect(await says.innerText()).to.contain('Kept on this device')
    expect(await goesOn(page)).to.equal(true)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('checkbox').uncheck()
    expect(await dialog.innerText()).to.contain('Until you leave this page')
    await page.keyboard.press('Escape')
    expect(await box.isChecked(), 'the switch of the page says the same').to.equal(false)
    expect(await goesOn(page), 'a switch in the list of keys works too').to.equal(false)
    await window.close()
  })

  it('switches the keys off for the page, and writes as always', async () => {
    const window = await opens('mara')
    const { page } = window
    await window.open('/settings')
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const box = page.locator('[data-keys-switch] input')
    const says = page.locator('[data-keys-switch]')
    expect(await says.innerText())
      .to.contain('Until you leave this page')
      .and.not.contain('Kept on this device')
    await page.locator('h1').click()
    await box.uncheck()
    expect(await goesOn(page)).to.equal(false)
    await box.check()
    expect(await goesOn(page)).to.equal(true)
    await page.keyboard.press('?')
    const dialog = page.getByRole('dialog')
    expect(await dialog.getByRole('checkbox').isChecked()).to.equal(true)
    expect(await dialog.innerText())
      .to.contain('Until you leave this page')
      .and.not.contain('Kept on this device')
    await page.keyboard.press('Escape')
    await window.open(`/t/${Object.values(bakery.threads)[0]}`)
    await page.locator('main .composer textarea').fill('Nothing is kept here.')
    await page.locator('.composer button.go').click()
    await page.locator('.post:not([data-own])', { hasText: 'Nothing is kept here.' }).waitFor()
    expect(window.faults).to.deep.equal([])
    await window.close()
  })
})
