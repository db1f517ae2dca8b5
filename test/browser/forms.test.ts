import { expect } from 'chai'
import { until } from '../support/until.ts'
import { callsOf, openRoom, postsOn, type Room } from './room.ts'
import { widths } from './window.ts'

describe('forms in a browser', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  it('posts in place, and a double click posts once', async () => {
    const { id, path } = await room.thread()
    const { page, faults, close } = await room.opens(room.ada, path)
    await page.getByLabel('Your post').fill('Bread **rises**.')
    await page.locator('.composer button.go').dblclick()
    await page.locator('.post strong', { hasText: 'rises' }).waitFor()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('')
    expect(await room.said(id)).to.deep.equal(['What do you think?', 'Bread **rises**.'])
    expect(page.url()).to.equal(`${room.server.url}${path}`)
    // the next one is another
    await page.getByLabel('Your post').fill('Bread **rises** twice.')
    await page.keyboard.press('Control+Enter')
    await page.locator('.post:not([data-own])', { hasText: 'twice' }).waitFor()
    expect(await room.said(id)).to.have.lengthOf(3)
    expect(faults).to.deep.equal([])
    await close()
  })

  it('shows a post at once in plain words, as sending', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path, { width: widths.narrow })
    const { page } = window
    let answer = (): void => {}
    const answered = new Promise<void>((resolve) => (answer = resolve))
    await page.route('**/api/tools/ui_post', async (route) => {
      await answered
      await route.continue()
    })
    await page.getByLabel('Your post').fill('The oven is hot.')
    await page.locator('.composer button.go').click()
    const sending = page.locator('.post.sending')
    expect(await sending.innerText()).to.match(/You\s+sending\s+The oven is hot\./)
    // as every other post: the mark, and beside it one line of who wrote it
    const [here, there] = await Promise.all(
      [page.locator('.post:not(.sending)'), sending].map((post) => post.locator('.who').first().boundingBox()),
    )
    expect(there!.x).to.equal(here!.x)
    expect(there!.height).to.be.at.most(here!.height)
    await page.getByText('Sending…').waitFor()
    answer()
    await sending.waitFor({ state: 'detached' })
    expect(await postsOn(page)).to.deep.equal(['What do you think?', 'The oven is hot.'])
    await window.close()
  })

  it('a refusal keeps the words, says why beside them, and the next try is a new one', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const secret = 'The key is AKIAIOSFODNN7EXAMPLE and wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY'
    const field = page.getByLabel('Your post')
    await field.fill(secret)
    await page.locator('.composer button.go').click()
    const notice = page.getByRole('alert')
    await notice.waitFor()
    expect(await notice.innerText()).to.contain('This looks like a key')
    expect(await field.inputValue()).to.equal(secret)
    expect(await field.getAttribute('aria-describedby')).to.equal(await notice.getAttribute('id'))
    expect(await page.evaluate<string>('document.activeElement.name')).to.equal('body')
    expect(await room.said(id)).to.have.lengthOf(1)
    await field.fill('No key here.')
    await page.locator('.composer button.go').click()
    await page.locator('.post:not([data-own])', { hasText: 'No key here.' }).waitFor()
    expect(await notice.count()).to.equal(0)
    await window.close()
  })

  it('a busy service and a lost connection keep the words and send them again with the same key', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const calls = callsOf(window, 'ui_post')
    let fails = 2
    await page.route('**/api/tools/ui_post', (route) => {
      fails -= 1
      if (fails === 1)
        return route.fulfill({ status: 503, json: { error: 'unavailable', message: '', reason: 'busy' } })
      if (fails === 0) return route.abort('internetdisconnected')
      return route.continue()
    })
    await page.getByLabel('Your post').fill('Will it arrive?')
    await page.locator('.composer button.go').click()
    await page.getByText('svc is busy. This waits here until it is done. Trying again in').waitFor()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('Will it arrive?')
    await page.getByRole('button', { name: 'Now' }).click()
    await page.getByText('No connection. You can go on writing; it stays on this device.').waitFor()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('Will it arrive?')
    await page.getByRole('button', { name: 'Try now' }).click()
    await page.locator('.post:not([data-own])', { hasText: 'Will it arrive?' }).waitFor()
    expect(new Set(calls.map((call) => call['idempotency_key'])).size).to.equal(1)
    expect(await room.said(id)).to.have.lengthOf(2)
    await window.close()
  })

  it('says so where a part of the script does not come, and is not busy for ever', async () => {
    const window = await room.opens(room.ada, '/settings')
    const { page } = window
    await page.route(/\/assets\/later-/, (route) => route.abort())
    await page.reload()
    const form = page.locator('form:has(> input[value="create-agent"])')
    await form.locator('[name="name"]').fill('Crumb')
    await form.getByRole('button', { name: 'Make its key' }).click()
    await page.getByText('No answer. Open the page again.').waitFor()
    expect(await form.getAttribute('aria-busy')).to.equal(null)
    expect(await form.locator('[name="name"]').inputValue()).to.equal('Crumb')
    await window.close()
  })

  it('who writes on after a lost connection is not sent half a sentence', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const calls = callsOf(window, 'ui_post')
    await page.route('**/api/tools/ui_post', (route) => route.abort('internetdisconnected'))
    await page.getByLabel('Your post').fill('Half a')
    await page.locator('.composer button.go').click()
    await page.getByText('Trying again in').waitFor()
    await page.getByLabel('Your post').pressSequentially(' sentence')
    expect(await page.getByText('Trying again in').count()).to.equal(0)
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    expect(calls).to.have.lengthOf(1)
    await window.close()
  })

  it('who presses again while it waits for its next try sends it once, and nothing after it', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const calls = callsOf(window, 'ui_post')
    await page.route('**/api/tools/ui_post', (route) => route.abort('internetdisconnected'), { times: 1 })
    await page.getByLabel('Your post').fill('By hand')
    await page.locator('.composer button.go').click()
    await page.getByText('Trying again in').waitFor()
    await page.locator('.composer button.go').click()
    await page.locator('.post:not([data-own])', { hasText: 'By hand' }).waitFor()
    await page.evaluate(`dispatchEvent(new Event('online'))`)
    await page.getByLabel('Your post').fill('The next one')
    await page.locator('.composer button.go').click()
    await page.locator('.post:not([data-own])', { hasText: 'The next one' }).waitFor()
    expect(calls.map(({ body }) => body)).to.deep.equal(['By hand', 'By hand', 'The next one'])
    expect(await room.said(id)).to.have.lengthOf(3)
    expect(await page.getByRole('alert').count()).to.equal(0)
    await window.close()
  })

  it('who presses again and then not is told of no next try, for none comes', async () => {
    const window = await room.opens(room.ben, '/settings')
    const { page } = window
    await page.route('**/api/settings/delete-account', (route) => route.abort('internetdisconnected'))
    await page.locator('summary', { hasText: 'Delete your account' }).click()
    await page.getByLabel('Type your handle').fill(room.ben.handle)
    const deletes = page.getByRole('button', { name: 'Delete my account' })
    await deletes.click()
    await page.getByRole('button', { name: 'Yes' }).click()
    await page.getByText('Trying again in').waitFor()
    await deletes.click()
    await page.getByRole('dialog').getByRole('button', { name: 'No' }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    expect(await page.getByText('Trying again in').count()).to.equal(0)
    await window.close()
  })

  it('who presses at the foot of a long form sees that nothing answered', async () => {
    const made = { hub: room.hub.slug, title: 'Long', text: 'One line.\n\n'.repeat(40) }
    const { pad_id } = await room.ada.does('ui_create_pad', made)
    const window = await room.opens(room.ada, `/p/${pad_id}?edit`)
    const { page } = window
    await page.setViewportSize({ width: widths.narrow, height: 480 })
    await page.locator('[data-writes]').waitFor()
    await page.getByLabel('Text', { exact: true }).fill('Other words.\n\n'.repeat(40))
    await page.route('**/api/tools/ui_edit_pad', (route) => route.abort('internetdisconnected'))
    await page.getByRole('button', { name: /^Save/ }).click()
    const notice = page.getByRole('alert').filter({ hasText: 'No connection.' })
    await notice.waitFor()
    const box = (await notice.boundingBox())!
    expect(box.y).to.be.at.least(-1)
    expect(box.y + box.height).to.be.at.most(page.viewportSize()!.height)
    await window.close()
  })

  async function suggested(title: string) {
    const made = { hub: room.hub.slug, title, text: 'Rye is 1.20.' }
    const { pad_id } = await room.ada.does('ui_create_pad', made)
    const change = { pad_id, base_version: 1, propose: true, text: 'Rye is 1.30.' }
    const { edit_id } = await room.ben.does('ui_edit_pad', change)
    return { pad_id, edit_id, card: { hasText: title } }
  }

  it('what is answered is not answered again while the page cannot be drawn without it', async () => {
    const { card } = await suggested('Prices of flour')
    const window = await room.opens(room.ada, '/')
    const { page } = window
    const calls = callsOf(window, 'ui_answer_edit')
    const question = page.locator('main .card', card)
    await page.route(`${room.server.url}/`, (route) => route.fulfill({ status: 503, body: '' }))
    const asked = page.waitForResponse(`${room.server.url}/`)
    await question.getByRole('button', { name: 'Accept' }).click()
    await asked
    await page.getByText(/You accepted Ben’s change/).waitFor()
    await question.getByRole('button', { name: 'Accept' }).click()
    await page.unroute(`${room.server.url}/`)
    await question.waitFor({ state: 'detached' })
    expect(calls).to.have.lengthOf(1)
    await window.close()
  })

  it('a page that comes back from the browser’s memory shows what is open now, and what was typed on it', async () => {
    const { edit_id, card } = await suggested('Prices of salt')
    const window = await room.opens(room.ada, '/settings')
    const { page } = window
    // nothing else tells the page
    await page.route('**/api/tools/ui_inbox', () => undefined)
    await window.open('/')
    const question = page.locator('main .card', card)
    await question.waitFor()
    await room.ada.does('ui_answer_edit', { edit_id, outcome: 'accept' })
    const comesBack = "dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))"
    await page.evaluate(comesBack)
    await question.waitFor({ state: 'detached' })

    const { id, path } = await room.thread()
    await window.open(path)
    const field = page.getByLabel('Your post')
    await field.fill('Half a sentence')
    await room.ben.does('ui_post', { thread_id: id, body: 'Said meanwhile.' })
    await page.evaluate(comesBack)
    await page.locator('.post', { hasText: 'Said meanwhile.' }).waitFor()
    expect(await field.inputValue()).to.equal('Half a sentence')
    await window.close()
  })

  it('what led to another page may be pressed again on a page that comes back, once that shows what is open', async () => {
    const window = await room.opens(room.ben, '/explore')
    const { page } = window
    const fields =
      '<input type="hidden" name="act" value="accept-invite"><input type="hidden" name="token" value="abc">'
    const form = `<article class="card"><form method="post">${fields}<button>Join it</button></form></article>`
    await page.route('**/tasks', async (route) => {
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('</main>', `${form}</main>`) })
    })
    // it leads to a place of the same page, which is not left
    let calls = 0
    await page.route('**/api/settings/accept-invite', (route) => {
      calls += 1
      return route.fulfill({ json: { path: '/tasks#main' } })
    })
    await window.open('/tasks')
    const joins = page.getByRole('button', { name: 'Join it' })
    await joins.click()
    await page.waitForURL('**/tasks#main')
    const answers = () => page.evaluate(`fetch('/healthz').then((answer) => answer.text())`)
    await joins.click()
    await answers()
    expect(calls).to.equal(1)
    // a page that comes back and is not there to be drawn shows nothing
    await page.route('**/tasks', (route) => route.fulfill({ status: 404, body: '' }), { times: 1 })
    const looked = page.waitForResponse((answer) => answer.url().endsWith('/tasks') && answer.status() === 404)
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await looked
    await answers()
    await joins.click()
    await answers()
    expect(calls).to.equal(1)
    await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))")
    await until(async () => {
      await joins.click()
      return calls > 1
    }, 'it is pressed again')
    expect(calls).to.equal(2)
    await window.close()
  })
})
