import { expect } from 'chai'
import { browser } from '../../src/rules/limits.ts'
import { signIn, withKey } from '../support/cast.ts'
import { until } from '../support/until.ts'
import { follow, form, hurry } from './acting.ts'
import { openRoom, type Room } from './room.ts'
import { openWindow, widths, type Window } from './window.ts'

describe('settings in a browser', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  const agents = async (): Promise<readonly Record<string, any>[]> =>
    (await room.ada.settings('credentials')).body['agents']

  async function makes(name: string, looks: { readonly clock?: boolean; readonly width?: number } = {}) {
    const window = await room.opens(room.ada, '/settings', looks)
    return { window, page: window.page, ...(await makesOn(window.page, name)) }
  }

  async function makesOn(page: Window['page'], name: string) {
    const add = form(page, 'create-agent')
    await add.locator('[name="name"]').fill(name)
    await add.locator('[name="runs_on"]').selectOption('Codex')
    await add.getByRole('button', { name: 'Make its key' }).click()
    const card = page.locator('#new-key')
    await card.filter({ hasText: name }).waitFor()
    const key = /dpa_[\w-]{43}/.exec(await card.innerText())?.[0] ?? ''
    const found = (await agents()).find(({ displayName }) => displayName === name)
    const agent = withKey(room.server, { id: found?.['id'], handle: String(found?.['handle']).slice(1), key })
    return { card, agent }
  }

  it('without a script, what a press made is in view, however far down the page', async () => {
    const window = await room.opens(room.ben, '/settings', { width: widths.phone, script: false })
    const { page } = window
    const thread = await room.thread()
    for (const [act, made, fill] of [
      ['link-code', '#the-code'],
      ['export-account', '[data-export], #take a[download]'],
      ['export', 'a[href^="/api/export/"]', thread.path],
    ] as const) {
      const acting = form(page, act)
      if (fill !== undefined) {
        await page.getByText('Or one thing').click()
        await acting.locator('[name="id"]').fill(fill)
      }
      await follow(page, () => acting.getByRole('button').click())
      const shown = async (): Promise<boolean> => {
        const { y = -1 } = (await page.locator(made).boundingBox()) ?? {}
        return y >= 0 && y < 844
      }
      await until(shown, `what ${act} made is in view`)
    }
    await window.close()
  })

  it('a second new key is waited for as well, though the agent of the first never came', async () => {
    const { window, page, card } = await makes('Crust', { clock: true })
    const { agent: next } = await makesOn(page, 'Malt')
    // the wait for the first notices that it is over, and the other asks
    const asked = page.waitForResponse('**/api/settings/credentials')
    await page.clock.runFor(browser.keyArrives.every)
    await asked
    await next.does('show_svc', {})
    await until(
      async () => (await agents()).some(({ id, last_active_at }) => id === next.id && last_active_at),
      'noted',
    )
    await hurry(page, '**/api/settings/credentials', card.getByText(/^Malt is here\./))
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('a new key says when its agent has arrived, and is not shown again', async () => {
    const { window, page, card, agent } = await makes('Crumb', { clock: true })
    expect(await card.innerText()).to.contain('Waiting for its first call')
    expect(await page.evaluate(`document.activeElement.closest('#new-key') !== null`)).to.equal(true)
    await agent.does('show_svc', {})
    // hurried before that is noted, the page would say how far its clock was put ahead
    await until(
      async () => (await agents()).some(({ id, last_active_at }) => id === agent.id && last_active_at),
      'noted',
    )
    await hurry(
      page,
      '**/api/settings/credentials',
      card.getByText(/^Crumb is here\. Its first call came \d+ seconds? ago from Codex\.$/),
    )
    expect(await card.getAttribute('data-key-state')).to.equal('arrived')
    const own = page.locator(`#${agent.id}`)
    await own.getByText('Last here').waitFor()
    expect(await own.innerText()).not.to.match(/Waiting for its first call|never used/)
    expect(await page.locator('#the-key').count()).to.equal(1)
    await window.open('/settings')
    expect(await card.count()).to.equal(0)
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('what is to be pasted beside a new key stays within its card, however long its lines', async () => {
    for (const width of [widths.wide, widths.narrow]) {
      const { window, card } = await makes(`Wide ${width}`, { width })
      await card.getByText('Only the key, or its tools over MCP').click()
      const config = card.locator('#the-mcp')
      expect(await config.innerText()).to.contain('[mcp_servers.svc]')
      const { x, width: wide } = (await card.boundingBox())!
      for (const one of await card.locator('.key, button').all()) {
        const box = (await one.boundingBox())!
        expect(box.x + box.width, await one.innerText()).to.be.at.most(x + wide)
      }
      expect(window.faults).to.deep.equal([])
      await window.close()
    }
  })

  it('an agent is paused and let go on by one click, and by Undo', async () => {
    const { window, page, agent } = await makes('Pip')
    await window.open('/settings')
    const card = page.locator(`#${agent.id}`)
    const paused = async (): Promise<boolean> => (await agents()).find(({ id }) => id === agent.id)?.['paused'] === true
    await card.getByRole('button', { name: 'Pause' }).click()
    // what is pointed at stays
    await page.getByText('Pip paused.').hover()
    expect(await paused()).to.equal(true)
    await card.getByRole('button', { name: 'Let it go on' }).waitFor()
    await page.getByRole('button', { name: 'Undo' }).click()
    await card.getByRole('button', { name: 'Pause' }).waitFor()
    expect(await paused()).to.equal(false)
    await window.close()
  })

  it('a key is ended when nobody takes it back, and works until then', async () => {
    const { window, page, agent } = await makes('Scout')
    await window.open('/settings')
    const key = page.locator(`#${agent.id} li`).filter({ hasText: 'A key' })
    await key.getByRole('button', { name: 'End it' }).click()
    await page.getByText('Ended: the key of Scout.').waitFor()
    expect(await key.isVisible()).to.equal(false)
    await page.getByRole('button', { name: 'Undo' }).click()
    await key.waitFor()
    expect((await agent.call('show_svc', {})).ok).to.equal(true)
    await key.getByRole('button', { name: 'End it' }).click()
    await page.getByText('Ended: the key of Scout.').waitFor()
    await Promise.all([page.waitForEvent('close'), page.close({ runBeforeUnload: true })])
    await until(async () => !(await agent.call('show_svc', {})).ok, 'its key is ended')
    await window.close()
  })

  it('an end that is refused after the page was left is told on the next one', async () => {
    const { window, page, agent } = await makes('Pip')
    await window.open('/settings')
    const key = page.locator(`#${agent.id} li`).filter({ hasText: 'A key' })
    await key.getByRole('button', { name: 'End it' }).click()
    await page.getByText('Ended: the key of Pip.').waitFor()
    // on her phone she let it go its own way
    expect((await room.ada.settings('free-agent', { agent_id: agent.id })).status).to.equal(200)
    await window.open('/explore')
    const alert = page.getByRole('alert')
    await alert.waitFor()
    expect(await alert.innerText()).to.contain('Not done: End the key of Pip.')
    expect(await alert.getByRole('link', { name: 'Look again' }).getAttribute('href')).to.equal('/settings')
    await window.close()
  })

  it('a handle that is taken is said at its field, with what was typed', async () => {
    const { window, page, agent } = await makes('Baker')
    await window.open('/settings')
    const card = page.locator(`#${agent.id}`)
    await card.locator('summary', { hasText: 'Its handle, and more hubs' }).click()
    const field = card.getByLabel('Handle')
    await field.fill('no spaces here')
    await card.getByRole('button', { name: 'Change' }).click()
    await card.getByRole('alert').waitFor()
    expect(await field.inputValue()).to.equal('no spaces here')
    await field.fill('kneads')
    await card.getByRole('button', { name: 'Change' }).click()
    await card.getByText('@kneads').first().waitFor()
    expect(await card.getByRole('alert').count()).to.equal(0)
    await window.close()
  })

  it('who deletes their account is told which hub needs another owner, and leaves no words on the device', async () => {
    const eve = await signIn(room.server, 'Eve')
    const { slug } = await eve.does('ui_create_hub', { title: 'Eves hub' })
    const { invite_url } = await eve.does('ui_invite', { hub: slug })
    await room.ben.settings('accept-invite', { token: invite_url.split('#')[1] })
    const asked = { hub: slug, title: 'A question', body: 'Who comes?' }
    const { thread_id } = await eve.does('ui_start_thread', asked)
    const window = await room.opens(eve, `/t/${thread_id}`)
    const { page } = window
    await page.getByLabel('Your post').fill('Words of Eve alone.')
    await page.getByText('Draft kept on this device').waitFor()
    const kept = () => page.evaluate<string>('JSON.stringify(localStorage)')
    expect(await kept()).to.contain('Words of Eve alone.')

    await window.open('/settings')
    await page.getByText('Delete your account…').click()
    const leaving = form(page, 'delete-account')
    await leaving.locator('[name=confirm_handle]').fill(eve.handle)
    const leaves = async (): Promise<void> => {
      await leaving.getByRole('button', { name: 'Delete my account' }).click()
      await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    }
    await leaves()
    await leaving.getByText('The hub would be left without an owner.').waitFor()
    const members = await page.locator('#leave').getByRole('link').getAttribute('href')
    expect(members).to.equal(`/h/${slug}?members`)

    await eve.does('ui_set_role', { hub: slug, participant: room.ben.id, role: 'owner' })
    await leaves()
    await page.waitForURL(`${room.server.url}/`)
    await page.getByText('Your account is deleted. What you wrote stays, by “a deleted account”.').waitFor()
    expect(await kept()).to.equal('{}')
    await window.close()

    const after = await room.opens(room.ben, `/t/${thread_id}`)
    const words = await after.page.locator('main').innerText()
    expect(words).to.contain('a deleted account').and.not.contain('@deleted')
    await after.close()
  })

  it('who deletes their account where the browser keeps nothing is led out, too', async () => {
    const eve = await signIn(room.server, 'Evelyn')
    const window = await openWindow(room.server, { as: eve.session, own: true })
    const { page, context, faults } = window
    await context.addInitScript(`for (const storage of ['localStorage', 'sessionStorage'])
      Object.defineProperty(globalThis, storage, { get() { throw new DOMException('blocked', 'SecurityError') } })`)
    await window.open('/settings')
    await page.getByText('Delete your account…').click()
    const leaving = form(page, 'delete-account')
    await leaving.locator('[name=confirm_handle]').fill(eve.handle)
    await leaving.getByRole('button', { name: 'Delete my account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Yes' }).click()
    await page.waitForURL(`${room.server.url}/`)
    expect(faults).to.deep.equal([])
    await window.close()
  })
})
