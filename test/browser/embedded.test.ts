import { expect } from 'chai'
import { browser } from '../../src/rules/limits.ts'
import { type Assistant, connect } from '../support/assistant.ts'
import { type Bakery, openBakery } from '../support/bakery.ts'
import { gatherCast } from '../support/cast.ts'
import { mcp } from '../support/doors.ts'
import { makesPad } from '../support/made.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { type Chat, type ChatCall, openChat } from './chat.ts'
import { axe } from './checks.ts'
import { themes } from './window.ts'

const elsewhere = { client: { redirect_uris: ['https://chat.example/cb'] }, redirect_uri: 'https://chat.example/cb' }

/** Every kind of answer that a chat shows a card for, with its heading. */
const kinds = ({ threads, pads, hubs, dms }: Bakery): readonly (readonly [string, object, RegExp])[] => [
  ['show_svc', {}, /^\d+ things wait for you$/],
  ['show_svc', { after: 0 }, /./],
  ['open_thread', { thread_id: threads.wet }, /^Is 78 % too wet for the new flour\?$/],
  ['open_pad', { pad_id: pads.house }, /^House bread$/],
  ['open_hub', { hub: hubs.bread.slug }, /^Hearth & Rye$/],
  ['search_svc', { query: 'flour' }, /./],
  ['search_svc', { type: 'task' }, /./],
  ['list_dms', {}, /./],
  ['list_dms', { dm_id: dms.jonas }, /Jonas/],
]

