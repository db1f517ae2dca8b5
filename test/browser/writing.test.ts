import { expect } from 'chai'
import { signIn } from '../support/cast.ts'
import { until } from '../support/until.ts'
import { overflow } from './checks.ts'
import { openRoom, postsOn, type Room } from './room.ts'
import { widths } from './window.ts'

describe('writing in a browser', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  it('what was written and not sent is there after a reload, on this device alone, until it is sent', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.getByLabel('Your post').fill('Half a thought')
    await page.getByText('Draft kept on this device').waitFor()
    await page.reload()
    await page.getByText('Draft kept on this device').waitFor()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('Half a thought')
    await window.open('/')
    const begun = page.locator('[data-drafts] li', { hasText: 'draft' })
    await begun.getByRole('link').click()
    await page.waitForURL(`**${path}`)
    await page.locator('.composer button.go').click()
    await page.locator('.post:not([data-own])', { hasText: 'Half a thought' }).waitFor()
    await page.reload()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('')
    expect(await page.evaluate<string[]>('Object.keys(localStorage)')).to.deep.equal([])
    await window.open('/')
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    expect(await begun.count()).to.equal(0)
    await window.close()
  })

  /** A thread that everybody may read, in a hub that Ben has a seat in. */
  async function inTheOpen(name: string): Promise<{ readonly slug: string; readonly id: string }> {
    const { slug } = await room.ada.does('ui_create_hub', { title: name })
    const { preview } = await room.ada.does('ui_set_visibility', { hub: slug, audience: 'public' })
    const token = { publish_token: preview.publish_token }
    await room.ada.does('ui_set_visibility', { hub: slug, audience: 'public', ...token })
    const { thread_id: id } = await room.ada.does('ui_start_thread', { hub: slug, title: 'Rye', body: 'Who has some?' })
    await room.ben.does('ui_join_hub', { hub: slug })
    return { slug, id }
  }

  it('who lost their seat while writing takes one and sends with the same click', async () => {
    const { slug, id } = await inTheOpen('The market')
    const window = await room.opens(room.ben, `/t/${id}`)
    const { page } = window
    await page.getByLabel('Your post').fill('I have a sack.')
    await room.ben.does('ui_leave_hub', { hub: slug })
    await page.locator('.composer button.go').click()
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.contain('Join The market to write here.')
    await page.getByRole('button', { name: 'Join and send' }).click()
    await until(async () => (await room.said(id)).includes('I have a sack.'), 'it is sent')
    await window.close()
  })

  it('so does the button of a page that was refused before its script ran', async () => {
    const { slug, id } = await inTheOpen('The mill')
    const window = await room.opens(room.ben, '/explore')
    const { page } = window
    await page.route('**/assets/page-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await window.open(`/t/${id}`)
    await page.getByLabel('Your post').fill('I have two sacks.')
    await room.ben.does('ui_leave_hub', { hub: slug })
    await page.unroute('**/assets/page-*.js')
    await page.locator('.composer button.go').click()
    await page.locator('html[data-keys]').waitFor()
    await page.getByRole('button', { name: 'Join and send' }).click()
    await until(async () => (await room.said(id)).includes('I have two sacks.'), 'it is sent')
    await window.close()
  })

  it('who has to be let in again asks from where they write, and keeps the words', async () => {
    const { slug } = await room.ada.does('ui_create_hub', { title: 'The cellar' })
    const { invite_url } = await room.ada.does('ui_invite', { hub: slug })
    await room.ben.settings('accept-invite', { token: invite_url.split('#')[1] })
    const { thread_id } = await room.ada.does('ui_start_thread', { hub: slug, title: 'Barrels', body: 'How many?' })
    const window = await room.opens(room.ben, `/t/${thread_id}`)
    const { page } = window
    await page.getByLabel('Your post').fill('I count nine.')
    await room.ben.does('ui_leave_hub', { hub: slug })
    await page.locator('.composer button.go').click()
    await page.getByRole('alert').waitFor()
    await page.getByRole('button', { name: 'Ask to join' }).click()
    await page.locator('#snack', { hasText: 'You asked to join. Your words are kept.' }).waitFor()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('I count nine.')
    const asking = await room.server.sql`select 1 from join_request where participant_id = ${room.ben.id}`
    expect(asking).to.have.lengthOf(1)
    await window.close()
  })

  it('a button that says more than its form is heard before the rest of the script is there', async () => {
    const { slug, id } = await inTheOpen('The field')
    const window = await room.opens(room.ben, '/explore')
    const { page } = window
    const script = await page.locator('script[type=module]').getAttribute('src')
    await page.route('**/assets/page-*.js', (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await window.open(`/t/${id}`)
    await page.getByLabel('Your post').fill('I have three sacks.')
    await room.ben.does('ui_leave_hub', { hub: slug })
    await page.unroute('**/assets/page-*.js')
    // what a page loads once it stands never comes
    await page.route('**/assets/later-*.js', () => undefined)
    const loaded = page.waitForResponse((answer) => answer.url().endsWith(script!))
    await page.locator('.composer button.go').click()
    await loaded
    await page.locator('#snack').waitFor({ state: 'attached' })
    await page.getByRole('button', { name: 'Join and send' }).click()
    await until(async () => (await room.said(id)).includes('I have three sacks.'), 'it is sent')
    await window.close()
  })

  it('a page that cannot be had after an act leaves what stands, and is asked for again', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    let refused = 0
    await page.route(`**${path}`, (route) =>
      ++refused === 1
        ? route.fulfill({ status: 503, contentType: 'text/html', body: '<main>Busy</main>' })
        : route.continue(),
    )
    await page.getByLabel('Your post').fill('Here all the same')
    await page.locator('.composer button.go').click()
    await until(async () => refused === 1 && (await room.said(id)).includes('Here all the same'), 'it is sent')
    await page.locator('.post.sending', { hasText: 'Here all the same' }).waitFor()
    await page.locator('.post:not([data-own])', { hasText: 'Here all the same' }).waitFor()
    await page.locator('.post.sending').waitFor({ state: 'detached' })
    expect(await page.getByText('What do you think?').count()).to.equal(1)
    await window.close()
  })

  it('times are those of the reader’s own zone, with all of it in the title', async () => {
    const { path } = await room.thread()
    const shown = async (zone: string): Promise<string | null> => {
      const window = await room.opens(room.ada, path, { zone })
      const time = window.page.locator('main .post time').first()
      const title = await time.getAttribute('title')
      expect(await time.innerText()).to.match(/just now|min ago/)
      await window.close()
      return title
    }
    const [tokyo, lima] = [await shown('Asia/Tokyo'), await shown('America/Lima')]
    expect(tokyo).to.not.equal(lima)
    expect(lima).to.contain('GMT-5')
  })

  it('by keyboard alone: to the post, answer, take the words along, send, find, and go home', async () => {
    const { path } = await room.thread('Which flour?')
    const window = await room.opens(room.ada, path)
    const { page } = window
    const { keyboard } = page
    const focused = () => page.evaluate<string>('document.activeElement.name || document.activeElement.className')
    // the keys are taken up once the page stands
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await keyboard.press('j')
    expect(await focused()).to.contain('post')
    await page.evaluate(`getSelection().selectAllChildren(document.querySelector('main .said p'))`)
    await keyboard.press('q')
    expect(await page.getByLabel('Your post').inputValue()).to.equal('> What do you think?\n\n')
    // in a field a key is a letter
    await keyboard.type('just')
    expect(await page.getByLabel('Your post').inputValue()).to.equal('> What do you think?\n\njust')
    await keyboard.press('Control+Enter')
    await page.locator('.post:not([data-own]) blockquote').waitFor()
    expect(await postsOn(page)).to.have.lengthOf(2)
    await keyboard.press('Escape')
    await keyboard.press('?')
    const shown = page.getByRole('dialog', { name: 'Keyboard' })
    await shown.waitFor()
    await keyboard.press('Escape')
    await shown.waitFor({ state: 'detached' })
    await keyboard.press('/')
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
    await keyboard.type('flour')
    await page.getByRole('option', { name: 'Which flour?' }).waitFor()
    const loaded = page.waitForEvent('load')
    await keyboard.press('Enter')
    await loaded
    expect(new URL(page.url()).pathname).to.equal(path)
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await keyboard.press('g')
    await keyboard.press('h')
    await page.waitForURL(`${room.server.url}/`)
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('what is looked for while the service is busy is asked for again, and Enter before its answer searches', async () => {
    await room.thread('Which yeast?')
    const window = await room.opens(room.ada, '/explore')
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    let asked = 0
    await page.route('**/api/tools/ui_search', (route) =>
      ++asked === 1 ? route.fulfill({ status: 503, body: '{}' }) : route.continue(),
    )
    await page.keyboard.press('/')
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
    await page.keyboard.type('yeast')
    await page.getByText('No answer yet. Asking again.').waitFor()
    await page.getByRole('option', { name: 'Which yeast?' }).waitFor()
    await page.getByText('No answer yet. Asking again.').waitFor({ state: 'hidden' })
    await page.unroute('**/api/tools/ui_search')
    await page.route('**/api/tools/ui_search', () => undefined)
    await page.keyboard.type(' bread')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/search?q=yeast%20bread')
    await window.close()
  })

  it('closes the finder by one Escape, and finds the people one sits with by the beginning of a name, to write to them', async () => {
    const window = await room.opens(room.ada, '/explore')
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const finder = page.getByRole('dialog', { name: 'Find anything' })
    await page.keyboard.press('/')
    await finder.waitFor()
    const field = finder.getByRole('combobox')
    expect(await field.getAttribute('aria-expanded')).to.equal('true')
    await page.keyboard.type('nobody')
    await finder.getByRole('combobox', { expanded: false }).waitFor()
    await page.keyboard.press('Escape')
    await finder.waitFor({ state: 'detached' })
    await page.keyboard.press('/')
    await finder.waitFor()
    await page.keyboard.type('@be')
    await page.getByRole('option', { name: `Ben @${room.ben.handle}, write a message` }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(`**/dm?to=%40${room.ben.handle}`)
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a key that follows at once on the one that closed a dialog is heard', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard' }).waitFor()
    // both before the page is painted again, when the focus is still where it was
    await page.evaluate(`
      document.querySelector('dialog').close()
      document.activeElement.dispatchEvent(new KeyboardEvent('keydown', { key: '/', bubbles: true }))`)
    await page.getByRole('dialog', { name: 'Find anything' }).waitFor()
    await window.close()
  })

  it('the keys can be switched off', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.keyboard.press('?')
    await page.getByLabel(/Single keys work/).uncheck()
    await page.getByRole('button', { name: 'Close', exact: true }).click()
    await page.keyboard.press('j')
    expect(await page.locator('main .post:focus').count()).to.equal(0)
    await window.close()
  })

  it('who was signed out in another tab signs in again, and nothing typed in this one is lost', async () => {
    const dora = await signIn(room.server, 'Dora')
    const { slug, front_pad } = await dora.does('ui_create_hub', { title: 'Two tabs' })
    const { thread_id } = await dora.does('ui_start_thread', { hub: slug, title: 'Here', body: 'And now?' })
    for (const [path, label] of [
      [`/p/${front_pad.pad_id}?edit`, 'Text'],
      [`/t/${thread_id}`, 'Your post'],
    ] as const) {
      const window = await room.opens(await signIn(room.server, 'Dora'), path)
      const { page } = window
      await page.locator('html[data-keys]').waitFor({ state: 'attached' })
      await page.getByLabel(label, { exact: true }).fill('Typed before the end.')
      await page.locator('.kept').waitFor()
      const other = await window.another()
      await other.open('/settings')
      await other.page.getByRole('button', { name: 'Sign out', exact: true }).click()
      await other.page.waitForURL(`${room.server.url}/`)
      await other.close()
      await page
        .locator('form', { has: page.getByLabel(label, { exact: true }) })
        .locator('button.go')
        .click()
      await page.getByText('Your words are kept.').waitFor()
      await page.getByRole('link', { name: 'Sign in' }).click()
      await page.getByLabel('Name').fill('Dora')
      await page.getByLabel('Email').fill(dora.email)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.locator('.kept').waitFor()
      expect(await page.getByLabel(label, { exact: true }).inputValue()).to.equal('Typed before the end.')
      await window.close()
    }
  })

  it('a name that is begun with @ is offered, and taken with a key', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const field = page.getByLabel('Your post')
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await field.pressSequentially('Ask @be')
    await page.getByRole('option', { name: 'Ben' }).waitFor()
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).to.equal(`Ask @${room.ben.handle} `)
    await window.close()
  })

  it('of many members, what a key has marked is taken, though more of them come below it', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const field = page.getByLabel('Your post')
    const member = (name: string) => ({ name, handle: name.toLowerCase() })
    let more = (): void => {}
    const wanted = new Promise<void>((resolve) => (more = resolve))
    await page.route('**/api/tools/ui_members', async (route) => {
      const { begins } = route.request().postDataJSON() as { begins?: string }
      if (begins !== undefined) await wanted
      const members = (begins === undefined ? ['Mara', 'Max'] : ['Mabel', 'Mara', 'Max']).map(member)
      await route.fulfill({ json: { data: {}, view: { members, ...(begins === undefined && { next_cursor: 'x' }) } } })
    })
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const asked = page.waitForRequest((request) => request.postData()?.includes('"begins":"ma"') === true)
    await field.pressSequentially('Ask @ma')
    await page.getByRole('option', { name: 'Max' }).waitFor()
    await page.keyboard.press('ArrowDown')
    await asked
    more()
    await page.getByRole('option', { name: 'Mabel' }).waitFor()
    expect(await page.getByRole('option', { selected: true }).innerText()).to.equal('Max @max')
    expect(await page.getByRole('option').allInnerTexts()).to.deep.equal(['Mara @mara', 'Max @max', 'Mabel @mabel'])
    await page.keyboard.press('Enter')
    expect(await field.inputValue()).to.equal('Ask @max ')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a name that came all at once is offered too', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.getByLabel('Your post').fill('Ask @be')
    await page.getByRole('option', { name: 'Ben' }).waitFor()
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a click on Post while names are offered posts, for the button does not move from under it', async () => {
    const { id, path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.getByLabel('Your post').pressSequentially('Half rye, @be')
    await page.getByRole('option').waitFor()
    const post = (await page.locator('.composer button.go').boundingBox())!
    await page.mouse.move(post.x + 10, post.y + post.height - 4)
    await page.mouse.down()
    await page.mouse.up()
    await page.locator('.post:not([data-own])', { hasText: 'Half rye' }).waitFor()
    expect((await room.said(id)).at(-1)).to.equal('Half rye, @be')
    await window.close()
  })

  it('a preview reads as the page will, and leads back to the words', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.getByLabel('Your post').fill('**Bold** &amp; <b>not</b>')
    await page.getByRole('button', { name: 'Preview' }).click()
    const preview = page.getByRole('group', { name: 'As it will read' })
    expect(await preview.innerHTML()).to.contain('<strong>Bold</strong> &amp; &lt;b&gt;not&lt;/b&gt;')
    await page.getByRole('button', { name: 'Preview' }).click()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('**Bold** &amp; <b>not</b>')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a key whose part of the script does not come leads to the page that does the same', async () => {
    const window = await room.opens(room.ada, '/explore')
    const { page } = window
    for (const [key, part, path] of [
      ['/', 'finder', '/search'],
      ['?', 'shortcuts_shown', '/settings#keys'],
    ] as const) {
      await page.route(new RegExp(`/assets/${part}-`), (route) => route.abort())
      await window.open('/explore')
      await page.locator('html[data-keys]').waitFor({ state: 'attached' })
      await page.keyboard.press(key)
      await page.waitForURL(room.server.url + path)
    }
    await window.close()
  })

  it('a preview that does not come is said, and the words stay', async () => {
    const window = await room.opens(room.ada, (await room.thread()).path)
    const { page } = window
    await page.route(/\/assets\/edit-/, (route) => route.abort())
    await page.getByLabel('Your post').fill('How will it read?')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByText('No answer. Open the page again.').waitFor()
    expect(await page.getByLabel('Your post').inputValue()).to.equal('How will it read?')
    await window.close()
  })

  it('what is posted from its preview leaves an empty field to write on in', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    const field = page.getByLabel('Your post')
    await field.fill('From its **preview**.')
    await page.getByRole('button', { name: 'Preview' }).click()
    await page.getByRole('group', { name: 'As it will read' }).waitFor()
    await page.locator('.composer button.go').last().click()
    await page.locator('.post:not(.sending)', { hasText: 'From its preview.' }).waitFor()
    await page.getByRole('group', { name: 'As it will read' }).waitFor({ state: 'detached' })
    expect(await field.isVisible()).to.equal(true)
    expect(await field.inputValue()).to.equal('')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('one word as long as a title may be makes no page too wide, and the code in a post stays in its lines', async () => {
    const word = 'flour'.repeat(40)
    const code = `const flour = '${'rye '.repeat(60)}'`
    const { slug } = await room.ada.does('ui_create_hub', { title: word, guide: word })
    const body = `${word}\n\n\`\`\`\n${code}\n\`\`\`\n`
    const { thread_id } = await room.ada.does('ui_start_thread', { hub: slug, title: word, body })
    const { pad_id } = await room.ada.does('ui_create_pad', { hub: slug, title: word, text: `# ${word}\n\n${word}` })
    const window = await room.opens(room.ada, `/t/${thread_id}`, { width: widths.narrow })
    const lines = await window.page.locator('.post pre').evaluate((pre) => pre.scrollWidth > pre.clientWidth)
    expect(lines).to.equal(true)
    for (const path of [
      `/t/${thread_id}`,
      `/p/${pad_id}`,
      `/h/${slug}`,
      `/h/${slug}?members`,
      `/p/${pad_id}?edit`,
      '/',
    ]) {
      await window.open(path)
      expect(await overflow(window.page), path).to.deep.equal([])
    }
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('the address of a hub is checked as it is typed', async () => {
    const window = await room.opens(room.ada, '/h/new')
    const mismatched = `document.querySelector('#slug').validity.patternMismatch`
    const field = window.page.getByLabel('Address')
    await field.fill('a-hub-')
    expect(await window.page.evaluate(mismatched)).to.equal(true)
    await field.fill('a-hub')
    expect(await window.page.evaluate(mismatched)).to.equal(false)
    expect(window.faults).to.deep.equal([])
    // one that is taken is said, and written anew at once
    await window.page.getByLabel('Name').fill('Another')
    await field.fill(room.hub.slug)
    await window.page.getByRole('button', { name: 'Make the hub' }).click()
    await window.page.getByRole('alert').getByText('That address is taken. Choose another.').waitFor()
    expect(await field.evaluate((one) => one === one.ownerDocument.activeElement)).to.equal(true)
    await window.close()
  })
})
