import { expect } from 'chai'
import type { Page, Request } from 'playwright-core'
import { until } from '../support/until.ts'
import { callsOf, openRoom, type Room } from './room.ts'
import type { Window } from './window.ts'

describe('taking back in a browser', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  /** A page that holds one form of this act, and what it is about. */
  const formOn = (act: string, fields: Readonly<Record<string, string>>, buttons: string): string => {
    const hidden = Object.entries({ act, idempotency_key: 'key-of-this-form-1', ...fields })
    const inputs = hidden.map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`).join('')
    return `<article class="card" id="question"><h2>A question</h2><form method="post" class="acts">${inputs}${buttons}</form></article>`
  }

  async function opensWith(form: string, answer: object = { data: {} }) {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, '/explore', { clock: true })
    const { page } = window
    // the page of the thread, with a card in it
    await page.route(`**${path}`, async (route) => {
      const page = await route.fetch()
      await route.fulfill({ response: page, body: (await page.text()).replace('</main>', `${form}</main>`) })
    })
    const act = /name="act" value="([\w-]+)"/.exec(form)?.[1] as string
    await page.route(`**/api/tools/${act}`, (route) => route.fulfill({ json: answer }))
    await window.open(path)
    await stopsTime(page)
    return { window, page, calls: callsOf(window, act) }
  }

  /** Else real time goes on too, and a slow machine uses up the seconds. Before it the keys are there, which come late. */
  const stopsTime = async (page: Page): Promise<void> => {
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.clock.pauseAt(((await page.evaluate('Date.now()')) as number) + 10_000)
  }

  const turnDown = formOn(
    'ui_answer_edit',
    { edit_id: 'edt_0123456789', what: 'Pip’s change' },
    '<button name="outcome" value="accept">Accept</button><button name="outcome" value="turn_down">Turn down</button>',
  )

  it('what has no way back is held for six seconds, and undo means that nothing was sent', async () => {
    const { window, page, calls } = await opensWith(turnDown)
    await page.getByRole('button', { name: 'Turn down' }).click()
    await page.getByText('You turned down Pip’s change.').waitFor()
    expect(await page.locator('#question').isVisible()).to.equal(false)
    await page.clock.runFor(5_000)
    await page.getByRole('button', { name: 'Undo' }).click()
    expect(await page.locator('#question').isVisible()).to.equal(true)
    await page.clock.runFor(60_000)
    expect(calls).to.deep.equal([])
    await window.close()
  })

  it('without a word it is sent after six seconds', async () => {
    const { window, page, calls } = await opensWith(turnDown)
    await page.getByRole('button', { name: 'Turn down' }).click()
    await page.clock.runFor(1_000)
    expect(calls).to.deep.equal([])
    const sent = page.waitForRequest('**/api/tools/ui_answer_edit')
    await page.clock.runFor(5_100)
    await sent
    expect(calls).to.deep.equal([
      { edit_id: 'edt_0123456789', outcome: 'turn_down', idempotency_key: 'key-of-this-form-1' },
    ])
    await window.close()
  })

  it('leaving a hub is asked at once, and leads Home when it is done and not some time after', async () => {
    const hub = (await room.ada.does('ui_create_hub', { title: 'Night shift' })) as Room['hub']
    const { invite_url } = await room.ada.does('ui_invite', { hub: hub.slug })
    await room.ben.settings('accept-invite', { token: invite_url.split('#')[1] })
    const window = await room.opens(room.ben, `/h/${hub.slug}`)
    const { page } = window
    const leave = async (answer: string): Promise<void> => {
      await page.locator('summary', { hasText: 'More about this hub' }).click()
      await page.getByRole('button', { name: 'Leave this hub' }).click()
      await page.getByRole('dialog', { name: 'Leave Night shift?' }).getByRole('button', { name: answer }).click()
    }
    await leave('No')
    expect(new URL(page.url()).pathname).to.equal(`/h/${hub.slug}`)
    await page.locator('summary', { hasText: 'More about this hub' }).click()
    await leave('Yes')
    await page.waitForURL(`${room.server.url}/`)
    await page.getByText('You left Night shift.').waitFor()
    await window.close()
  })

  it('what is held is not counted any more, and is again after undo', async () => {
    const pad = { hub: room.hub.slug, title: 'Flour prices', text: 'Rye is 1.20.' }
    const { pad_id } = await room.ada.does('ui_create_pad', pad)
    for (const price of ['1.30', '1.40']) {
      const text = `Rye is ${price}.`
      await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, propose: true, text })
    }
    const window = await room.opens(room.ada, '/', { clock: true })
    const { page } = window
    await stopsTime(page)
    const number = page.locator('.bar .yours .n')
    const told = page.locator('.title [data-waits]')
    const counts = async (few: string, words: string): Promise<void> => {
      await number.filter({ hasText: few }).waitFor()
      expect(await told.innerText()).to.equal(words)
    }
    await counts('2', 'Two things wait for you.')
    await page.getByRole('button', { name: 'Turn down' }).first().click()
    await counts('1', 'One thing waits for you.')
    await page.getByRole('button', { name: 'Turn down' }).first().click()
    await number.waitFor({ state: 'hidden' })
    expect(await told.innerText()).to.equal('Nothing waits for you.')
    await page.keyboard.press('z')
    await counts('1', 'One thing waits for you.')
    await page.keyboard.press('z')
    await counts('2', 'Two things wait for you.')
    const { dm_id } = await room.ada.does('ui_start_dm', { to: room.ben.id, body: 'Deal.' })
    await page.clock.resume()
    await window.open(`/dm/${dm_id}`)
    await stopsTime(page)
    await page.locator('main summary', { hasText: 'More about Ben' }).first().click()
    await page.getByRole('button', { name: 'Block' }).click()
    await page.getByText('You blocked Ben.').waitFor()
    expect(await number.innerText(), 'an open conversation did not wait').to.equal('2')
    await page.keyboard.press('z')
    await window.close()
  })

  it('a card may hold what is no answer, and a question may stand in two places: each is counted as what it is', async () => {
    const pad = { hub: room.hub.slug, title: 'Butter prices', text: 'Butter is 8.20.' }
    const { pad_id } = await room.ada.does('ui_create_pad', pad)
    for (const price of ['8.30', '8.40']) {
      await room.ben.does('ui_edit_pad', { pad_id, base_version: 1, propose: true, text: `Butter is ${price}.` })
    }
    const hidden = (fields: Readonly<Record<string, string>>): string =>
      Object.entries(fields)
        .map(([name, value]) => `<input type="hidden" name="${name}" value="${value}">`)
        .join('')
    const deletes = `<form method="post">${hidden({ act: 'ui_delete_post', post_id: 'msg_0123456789' })}<button>Delete</button></form>`
    const checks = `<form method="post">${hidden({ act: 'ui_verify', edit_id: 'edt_0123456789' })}<button name="outcome" value="checked">It is right</button></form>`
    const margin = turnDown.replace('id="question"', 'id="margin"').replace('<h2>', `${checks}<h2>`)
    const { window, page } = await opensWith(turnDown.replace('</article>', `${deletes}</article>`) + margin)
    const number = page.locator('.bar .yours .n')
    const waiting = Number(await number.innerText())
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.locator('#question').waitFor({ state: 'hidden' })
    await page.getByText('Deleted.').waitFor()
    expect(await number.innerText()).to.equal(String(waiting))
    await page.keyboard.press('z')
    await page.locator('#question').getByRole('button', { name: 'Turn down' }).click()
    await page.locator('#margin').waitFor({ state: 'hidden' })
    await number.filter({ hasText: String(waiting - 1) }).waitFor()
    await page.keyboard.press('z')
    await number.filter({ hasText: String(waiting) }).waitFor()
    await window.close()
  })

  it('leaving what was reported is held too; while something else is told, the key brings the offer back first', async () => {
    const leave = formOn(
      'ui_moderate',
      { action: 'show', target: 'msg_0123456789', chosen: 'left', what: 'this' },
      '<button>Leave it</button>',
    )
    const seen =
      '<form method="post"><input type="hidden" name="act" value="ui_report"><button>Say it to the keepers</button></form>'
    const { window, page, calls } = await opensWith(leave + seen)
    await page.route('**/api/tools/ui_report', (route) => route.fulfill({ json: { data: {} } }))
    await page.getByRole('button', { name: 'Leave it' }).click()
    await page.getByText('Left as it is.').waitFor()
    await page.getByRole('button', { name: 'Say it to the keepers' }).click()
    await page.locator('.snack', { hasText: 'Thank you.' }).waitFor()
    await page.keyboard.press('z')
    await page.locator('.snack', { hasText: 'Left as it is.' }).waitFor()
    expect(await page.locator('#question').isVisible()).to.equal(false)
    await page.keyboard.press('z')
    await page.locator('#question').waitFor()
    await page.clock.runFor(60_000)
    expect(calls).to.deep.equal([])
    await window.close()
  })

  it('closing the tab sends what was held', async () => {
    const { id, path } = await room.thread()
    const post = await room.ada.does('ui_post', { thread_id: id, body: 'Too much said.' })
    const deletes = formOn('ui_delete_post', { post_id: post['post_id'] }, '<button>Delete</button>')
    const window = await room.opens(room.ada, '/explore', { clock: true })
    const { page } = window
    await page.route(`**${path}`, async (route) => {
      const page = await route.fetch()
      await route.fulfill({ response: page, body: (await page.text()).replace('</main>', `${deletes}</main>`) })
    })
    await window.open(path)
    await stopsTime(page)
    await page.getByRole('button', { name: 'Delete' }).click()
    await page.getByText('Deleted.').waitFor()
    const deleted = async () =>
      (await room.server.sql`select 1 from post where id = ${post['post_id']} and deleted_at is not null`).length === 1
    expect(await deleted()).to.equal(false)
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
    await until(deleted, 'the post to be deleted')
    await window.close()
  })

  it('what the tools can take back is done at once, and z takes it back', async () => {
    const { window, page, calls } = await opensWith(turnDown, { data: { edit_id: 'edt_0123456789' } })
    const undone: unknown[] = []
    await page.route('**/api/tools/ui_undo_edit', (route) => {
      undone.push(route.request().postDataJSON())
      return route.fulfill({ json: { data: {} } })
    })
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('You accepted Pip’s change.').waitFor()
    expect(calls).to.have.lengthOf(1)
    await page.keyboard.press('z')
    await page.getByText('Taken back: Pip’s change.').waitFor()
    expect(undone).to.have.lengthOf(1)
    expect(undone[0]).to.include({ edit_id: 'edt_0123456789' })
    await window.close()
  })

  it('what is refused after it was held comes back with the reason', async () => {
    const { window, page } = await opensWith(turnDown)
    await page.route('**/api/tools/ui_answer_edit', (route) =>
      route.fulfill({ status: 403, json: { error: 'forbidden', reason: 'needs_helper', message: 'No.' } }),
    )
    await page.getByRole('button', { name: 'Turn down' }).click()
    await page.clock.runFor(6_100)
    await page.getByRole('alert').waitFor()
    expect(await page.locator('#question').isVisible()).to.equal(true)
    expect(await page.getByRole('alert').innerText()).to.equal('Only owners and helpers of the hub can do that.')
    await window.close()
  })

  const changedMeanwhile = { status: 409, json: { error: 'conflict', reason: 'merge', message: 'Both changed it.' } }

  it('an undo that is refused says why, by what it was about', async () => {
    const { window, page } = await opensWith(turnDown, { data: { edit_id: 'edt_0123456789' } })
    await page.route('**/api/tools/ui_undo_edit', (route) => route.fulfill(changedMeanwhile))
    await page.getByRole('button', { name: 'Accept' }).click()
    await page.getByText('You accepted Pip’s change.').waitFor()
    await page.keyboard.press('z')
    await page.getByText('so it cannot go in as it is').waitFor()
    await window.close()
  })

  it('what is wide is asked about first, and a no sends nothing', async () => {
    const { window, page, calls } = await opensWith(
      formOn('free-agent', { agent_id: 'agt_0123456789', what: 'Scout' }, '<button>Set free</button>'),
    )
    await page.getByRole('button', { name: 'Set free' }).click()
    const dialog = page.getByRole('dialog', { name: 'End the link with Scout?' })
    await dialog.getByRole('button', { name: 'No' }).click()
    expect(await dialog.count()).to.equal(0)
    expect(calls).to.deep.equal([])
    await window.close()
  })

  describe('when the page is left before the answer comes', () => {
    /** A result of Ben’s that Ada looks at, and her window on the page of tasks. */
    async function handedIn(title: string) {
      const { id } = await room.thread()
      const { pad_id } = await room.ben.does('ui_create_pad', { hub: room.hub.slug, title: 'Prices', text: 'x' })
      const task = { thread_id: id, title, assignee: room.ben.handle, reviewer: room.ada.handle }
      const { task_id } = await room.ben.does('ui_create_task', task)
      await room.ben.does('ui_submit_result', { task_id, pad_id, summary: 'Done.' })
      const window = await room.opens(room.ada, '/tasks')
      const card = window.page.locator('.task').filter({ hasText: title })
      await card.locator('summary').filter({ hasText: 'Send it back' }).click()
      await card.getByLabel('What is missing?').fill('The rye is missing.')
      await card.getByRole('button', { name: 'Send it back' }).click()
      await window.page.getByText(`You sent back ${title}.`).waitFor()
      const state = async () => (await room.server.sql`select state, review from task where id = ${task_id}`)[0]
      return { task_id, window, state }
    }

    it('the next page says what was refused and why, with the words', async () => {
      const { task_id, window, state } = await handedIn('Compare flour')
      // on her phone she had said otherwise
      await room.ada.does('ui_review_result', { task_id, outcome: 'approve' })
      await window.open('/explore')
      const alert = window.page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.innerText())
        .to.contain('Not done: Send back Compare flour.')
        .and.contain('The rye is missing.')
      expect(await alert.getByRole('link', { name: 'Look again' }).getAttribute('href')).to.equal('/tasks')
      expect(await state()).to.include({ state: 'done', review: 'approved' })
      await alert.getByRole('button', { name: 'Put away' }).click()
      await window.open('/explore')
      expect(await alert.count()).to.equal(0)
      await window.close()
    })

    /** What this device keeps of acts that were not answered. */
    const keptBy = (page: Page): Promise<string[]> =>
      page.evaluate("Object.keys(localStorage).filter((name) => name.startsWith('svc-unheard:'))")

    const isOfPage = (one: Request, path: string): boolean => one.headers()['referer']?.endsWith(path) === true

    /** A page at this address has asked what became of it, and hears nothing. */
    async function asksInVain({ page, open }: Window, path: string): Promise<void> {
      await page.route('**/api/tools/ui_review_result', (route) =>
        isOfPage(route.request(), path) ? undefined : route.continue(),
      )
      const asks = page.waitForRequest((one) => one.url().endsWith('/ui_review_result') && isOfPage(one, path))
      await open(path)
      await asks
    }

    it('the next page tells a suggestion that cannot go in from words that were written', async () => {
      const { window, page } = await opensWith(turnDown)
      // by the page that asks: this one is left without an answer
      await page.route('**/api/tools/ui_answer_edit', (route) =>
        isOfPage(route.request(), '/explore') ? route.fulfill(changedMeanwhile) : undefined,
      )
      const sent = page.waitForRequest('**/api/tools/ui_answer_edit')
      await page.getByRole('button', { name: 'Accept' }).click()
      await sent
      await page.clock.resume()
      await window.open('/explore')
      const alert = page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.innerText())
        .to.contain('it cannot go in as it is')
        .and.not.contain('while you wrote')
      await window.close()
    })

    it('the page after it asks too, when the next one is left before it heard', async () => {
      const { task_id, window } = await handedIn('Compare malt')
      await room.ada.does('ui_review_result', { task_id, outcome: 'approve' })
      await asksInVain(window, '/explore')
      await window.open('/tasks')
      const alert = window.page.getByRole('alert')
      await alert.waitFor()
      expect(await alert.innerText()).to.contain('The rye is missing.')
      expect(await keptBy(window.page)).to.deep.equal([])
      await window.close()
    })

    it('a page that is shown again and hears the answer keeps it no longer', async () => {
      const { path } = await room.thread()
      const window = await room.opens(room.ada, path)
      const { page } = window
      let answer = (): void => undefined
      const mayAnswer = new Promise<void>((resolve) => {
        answer = resolve
      })
      await page.route('**/api/tools/ui_post', async (route) => {
        await mayAnswer
        await route.continue()
      })
      await page.getByLabel('Your post').fill('Six minutes.')
      await page.locator('.composer button.go').click()
      await page.locator('.post.sending').waitFor()
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pagehide', { persisted: true }))")
      expect(await keptBy(page)).to.have.lengthOf(1)
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
      answer()
      await page.locator('.post:not(.sending)', { hasText: 'Six minutes.' }).waitFor()
      expect(await keptBy(page)).to.deep.equal([])
      await window.close()
    })

    it('nothing is said of what was done, and it is done once', async () => {
      const { window, state } = await handedIn('Compare salt')
      const asked = window.page.waitForResponse('**/api/tools/ui_review_result')
      await window.open('/')
      await asked
      await until(async () => (await state())?.['review'] === 'sent_back', 'it is sent back')
      expect(await window.page.getByRole('alert').count()).to.equal(0)
      await window.page.locator('[data-drafts] li[data-own]').waitFor({ state: 'detached' })
      await window.close()
    })

    // the last: her session ends with it
    it('whoever signs out leaves nothing of it on the device', async () => {
      const { window } = await handedIn('Compare yeast')
      const { page } = window
      await asksInVain(window, '/settings')
      expect(await keptBy(page)).to.have.lengthOf(1)
      await page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await page.waitForURL((url) => url.pathname !== '/settings')
      expect(await keptBy(page)).to.deep.equal([])
      await window.close()
    })
  })
})