describe('the cards inside a chat', function () {
  this.timeout(360_000)
  let bakery: Bakery
  let token: string
  let chat: Chat

  before(async () => {
    bakery = await openBakery()
    token = (await connect(bakery.server, bakery.people.mara)).tokens.access_token
    chat = await openChat(bakery.server, token)
  })
  after(() => chat.close())

  /** What the card called from here on, by name. */
  const since = (from: number): readonly ChatCall[] => chat.calls.slice(from)
  const names = (calls: readonly ChatCall[]): string[] => calls.map(({ name }) => name)
  const button = (name: string) => chat.card.getByRole('button', { name, exact: true }).first()
  const said = (words: RegExp | string) => chat.card.locator('.notice').filter({ hasText: words }).first().waitFor()

  it('draw each kind of answer, and load nothing', async () => {
    for (const [tool, args, heading] of kinds(bakery)) {
      await chat.shows(tool, args)
      expect(await chat.card.locator('h2').first().textContent(), tool).to.match(heading)
      // who sits there, in the words of the page
      if (tool === 'open_hub') expect(await chat.card.locator('body').innerText()).to.contain('3 people, 5 agents')
    }
    expect(chat.requests).to.deep.equal([])
    expect(chat.window.faults).to.deep.equal([])
  })

  it('accept a suggestion by one click, paid for with one token, and show the way back', async () => {
    await chat.shows('open_pad', { pad_id: bakery.pads.house })
    const from = chat.calls.length
    await button('Accept').click()
    await said('You accepted')
    const [session, accepted, ...more] = since(from)
    expect(names(since(from))).to.deep.equal(['ui_view_session', 'ui_answer_edit'])
    expect(more, 'the card is drawn from the answer').to.deep.equal([])
    const paid = session?.result['_meta']['svc/viewToken'].token
    expect(accepted?.args).to.include({ outcome: 'accept', view_token: paid })
    expect(accepted?.result['structuredContent'].reviewed).to.include({ outcome: 'accepted' })

    // the token is spent: nobody pays with it again
    const mara = (await connect(bakery.server, bakery.people.mara)).as
    const replayed = await mara.refused('ui_post', { thread_id: bakery.threads.wet, body: 'x', view_token: paid }, mcp)
    expect(replayed).to.equal('forbidden/view_token')

    await button('Undo').click()
    await said('Taken back')
    const undone = since(from).at(-1)
    expect(undone).to.include({ name: 'ui_undo_edit' })
    expect(undone?.args['view_token']).not.to.equal(paid)
    expect(undone?.result['isError']).to.equal(undefined)
  })

  it('decide what waits one after the other: what is held stays so while the rest is drawn anew', async () => {
    await chat.shows('show_svc')
    const from = chat.calls.length
    const cards = chat.card.locator('article.card')
    const second = await cards.nth(1).locator('h3').textContent()
    await cards.nth(1).getByRole('button', { name: 'Turn down' }).click()
    await said('You turned down')
    await cards.nth(0).getByRole('button', { name: 'Accept' }).click()
    await said('You accepted')
    // the answer shows a pad; the card of what waits asks for itself once more
    expect(names(since(from)).filter((name) => name !== 'ui_view_session')).to.deep.equal(['ui_answer_edit', 'ui_home'])
    await said('You turned down')
    expect(await chat.card.getByRole('heading', { name: second ?? '' }).isVisible()).to.equal(false)
    await chat.card
      .locator('.notice')
      .filter({ hasText: 'You turned down' })
      .getByRole('button', { name: 'Undo' })
      .click()
    await chat.card.getByRole('heading', { name: second ?? '' }).waitFor()
    await chat.teardown()
    expect(names(since(from)).filter((name) => name === 'ui_answer_edit')).to.have.length(1)
  })

  it('hold what has no way back, give it up by Undo, and send it when the chat takes the card away', async () => {
    await chat.shows('open_pad', { pad_id: bakery.hubs.grain.pad })
    const from = chat.calls.length
    await button('Turn down').click()
    await said('You turned down')
    expect(names(since(from)).filter((name) => name !== 'ui_view_session')).to.deep.equal([])
    await button('Undo').click()
    await button('Turn down').waitFor()
    expect(names(since(from)).filter((name) => name !== 'ui_view_session')).to.deep.equal([])
    await button('Turn down').click()
    await said('You turned down')
    await chat.teardown()
    const sent = since(from).filter(({ name }) => name === 'ui_answer_edit')
    expect(sent).to.have.length(1)
    expect(sent[0]?.result['structuredContent'].reviewed).to.include({ outcome: 'turned_down' })
  })

  it('send what was held once its time is over', async () => {
    const others = chat
    // a page whose clock was moved keeps that clock, on which axe would wait without end
    chat = await openChat(bakery.server, token)
    await chat.window.page.clock.install()
    await chat.shows('list_dms', { dm_id: bakery.dms.tom })
    const from = chat.calls.length
    await button('Accept').click()
    await said('You can write to Tom now')
    await chat.window.page.clock.fastForward(browser.undo)
    await chat.card.getByRole('textbox').waitFor()
    expect(since(from).find(({ name }) => name === 'ui_answer_dm')?.args).to.include({ action: 'accept' })
    await chat.close()
    chat = others
  })

  it('post what was written, and keep the words where it is refused', async () => {
    await chat.shows('open_thread', { thread_id: bakery.threads.wet })
    const field = chat.card.getByRole('textbox')
    await field.fill('Then we settle it at 75 %.')
    await field.press('Control+Enter')
    await chat.card.locator('.post').filter({ hasText: 'Then we settle it at 75 %.' }).waitFor()
    expect(await field.inputValue()).to.equal('')

    const secret = 'Key: ghp_' + 'aB3dE6gH9jK2mN5pQ8sT1vW4yZ7bC0eF3hJ6'
    await field.fill(secret)
    await button('Post').click()
    await said('This looks like a key or a password')
    expect(await field.inputValue()).to.equal(secret)
  })

  it('take a task, give it back and finish it, in the list of tasks and in its thread', async () => {
    const { thread_id, ...talk } = await bakery.people.jonas.does('ui_start_thread', {
      hub: bakery.hubs.bread.slug,
      title: 'The oven door',
      body: 'It leaks.',
    })
    expect(talk).to.have.property('post_id')
    const make = (title: string) => bakery.people.jonas.does('ui_create_task', { thread_id, title })
    await make('Order a seal')
    await make('Oil the hinge')
    const task = (title: string) => chat.card.locator('.task').filter({ hasText: title })
    await chat.shows('search_svc', { type: 'task', state: 'open', hub: bakery.hubs.bread.slug })
    const from = chat.calls.length
    await task('Order a seal').getByRole('button', { name: 'Take it' }).click()
    await said('You have it now: Order a seal.')
    await task('Order a seal').waitFor({ state: 'detached' })
    expect(names(since(from)), 'the same list once more').to.deep.equal([
      'ui_view_session',
      'ui_update_task',
      'ui_tasks',
    ])
    expect(since(from).at(-1)?.args).to.deep.equal({ state: 'open', hub: bakery.hubs.bread.slug })

    await chat.shows('open_thread', { thread_id })
    await task('Order a seal').locator('summary').filter({ hasText: 'Give it back' }).click()
    await task('Order a seal').getByRole('button', { name: 'Give it back' }).click()
    await said('Given back: Order a seal.')
    await task('Oil the hinge').getByRole('button', { name: 'Take it' }).click()
    await said('You have it now: Oil the hinge.')
    await task('Oil the hinge').locator('summary').filter({ hasText: 'Hand in the result' }).click()
    await task('Oil the hinge').getByLabel('A link to it').fill('https://pictures.example/hinge.jpg')
    await task('Oil the hinge').getByRole('button', { name: 'It is done' }).click()
    await said('Handed in: Oil the hinge.')
    await task('Oil the hinge').waitFor({ state: 'detached' })
    expect(await task('Order a seal').getByRole('button', { name: 'Take it' }).isVisible()).to.equal(true)
  })

  it('say when somebody was quicker, and show how it stands now', async () => {
    const result = await chat.shows('open_pad', { pad_id: bakery.pads.closing })
    const suggestion = result._meta['svc/view'].suggestions?.[0]
    expect(suggestion, 'one waits').to.be.an('object')
    await bakery.people.jonas.does('ui_answer_edit', { edit_id: suggestion.id, outcome: 'turn_down' })
    await button('Accept').click()
    await said('answered this already')
    expect(await chat.card.getByText(suggestion.id).count()).to.equal(0)
  })

  it('lead out of the frame by way of the chat, links of others past the page that warns', async () => {
    const { url } = bakery.server
    const { thread_id } = await bakery.people.mara.does('ui_start_thread', {
      hub: bakery.hubs.bread.slug,
      title: 'Where to read on',
      body: 'See [the mill](https://mill.example/t85.pdf) ![x](https://pixel.example/x.png) <img src=https://pixel.example/y.png>',
    })
    const result = await chat.shows('open_thread', { thread_id })
    expect(await chat.card.locator('.post').textContent()).to.include('[link to mill.example]')
    // somebody with reach: their links are links
    result._meta['svc/view'].posts[0].author.reach = true
    await chat.showsResult(result)
    await chat.card.getByRole('link', { name: 'Where to read on' }).click()
    await chat.card.getByRole('link', { name: 'the mill' }).click()
    expect(chat.opened).to.include(`${url}/t/${thread_id}`)
    expect(chat.opened).to.include(`${url}/out?u=${encodeURIComponent('https://mill.example/t85.pdf')}`)
    expect(chat.requests, 'nothing that others wrote is loaded').to.deep.equal([])
  })

  it('follow the theme of the chat, and tell it how high they are', async () => {
    await chat.shows('open_thread', { thread_id: bakery.threads.wet })
    const ink = (): Promise<string> =>
      chat.frame().evaluate<string>(`getComputedStyle(document.querySelector('h2')).color`)
    expect(await ink()).to.equal('rgb(26, 28, 30)')
    await chat.theme('dark')
    await chat.card.locator('body[data-theme=dark]').waitFor()
    expect(await ink()).to.equal('rgb(236, 237, 234)')
    const height = await chat.card.locator('#here').evaluate((card) => Math.ceil(card.getBoundingClientRect().height))
    expect(chat.heights.at(-1)).to.equal(height)
    expect(await chat.window.page.locator('iframe').evaluate((frame) => frame.clientHeight)).to.equal(height)
  })

  it('can be read by everybody: axe finds nothing, narrow and wide, light and dark', async () => {
    const found: string[] = []
    for (const width of [380, 640]) {
      await chat.window.page.setViewportSize({ width, height: 800 })
      for (const [tool, args] of kinds(bakery)) {
        await chat.shows(tool, args)
        for (const theme of themes) {
          await chat.theme(theme)
          await chat.card.locator(`body[data-theme=${theme}]`).waitFor()
          found.push(...(await axe(chat.frame())).map((one) => `${tool} ${width} ${theme}: ${one}`))
        }
        const wide = await chat.card.locator('html').evaluate((html) => html.scrollWidth - html.clientWidth)
        if (wide > 0) found.push(`${tool} ${width}: ${wide} pixels too wide`)
      }
    }
    expect(found.join('\n')).to.equal('')
  })

  it('offer a link in place of buttons where the host is not verified', async () => {
    const unverified = (await connect(bakery.server, bakery.people.mara, elsewhere)).tokens.access_token
    const other = await openChat(bakery.server, unverified)
    await other.shows('open_thread', { thread_id: bakery.threads.wet })
    expect(await other.card.locator('form').count()).to.equal(0)
    await other.card.getByRole('link', { name: 'Decide in the browser' }).first().click()
    expect(other.opened).to.deep.equal([`${bakery.server.url}/t/${bakery.threads.wet}`])
    await other.close()
  })
})

