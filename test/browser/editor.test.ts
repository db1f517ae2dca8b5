import { expect } from 'chai'
import { until } from '../support/until.ts'
import { openRoom, type Room } from './room.ts'

const bread = '# Flour\n\nRye, and wheat.\n\n# Hydration\n\nMix at 78 % water. Rest 40 minutes.'

describe('the editor of a pad in a browser', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  async function edits(looks: { readonly width?: number } = {}) {
    const made = { hub: room.hub.slug, title: 'House bread', text: bread }
    const { pad_id } = (await room.ada.does('ui_create_pad', made)) as { pad_id: string }
    const window = await room.opens(room.ada, `/p/${pad_id}?edit`, looks)
    const field = window.page.getByLabel('Text', { exact: true })
    await window.page.locator('[data-writes]').waitFor()
    const stands = async (): Promise<string> =>
      (await fetch(`${room.server.url}/p/${pad_id}.md`, { headers: { Cookie: room.ada.session } })).text()
    return { pad_id, window, field, stands, save: window.page.getByRole('button', { name: /^Save/ }) }
  }

  it('takes what one types at once, and no letter of it as a shortcut', async () => {
    const { window, field } = await edits()
    await window.page.keyboard.type('n')
    expect(await field.inputValue()).to.have.lengthOf(bread.length + 1)
    expect(window.page.url()).to.contain('?edit')
    await window.close()
  })

  it('shows as one types how it will read, and marks what is new, or does not', async () => {
    const { window, field } = await edits()
    const { page, faults } = window
    await field.fill(bread.replace('78 %', '75 %'))
    // with what is done with the form, not among the buttons that write Markdown
    await page.locator('.acts.bottom .kept').waitFor()
    const preview = page.locator('#preview')
    await preview.locator('ins', { hasText: '75' }).waitFor()
    const marks = page.getByRole('button', { name: 'Mark the changes' })
    await marks.click()
    expect(await marks.getAttribute('aria-pressed')).to.equal('false')
    expect(await preview.locator('ins, del').count()).to.equal(0)
    expect(await preview.innerText()).to.contain('Mix at 75 % water.')
    await marks.click()
    expect(await preview.locator('del', { hasText: '78' }).count()).to.equal(1)
    expect(faults).to.deep.equal([])
    await window.close()
  })

  it('shows the new text until the pad stands in its place', async () => {
    const { pad_id, window, field, save } = await edits()
    const { page } = window
    const rewritten = bread.replace('78 %', '75 %')
    await field.fill(rewritten)
    let goOn = (): void => {}
    const held = new Promise<void>((resolve) => (goOn = resolve))
    const asked = new Promise<void>((resolve) => {
      void page.route(`**/p/${pad_id}`, async (route) => {
        resolve()
        await held
        await route.continue()
      })
    })
    await save.click()
    await asked
    expect(await field.inputValue()).to.equal(rewritten)
    goOn()
    await page.getByRole('heading', { name: 'House bread', exact: true }).waitFor()
    expect(await field.count()).to.equal(0)
    await window.close()
  })

  it('keeps what looks like a secret to itself until it is shared anyway', async () => {
    const { window, field, save, stands } = await edits()
    const { page } = window
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`
    await field.fill(`${bread}\n\nThe key is ${secret}`)
    await save.click()
    await page.getByRole('alert').filter({ hasText: 'This looks like a key or a password' }).waitFor()
    expect(await stands()).not.to.contain(secret)
    const anyway = page.getByRole('button', { name: 'Share it anyway' })
    await field.fill(`${bread}\n\nThe key was ${secret}`)
    await anyway.click()
    await page.getByText(`The key was ${secret}`).first().waitFor()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    expect(await stands()).to.contain(`The key was ${secret}`)
    expect(await anyway.count()).to.equal(0)
    await window.close()
  })

  it('a suggestion stays a suggestion when it is shared anyway', async () => {
    const { pad_id, window, field, stands } = await edits()
    const { page } = window
    const secret = `ghp_${'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'}`
    await field.fill(`${bread}\n\nThe key is ${secret}`)
    await page.getByRole('button', { name: 'Suggest instead' }).click()
    await page.getByRole('button', { name: 'Share it anyway' }).click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    await window.open(`/p/${pad_id}`)
    await page.getByRole('link', { name: '1 suggestion waits' }).waitFor()
    expect(await stands()).not.to.contain(secret)
    await window.close()
  })

  for (const [name, width, taken] of [
    ['wide', 1280, /^Yours/],
    ['a phone', 390, /^Ben’s/],
  ] as const) {
    it(`where two changed the same words both stand in a card, and one is taken: ${name}`, async () => {
      const { pad_id, window, field, save, stands } = await edits({ width })
      const { page } = window
      const bens = { text: bread.replace('40 minutes', '50 minutes'), note: 'As tried.' }
      await field.fill(bread.replace('40 minutes', '45 minutes').replace('Rye, and', 'Rye and'))
      await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, ...bens })
      await save.click()
      const card = page.getByRole('group', { name: 'Ben changed the same words while you wrote' })
      await card.waitFor()
      expect(await card.innerText())
        .to.contain('“As tried.”')
        .and.contain('Rest 45 minutes.')
        .and.contain('Rest 50 minutes.')
      expect(await page.evaluate(`document.activeElement.closest('.clash') !== null`)).to.equal(true)
      // what is chosen, for its author to mend
      expect(await field.inputValue()).to.match(/Rest 50 45 minutes|Rest 45 50 minutes/)
      expect(await stands())
        .to.contain('50 minutes')
        .and.not.contain('45 minutes')
      // and so is what is chosen instead
      await card
        .getByRole('radio', { name: /^(Yours|Ben’s)/ })
        .nth(name === 'wide' ? 1 : 0)
        .check()
      expect(await field.inputValue()).to.contain(name === 'wide' ? 'Rest 50 minutes.' : 'Rest 45 minutes.')
      await card.getByRole('radio', { name: taken }).check()
      const chosen = name === 'wide' ? 'Rest 45 minutes.' : 'Rest 50 minutes.'
      expect(await field.inputValue())
        .to.contain(chosen)
        .and.contain('Rye and wheat.')
      await page.locator('#preview', { hasText: name === 'wide' ? '45' : '50' }).waitFor()
      await save.click()
      await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
      expect(await stands())
        .to.contain(name === 'wide' ? 'Rest 45 minutes.' : 'Rest 50 minutes.')
        .and.contain('Rye and wheat.')
      const wide = await page.evaluate<number>(
        'document.documentElement.scrollWidth - document.documentElement.clientWidth',
      )
      expect(wide).to.equal(0)
      expect(window.faults.filter((fault) => !fault.includes('409'))).to.deep.equal([])
      await window.close()
    })
  }

  it('who mends the words of both by hand keeps them, whatever they choose after that', async () => {
    const { pad_id, window, field, save, stands } = await edits()
    const { page } = window
    await field.fill(bread.replace('40 minutes', '45 minutes'))
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: bread.replace('40 minutes', '50 minutes') })
    await save.click()
    const card = page.getByRole('group', { name: 'Ben changed the same words while you wrote' })
    await card.getByRole('radio', { name: /^Both/ }).waitFor()
    await field.fill((await field.inputValue()).replace(/Rest (50 45|45 50) minutes/, 'Rest 45 to 50 minutes'))
    await card.getByRole('radio', { name: /^Yours/ }).check()
    expect(await field.inputValue()).to.contain('Rest 45 to 50 minutes.')
    await save.click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    expect(await stands()).to.contain('Rest 45 to 50 minutes.')
    await window.close()
  })

  it('who chooses once more keeps what they typed in between, and only the words of that card change', async () => {
    const { pad_id, window, field, save, stands } = await edits()
    const { page } = window
    const changed = (flour: string, rest: string) =>
      bread.replace('Rye, and wheat', `${flour} and wheat`).replace('40 minutes', rest)
    await field.fill(changed('Spelt', '45 minutes'))
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: changed('Oats', '50 minutes') })
    await save.click()
    const cards = page.getByRole('group', { name: 'Ben changed the same words while you wrote' })
    const choose = (card: number, side: RegExp) => cards.nth(card).getByRole('radio', { name: side }).check()
    const types = async (was: string, is: string) => field.fill((await field.inputValue()).replace(was, is))
    await cards.nth(1).waitFor()
    await types('# Hydration', '# Water')
    await choose(1, /^Yours/)
    await types('# Flour', '# Flours')
    await choose(1, /^Ben’s/)
    await choose(0, /^Ben’s/)
    expect(await field.inputValue()).to.equal(
      '# Flours\n\nOats and wheat.\n\n# Water\n\nMix at 78 % water. Rest 50 minutes.',
    )
    await choose(0, /^Both/)
    expect(await field.inputValue())
      .to.match(/Spelt Oats and wheat|Oats Spelt and wheat/)
      .and.contain('Rest 50 minutes')
    await choose(0, /^Yours/)
    await save.click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    expect(await stands())
      .to.contain('# Flours\n\nSpelt and wheat.')
      .and.contain('# Water\n\nMix at 78 % water. Rest 50 minutes.')
    await window.close()
  })

  it('a paragraph that is taken out once is not taken out where the same words stand again', async () => {
    const { pad_id, window, field, save, stands } = await edits()
    const { page } = window
    const twice = `${bread}\n\nBake it.\n\nEat it dark.`
    await room.ada.does('ui_edit_pad', { pad_id, base_version: 1, text: `${twice}\n\nBake it dark.` })
    await window.open(`/p/${pad_id}?edit`)
    await field.fill(`${twice.replace('Bake it.\n\n', '')}\n\nBake it dark.`)
    const bens = `${twice.replace('Bake it.', 'Bake it dark.')}\n\nBake it dark.`
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 2, text: bens })
    await save.click()
    const card = page.getByRole('group', { name: 'Ben changed the same words while you wrote' })
    await card.getByRole('radio', { name: /^Ben’s/ }).check()
    await card.getByRole('radio', { name: /^Yours/ }).check()
    await card.getByRole('radio', { name: /^Ben’s/ }).check()
    expect(await field.inputValue(), 'put back where it stood').to.equal(bens)
    await card.getByRole('radio', { name: /^Yours/ }).check()
    await save.click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    expect(await stands()).to.contain('Rest 40 minutes.\n\nEat it dark.\n\nBake it dark.')
    await window.close()
  })

  it('a note that is written during a conflict is kept beside the words as they were typed, or as they were mended', async () => {
    const { pad_id, window, field, save } = await edits()
    const { page } = window
    const mine = bread.replace('40 minutes', '45 minutes').replace('Rye, and', 'Rye and')
    const note = page.getByLabel('What changed, in a few words')
    const version = page.locator('main form:has([data-edit]) input[name=base_version]')
    await field.fill(mine)
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: bread.replace('40 minutes', '50 minutes') })
    await save.click()
    const card = page.getByRole('group', { name: 'Ben changed the same words while you wrote' })
    await card.getByRole('radio', { name: /^Ben’s/ }).check()
    await note.fill('As he says.')
    await page.reload()
    expect(await field.inputValue()).to.equal(mine)
    expect(await note.inputValue()).to.equal('As he says.')
    expect(await version.inputValue()).to.equal('1')

    await save.click()
    await card.getByRole('radio', { name: /^Ben’s/ }).check()
    const mended = (await field.inputValue()).replace('# Hydration', '# Water')
    await field.fill(mended)
    await page.reload()
    expect(await field.inputValue())
      .to.equal(mended)
      .and.contain('50 minutes')
    expect(await version.inputValue()).to.equal('2')
    await window.close()
  })

  it('what was written in a section that was removed meanwhile is offered on Home, and comes into the text', async () => {
    const { pad_id, window, save, stands } = await edits()
    const { page } = window
    const field = page.locator('[data-edit] textarea')
    const { sections } = (await room.ada.does('ui_open_pad', { pad_id })) as { sections: { section_id: string }[] }
    await window.open(`/p/${pad_id}?edit=${sections[1]!.section_id}`)
    const mine = '# Hydration\n\nMix at 75 % water. Rest 40 minutes.'
    await field.fill(mine)
    await page.getByLabel('What changed, in a few words').fill('Less water')
    await page.getByText('Draft kept on this device').waitFor()
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: '# Flour\n\nRye, and wheat.' })
    const begun = page.locator('[data-drafts] li', { hasText: 'draft' })
    const picksUp = async (): Promise<void> => {
      await window.open('/')
      await begun.getByRole('link').click()
      await page.getByText('You wrote this here and did not send it.').waitFor()
    }
    await picksUp()
    await page.getByText('The section that you opened is not in this pad any more.').waitFor()
    expect(await page.locator('.above textarea').first().inputValue()).to.equal(mine)
    expect(await field.inputValue()).to.equal('# Flour\n\nRye, and wheat.')
    // nothing is done yet, and it is there again
    await picksUp()
    await page.getByRole('button', { name: 'Add it at the end of the text' }).click()
    expect(await field.inputValue()).to.equal(`# Flour\n\nRye, and wheat.\n\n${mine}`)
    // what is no text of the pad stays to be copied
    expect(await page.locator('.above textarea').inputValue()).to.equal('Less water')
    expect(await page.getByRole('button', { name: 'Add it at the end of the text' }).count()).to.equal(0)
    await page.reload()
    expect(await field.inputValue()).to.contain(mine)
    await page.getByRole('button', { name: 'Delete it' }).waitFor()
    expect(await page.locator('.above textarea').inputValue(), 'and only that').to.equal('Less water')
    expect(await page.getByRole('button', { name: 'Add it at the end of the text' }).count()).to.equal(0)
    await page.getByRole('button', { name: 'Delete it' }).click()
    expect(await page.locator('.above').count()).to.equal(0)
    await save.click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    expect(await stands()).to.contain(mine)
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).to.deep.equal([])
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('where the section is gone that is saved, the words of both stand in the whole pad, and its draft is used up with that', async () => {
    const { pad_id, window, save, stands } = await edits()
    const { page } = window
    const field = page.locator('[data-edit] textarea')
    const { sections } = (await room.ada.does('ui_open_pad', { pad_id })) as { sections: { section_id: string }[] }
    const path = `/p/${pad_id}?edit=${sections[1]!.section_id}`
    await window.open(path)
    const mine = '# Hydration\n\nMix at 75 % water. Rest 40 minutes.'
    await field.fill(mine)
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: '# Flour\n\nRye, and wheat.' })
    // the page was drawn anew meanwhile, and it is still the text of that section alone
    await page.getByText('The section that you opened is not in this pad any more.').waitFor()
    await save.click()
    await page.getByRole('group', { name: 'Somebody changed the same words while you wrote' }).waitFor()
    expect(await field.inputValue())
      .to.contain('Rye, and wheat.')
      .and.contain('75 %')
    await window.open(path)
    expect(await page.locator('.above textarea').inputValue(), 'as it was typed').to.equal(mine)
    await page.getByRole('button', { name: 'Add it at the end of the text' }).click()
    await field.fill((await field.inputValue()).replace('75 %', '76 %'))
    await save.click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    expect(await stands()).to.contain('Mix at 76 % water.')
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).to.deep.equal([])

    const again = (
      (await room.ada.does('ui_open_pad', { pad_id })) as { sections: { section_id: string }[] }
    ).sections.at(-1)!
    await window.open(`/p/${pad_id}?edit=${again.section_id}`)
    await field.fill(mine)
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 3, text: '# Flour\n\nRye, and wheat.' })
    await page.getByText('The section that you opened is not in this pad any more.').waitFor()
    await save.click()
    const card = page.getByRole('group', { name: 'Somebody changed the same words while you wrote' })
    await card.waitFor()
    // and who leaves before the answer has not written it in vain either
    await page.route('**/api/tools/ui_edit_pad', () => undefined)
    const sent = page.waitForRequest('**/api/tools/ui_edit_pad')
    await save.click()
    await sent
    await page.unroute('**/api/tools/ui_edit_pad')
    await window.open(new URL(page.url()).pathname + new URL(page.url()).search)
    await until(async () => (await stands()).includes('75 %'), 'it is saved')
    await until(
      async () => (await page.evaluate<string[]>('Object.keys(localStorage)')).length === 0,
      'nothing is kept',
    )
    expect(await page.locator('.above').count()).to.equal(0)
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).to.deep.equal([])
    await window.close()
  })

  it('words for a section that only takes suggestions now stand in its form, which is the same one', async () => {
    const { pad_id } = await room.ben.does('ui_create_pad', { hub: room.hub.slug, title: 'Buns', text: bread })
    const { sections } = (await room.ben.does('ui_open_pad', { pad_id })) as { sections: { section_id: string }[] }
    const path = `/p/${pad_id}?edit=${sections[1]!.section_id}`
    const window = await room.opens(room.ben, path)
    const { page } = window
    const field = page.locator('[data-edit] textarea')
    await field.fill('# Hydration\n\nMine.')
    await page.getByText('Draft kept on this device').waitFor()
    await window.open('/explore')
    // as it is drawn for who may not write there at once
    await page.route(`**${path}`, async (route) => {
      const made = await route.fetch()
      const only = '<div class="acts bottom"><input type="hidden" name="propose" value="true">'
      await route.fulfill({ response: made, body: (await made.text()).replace('<div class="acts bottom">', only) })
    })
    await window.open(path)
    await page.locator('[data-writes]').waitFor()
    await page.locator('.kept').waitFor()
    expect(await field.inputValue()).to.equal('# Hydration\n\nMine.')
    expect(await page.locator('[name=propose][type=hidden]').count()).to.equal(1)
    await page.evaluate(`fetch('/healthz').then((answer) => answer.text())`)
    expect(await page.locator('.above').count()).to.equal(0)
    await window.close()
  })

  it('words for a thread that takes no more posts are shown where they were written, until their form is back', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ben, path)
    const { page } = window
    await page.getByLabel('Your post').fill('Words for nobody.')
    await page.getByText('Draft kept on this device').waitFor()
    await window.open('/explore')
    await room.ada.does('ui_moderate', { target: id, action: 'lock' })
    await window.open(path)
    await page.locator('.above', { hasText: 'You wrote this here and did not send it.' }).waitFor()
    expect(await page.locator('.above textarea').inputValue()).to.equal('Words for nobody.')
    // a refused form's words above the page have ids of that name
    expect(await page.locator('[id^="written"]').count()).to.equal(0)
    await page.getByLabel('Your words').waitFor()
    // the form comes back with them, and they are deleted nowhere
    await room.ada.does('ui_moderate', { target: id, action: 'unlock' })
    await page.getByLabel('Your post').waitFor()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('Words for nobody.')
    expect(await page.locator('.above').count()).to.equal(0)
    await window.close()
  })

  it('a suggestion that meets the words of another is shown beside them, and stays a suggestion', async () => {
    const { pad_id, window, field, stands } = await edits()
    const { page } = window
    const suggest = page.getByRole('button', { name: 'Suggest instead' })
    await field.fill(bread.replace('40 minutes', '45 minutes'))
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: bread.replace('40 minutes', '50 minutes') })
    await suggest.click()
    const card = page.getByRole('group', { name: 'Ben changed the same words while you wrote' })
    await card.getByRole('radio', { name: /^Yours/ }).check()
    await suggest.click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    await window.open(`/p/${pad_id}`)
    await page.getByRole('link', { name: '1 suggestion waits' }).waitFor()
    expect(await stands())
      .to.contain('50 minutes')
      .and.not.contain('45 minutes')
    await window.close()
  })

  it('a reload during a conflict brings back what was typed, and what others go on writing leaves the conflict alone', async () => {
    const { pad_id, window, field, save, stands } = await edits()
    const { page } = window
    const mine = bread.replace('40 minutes', '45 minutes').replace('Rye, and', 'Rye and')
    await field.fill(mine)
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: bread.replace('40 minutes', '50 minutes') })
    await save.click()
    const card = page.getByRole('group', { name: 'Ben changed the same words while you wrote' })
    await card.getByRole('radio', { name: /^Ben’s/ }).check()

    const drawn = page.waitForResponse(
      (answer) => answer.request().resourceType() === 'fetch' && answer.url().endsWith('?edit'),
    )
    const third = `${bread.replace('40 minutes', '50 minutes')}\n\nBake it dark.`
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 2, text: third })
    await page.evaluate(`document.dispatchEvent(new Event('visibilitychange'))`)
    await drawn
    expect(await card.getByRole('radio', { name: /^Ben’s/ }).isChecked()).to.equal(true)

    await page.reload()
    expect(await field.inputValue()).to.equal(mine)
    await save.click()
    await card.getByRole('radio', { name: /^Yours/ }).check()
    await save.click()
    await page.waitForURL(/\/p\/pad_\w+(#\w+)?$/)
    expect(await stands())
      .to.contain('Rest 45 minutes.')
      .and.contain('Rye and wheat.')
      .and.contain('Bake it dark.')
    await window.open(`/p/${pad_id}?edit`)
    expect(await field.inputValue(), 'the draft is used up').to.contain('Bake it dark.')
    await window.close()
  })

  it('its page is opened whole by the button of the pad, with what writes Markdown and what shows it', async () => {
    const { pad_id, window, field } = await edits()
    const { page } = window
    await window.open(`/p/${pad_id}`)
    await page.locator('html[data-keys]').waitFor()
    await page.getByRole('link', { name: /^Edit/ }).first().click()
    await page.locator('[data-writes]').waitFor()
    await field.fill('Baked on Mondays.')
    await page.locator('#preview', { hasText: 'Baked on Mondays.' }).waitFor()
    expect(await page.locator('.crumbs').innerText()).to.contain('House bread')
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.locator('.part .said', { hasText: 'Baked on Mondays.' }).waitFor()
    expect(await page.locator('.crumbs').innerText(), 'of the pad').not.to.contain('House bread')
    await window.close()
  })

  it('a conflict that cannot be drawn is said at the form, with every word where it was', async () => {
    // the tests before it are as much as Ada may write in a minute
    await room.server.stop()
    room = await openRoom()
    const { pad_id, window, field, save } = await edits()
    const { page } = window
    const mine = bread.replace('40 minutes', '45 minutes')
    await field.fill(mine)
    await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, text: bread.replace('40 minutes', '50 minutes') })
    await page.route(/\/p\/pad_\w+\?edit$/, (route) =>
      route.request().method() === 'POST' ? route.fulfill({ status: 503, body: 'Busy' }) : route.continue(),
    )
    await save.click()
    await page.getByRole('alert').filter({ hasText: 'changed the same words while you wrote' }).waitFor()
    expect(await field.inputValue()).to.equal(mine)
    await page.unroute(/\/p\/pad_\w+\?edit$/)
    await save.click()
    await page.getByRole('group', { name: 'Ben changed the same words while you wrote' }).waitFor()
    await window.close()
  })
})
