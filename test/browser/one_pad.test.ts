import { expect } from 'chai'
import type { Page } from 'playwright-core'
import { changes, suggests } from '../support/pads.ts'
import { brings } from '../support/bakery/people.ts'
import type { Agent } from '../support/cast.ts'
import { form } from './acting.ts'
import { patience } from './chromium.ts'
import { openRoom, type Room } from './room.ts'
import type { Window } from './window.ts'
import { oneStory } from '../support/here.ts'

const rota = `Who stands where in December.

## Ovens

Ada at the first, Ben at the second.

## Shop

Open from seven to six.`

/** Ada with Scout, Ben with Pip. Both have the pad open all the time, and write in a second tab. */
describe('two people and two agents work on one pad', function () {
  this.timeout(2 * patience)
  let room: Room
  let scout: Agent
  let pip: Agent
  let ada: Window
  let ben: Window
  let pad: string

  before(async () => {
    room = await openRoom()
    const { server, hub } = room
    scout = await brings(server, room.ada, 'Scout', 'Claude Code', [hub.slug])
    pip = await brings(server, room.ben, 'Pip', 'Codex', [hub.slug])
    pad = (await room.ada.does('ui_create_pad', { hub: hub.slug, title: 'December', text: rota }))['pad_id']
    ada = await room.opens(room.ada, `/p/${pad}`)
    ben = await room.opens(room.ben, `/p/${pad}`)
    for (const { page } of [ada, ben]) await page.evaluate('globalThis.neverLeft = true')
  })
  after(async () => {
    await Promise.all([ada.close(), ben.close()])
    await room.server.stop()
  })

  oneStory()

  const both = (does: (page: Page) => Promise<unknown>): Promise<unknown> =>
    Promise.all([ada, ben].map(({ page }) => does(page)))
  /** It comes to stand in the text that both read. */
  const reads = (words: string) => both((page) => page.locator('.part .said', { hasText: words }).first().waitFor())
  const readsNoMore = (words: string) =>
    both((page) => page.locator('.part .said', { hasText: words }).waitFor({ state: 'detached' }))

  it('what an agent changes comes to both, with whose agent it was', async () => {
    await changes(scout, pad, [2, 1], ['seven to six', 'six to six'], 'The first customers come at six.')
    await reads('Open from six to six.')
    await both((page) => page.locator('.note', { hasText: 'The first customers come at six.' }).waitFor())
    expect(await ben.page.locator('.note', { hasText: 'The first customers' }).innerText()).to.contain('agent of Ada')
  })

  it('both write the same words: the second is shown whose are whose, and nothing is lost', async () => {
    const [hers, his] = [await ada.another(), await ben.another()]
    await hers.open(`/p/${pad}?edit`)
    await his.open(`/p/${pad}?edit`)
    const field = 'textarea[name=text]'
    const writes = async ({ page }: Window, words: string): Promise<void> => {
      const text = await page.locator(field).inputValue()
      await page.locator(field).fill(text.replace('Ada at the first, Ben at the second.', words))
      await page.getByRole('button', { name: 'Save' }).click()
    }
    await writes(hers, 'Ada at the first, Clara at the second.')
    await hers.page.waitForURL(`**/p/${pad}`)
    await reads('Clara at the second.')
    await writes(his, 'Ada at the first, Dora at the second.')
    const clash = his.page.locator('.clash')
    await clash.waitFor()
    expect(await clash.innerText())
      .to.contain('Ada changed the same words while you wrote')
      .and.to.contain('Clara')
      .and.to.contain('Dora')
    expect(await his.page.evaluate<string>('document.activeElement.className')).to.contain('clash')

    await clash.getByRole('radio', { name: /^Yours/ }).check()
    await his.page.getByRole('button', { name: 'Save' }).click()
    await his.page.waitForURL(`**/p/${pad}`)
    await reads('Ada at the first, Dora at the second.')
    await readsNoMore('Clara')
    // a browser says of every refusal that it was one
    expect([...hers.faults, ...his.faults.filter((fault) => !fault.includes('409 (Conflict)'))]).to.deep.equal([])
    await Promise.all([hers.page.close(), his.page.close()])
  })

  let suggestion: string

  it('what the other agent suggests stands before both, and goes from both when one accepts it', async () => {
    suggestion = await suggests(
      pip,
      pad,
      [1, 1],
      ['at the first,', 'at the first until noon,'],
      'Ada has the course at noon.',
    )
    await both((page) => page.locator(`#${suggestion}`).waitFor())
    expect(await ada.page.locator(`#${suggestion}`).innerText()).to.contain('Ada has the course at noon.')
    const answer = form(ben.page, 'ui_answer_edit', { edit_id: suggestion })
    await answer.getByRole('button', { name: 'Accept' }).click()
    await both((page) => page.locator(`#${suggestion}`).waitFor({ state: 'detached' }))
    await reads('Ada at the first until noon')
  })

  it('what was accepted is taken back where it stands, and both read the words before it', async () => {
    const undo = form(ada.page, 'ui_undo_edit', { back: await sectionOf(ada.page, 'Ovens') })
    await undo.getByRole('button', { name: 'Undo' }).click()
    await ada.page.locator('.snack', { hasText: 'Taken back' }).waitFor()
    await reads('Ada at the first, Dora')
    await readsNoMore('until noon')
  })

  it('both agents are told what became of theirs, and neither page was ever left', async () => {
    const { items } = await pip.does('show_svc', { after: 0 })
    const about = (items as { kind: string; reason?: string; edit_id?: string }[]).filter(
      ({ edit_id }) => edit_id === suggestion,
    )
    expect(about.map(({ kind, reason }) => `${kind} ${reason}`)).to.include('edit_answered accepted')
    const { text } = await scout.call('open_pad', { pad_id: pad })
    expect(text).to.contain('Ada at the first, Dora at the second.').and.to.contain('Open from six to six.')
    await both(async (page) => expect(await page.evaluate('globalThis.neverLeft')).to.equal(true))
    expect([...ada.faults, ...ben.faults]).to.deep.equal([])
  })
})

/** The place of a section on its page, by its heading. */
const sectionOf = async (page: Page, heading: string): Promise<string> =>
  (await page.locator('section.part', { hasText: heading }).first().getAttribute('id')) ?? ''