describe('the cards inside a chat, with SVC_HOST_APPROVALS=off', function () {
  this.timeout(120_000)
  let server: TestServer
  let chat: Chat
  let pad_id: string
  let edit_id: string
  let hub: string
  let claude: Assistant['as']
  before(async () => {
    server = await startServer({ SVC_HOST_APPROVALS: 'off' })
    const cast = await gatherCast(server)
    pad_id = await makesPad(cast.otto, { hub: cast.hub.slug, title: 'Bread', text: '# Salt\n\nOne.' })
    const edits = { pad_id, base_version: 1, text: '# Salt\n\nTwo.', propose: true }
    edit_id = (await cast.cleosAgent.does('edit_pad', edits))['edit_id']
    await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Salt', body: 'How much?' })
    const connected = await connect(server, cast.ada)
    hub = cast.hub.slug
    claude = connected.as
    chat = await openChat(server, connected.tokens.access_token)
  })
  after(() => chat.close())

  it('have a link to the page of the thing in place of what approves', async () => {
    await chat.shows('open_pad', { pad_id })
    const names = ['Accept', 'Turn down'].map((name) => chat.card.getByRole('button', { name, exact: true }))
    for (const one of names) expect(await one.count()).to.equal(0)
    const links = chat.card.getByRole('link', { name: 'Decide in the browser' })
    expect(await links.count()).to.equal(1)
    await links.click()
    expect(chat.opened).to.deep.equal([`${server.url}/p/${pad_id}`])
  })

  it('have that link on one’s own post and beside the people of a hub too', async () => {
    const { thread_id } = await claude.does('start_thread', { hub, title: 'Hers', body: 'To be mended.' })
    const link = chat.card.getByRole('link', { name: 'Decide in the browser', includeHidden: true })
    await chat.shows('open_thread', { thread_id })
    expect(await link.count(), 'her post').to.equal(1)
    await chat.shows('open_hub', { hub })
    expect(await link.count(), 'invite and people').to.be.at.least(1)
    expect(await chat.card.locator('input[name=act][value=ui_set_role]').count()).to.equal(0)
  })

  it('still write by a click what approves nothing', async () => {
    const found = await chat.shows('search_svc', { query: 'Salt' })
    const thread = found._meta['svc/view'].results.find(({ type }: { type: string }) => type === 'thread')
    await chat.shows('open_thread', { thread_id: thread.id })
    await chat.card.getByRole('textbox').fill('Two per cent.')
    await chat.card.getByRole('button', { name: 'Post' }).click()
    await chat.card.locator('.post').filter({ hasText: 'Two per cent.' }).waitFor()
  })

  it('say where the click can be made when an older card is clicked all the same', async () => {
    const result = await chat.shows('open_pad', { pad_id })
    delete result._meta['svc/approveOnWeb']
    await chat.showsResult(result)
    await chat.card.getByRole('button', { name: 'Accept', exact: true }).click()
    const notice = chat.card.locator('.notice').filter({ hasText: 'This chat may not decide for you.' })
    await notice.getByRole('link', { name: 'Open' }).click()
    expect(chat.opened.at(-1)).to.equal(`${server.url}/p/${pad_id}`)
    expect(chat.calls.at(-1)?.args).to.include({ edit_id, outcome: 'accept' })
    expect(chat.window.faults).to.deep.equal([])
  })

  it('keep the words and offer another try where the chat never answers, and say something where it hands nothing on', async () => {
    const { page } = chat.window
    await page.clock.install()
    const thread = (await chat.shows('search_svc', { query: 'Salt' }))._meta['svc/view'].results.find(
      ({ type }: { type: string }) => type === 'thread',
    )
    await chat.shows('open_thread', { thread_id: thread.id })
    await page.evaluate('chat.bridge.oncalltool = () => new Promise(() => {})')
    const field = chat.card.getByRole('textbox')
    await field.fill('Into the void.')
    await chat.card.getByRole('button', { name: 'Post' }).click()
    // the wait for the chat has begun by then, in a frame of its own
    await chat.card.locator('.notice').filter({ hasText: 'Sending…' }).waitFor()
    await page.clock.runFor(browser.hostAnswers)
    await chat.card.locator('.notice').filter({ hasText: 'No answer came. Your words are kept.' }).waitFor()
    expect(await field.inputValue()).to.equal('Into the void.')

    await page.evaluate(`globalThis.askServer = () => Promise.reject(new Error('no'))`)
    await chat.showsResult({ content: [], structuredContent: { thread_id: thread.id } })
    await chat.card.locator('.notice').filter({ hasText: 'The answer stands in the chat.' }).waitFor()
    expect(chat.window.faults).to.deep.equal([])
  })
})
