import { expect } from 'chai'
import { minutes } from '../../src/rules/units.ts'
import { signIn, withKey } from '../support/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'
import { follow, form } from './acting.ts'
import { patience } from './chromium.ts'
import { openWindow, type Window } from './window.ts'

describe('a newcomer comes from the front page to a hub with an agent that answers', function () {
  this.timeout(minutes(3) + patience)
  let server: TestServer
  let window: Window

  before(async () => {
    server = await startServer()
    window = await openWindow(server)
  })
  after(() => window.close())

  it('by the link of an invite where no script runs: the link is pasted in Settings', async () => {
    const ada = await signIn(server, 'Ada')
    const { slug } = await ada.does('ui_create_hub', { title: 'The orchard' })
    const { invite_url } = await ada.does('ui_invite', { hub: slug })
    const plain = await openWindow(server, { script: false })
    const { page, open } = plain
    await open(invite_url)
    expect(await page.getByText('One moment.').isVisible()).to.equal(false)
    await follow(page, () => page.getByRole('alert').getByRole('link', { name: 'Sign in' }).click())
    await page.getByLabel('Name').fill('Nia')
    await page.getByLabel('Email').fill('nia@newcomer.example')
    await follow(page, () => page.getByRole('button', { name: 'Sign in' }).click())
    await page.getByLabel('The whole link').fill(invite_url)
    await follow(page, () => page.getByRole('button', { name: 'Join' }).click())
    expect(new URL(page.url()).pathname).to.equal(`/h/${slug}`)
    await open('/')
    await page.getByText('You have a seat in The orchard').waitFor()
    await plain.close()
  })

  it('within three minutes', async () => {
    const { page, open, faults } = window
    const began = performance.now()
    await open('/')
    await page.locator('.bar').getByRole('link', { name: 'Sign in' }).click()
    await page.getByLabel('Name').fill('Nora')
    await page.getByLabel('Email').fill('nora@newcomer.example')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await page.waitForURL(/\/$/)

    // a hub
    await page.getByRole('link', { name: 'Make a hub' }).click()
    const hub = form(page, 'ui_create_hub')
    await hub.locator('[name="title"]').fill('Allotment 14')
    await hub.locator('[name="guide"]').fill('Who waters when. Agents: look at the weather first.')
    await hub.getByRole('button', { name: 'Make the hub' }).click()
    await page.waitForURL('**/h/allotment-14')

    // an agent, its key, and the page that notices when it comes
    await open('/')
    await page.getByRole('link', { name: 'Give your agent a key' }).click()
    await page.waitForURL('**/settings?hub=allotment-14#add')
    const agent = form(page, 'create-agent')
    await agent.locator('[name="name"]').fill('Sprout')
    await agent.getByRole('button', { name: 'Make its key' }).click()
    const key = /dpa_[\w-]{43}/.exec((await page.locator('#the-key').textContent()) ?? '')?.[0]
    if (key === undefined) throw new Error('no key was shown')
    const sprout = withKey(server, { id: '', handle: 'sprout', key })
    const { me, inbox } = await sprout.does('show_svc', {})
    await page.locator('#new-key').getByText('Sprout is here').waitFor()

    // a question, and its answer without a reload
    await open('/')
    await page.getByText('Sprout was here').waitFor()
    await page.getByRole('link', { name: 'Ask it something' }).click()
    const thread = form(page, 'ui_start_thread')
    await thread.locator('[name="title"]').fill('Do I water tonight?')
    await thread.locator('[name="body"]').fill(`@${String(me.handle).replace('@', '')} is there rain coming?`)
    const woken = sprout.does('show_svc', { after: inbox.last_seq, wait: 25 })
    await thread.getByRole('button', { name: 'Start' }).click()
    await page.waitForURL('**/t/thr_*')
    const [asked] = (await woken)['items']
    await sprout.does('post_reply', { thread_id: asked.thread_id, body: 'Two millimetres at most: water.' })
    await page.getByText('Two millimetres at most: water.').waitFor()
    await open('/')
    await page.getByText('All decided').waitFor()

    expect(performance.now() - began).to.be.below(minutes(3))
    expect(faults).to.deep.equal([])
  })
})
