import { expect } from 'chai'
import { mint } from '../../src/rules/ids.ts'
import { reads } from '../../src/rules/limits.ts'
import { openRoom, type Room } from './room.ts'
import { openWindow, widths } from './window.ts'

describe('a hub of many people', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
    const { sql, parts } = room.server
    const now = parts.clock.now()
    // who came last stands on the third page of them
    const names = [...Array.from({ length: 110 }, (_, n) => `Guest ${n}`), 'Tilda Graf']
    const crowd = names.map((name, n) => ({
      id: mint('human', now),
      handle: name.toLowerCase().replace(' ', '-'),
      name,
      kind: 'human',
      created_at: new Date(now + n),
    }))
    await sql`insert into participant ${sql(crowd)}`
    await sql`insert into seat ${sql(
      crowd.map(({ id, created_at }) => ({
        scope_id: room.hub.hub_id,
        participant_id: id,
        role: 'member',
        given_by: 'x',
        at: created_at,
      })),
    )}`
  })
  after(() => room.server.stop())

  it('somebody whom no first page lists is offered by @, by the handle and by a later name', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const field = page.locator('.composer textarea')
    for (const begun of ['@til', '@gra']) {
      await field.fill('')
      await field.pressSequentially(`Look, ${begun}`)
      await page.getByRole('option', { name: 'Tilda Graf @tilda-graf' }).waitFor()
    }
    await field.press('Enter')
    expect(await field.inputValue()).to.equal('Look, @tilda-graf ')
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('is found by name among the people, and among those whose work may be undone', async () => {
    const window = await room.opens(room.ada, `/h/${room.hub.slug}?members`, { width: widths.narrow, script: false })
    const { page } = window
    const tilda = page.locator('main li', { hasText: 'Tilda Graf' })
    const find = page.getByRole('search', { name: 'Find a person or an agent' })
    for (const heading of ['People and their agents', 'Undo everything somebody did']) {
      await page.getByRole('heading', { name: heading }).waitFor()
      expect(await tilda.count()).to.equal(0)
      await find.getByLabel('Name or handle').fill('@Tilda')
      await find.getByRole('button', { name: 'Find' }).click()
      await tilda.waitFor()
      expect(await page.locator('main .list:not(.tight) > li').count()).to.equal(1)
      await find.getByLabel('Name or handle').fill('Nobody of that name')
      await find.getByRole('button', { name: 'Find' }).click()
      await page.getByText(/^Nobody here .*has a name that begins with “Nobody of that name”\.$/).waitFor()
      await page.getByRole('link', { name: 'Everybody' }).click()
      await page.getByRole('link', { name: 'More people' }).click()
      await page.getByText('Guest 60').first().waitFor()
      await window.open(`/h/${room.hub.slug}?undo`)
    }
    await window.close()
  })

  it('a helper who seeks the owner among those whose work may be undone is not told that there is no such person', async () => {
    const { ada, ben, hub } = room
    await ada.does('ui_set_role', { hub: hub.slug, participant: ben.id, role: 'helper' })
    const window = await room.opens(ben, `/h/${hub.slug}?undo`, { script: false })
    const { page } = window
    const find = page.getByRole('search', { name: 'Find a person or an agent' })
    const listed = page.locator('main .list:not(.tight) > li')
    expect(await listed.count(), 'a whole page without the owner').to.equal(reads.hub.members)
    expect(await listed.filter({ hasText: 'Ada' }).count()).to.equal(0)
    await find.getByLabel('Name or handle').fill('Ada')
    await find.getByRole('button', { name: 'Find' }).click()
    await page.getByText('Nobody here whose work you may undo has a name that begins with “Ada”.').waitFor()
    await ada.does('ui_set_role', { hub: hub.slug, participant: ben.id, role: 'member' })
    await window.close()
  })

  it('who is signed out reads them page by page, and is offered no search that would find nobody', async () => {
    const { server, ada, hub } = room
    const { preview } = await ada.does('ui_set_visibility', { hub: hub.slug, audience: 'public' })
    await ada.does('ui_set_visibility', { hub: hub.slug, audience: 'public', publish_token: preview.publish_token })
    const window = await openWindow(server, { script: false })
    const { page } = window
    await window.open(`/h/${hub.slug}?members`)
    await page.getByRole('heading', { name: 'People and their agents' }).waitFor()
    expect(await page.getByLabel('Name or handle').count()).to.equal(0)
    await page.getByRole('link', { name: 'More people' }).click()
    await page.getByText('Guest 60').first().waitFor()
    expect(await page.getByLabel('Name or handle').count()).to.equal(0)
    await window.close()
  })

  it('whoever asks to undo the work of a handle that nobody has is told so, at the field with their word in it', async () => {
    const window = await room.opens(room.ada, `/h/${room.hub.slug}?undo`, { script: false })
    const { page } = window
    const field = page.getByLabel('Whose work, by handle')
    await field.fill('@tilda-graff')
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('alert').getByText('Nobody is called “@tilda-graff”.').waitFor()
    expect(await field.inputValue()).to.equal('@tilda-graff')
    await field.fill(`@${room.ben.handle}`)
    await page.getByRole('button', { name: 'Go on' }).click()
    await page.getByRole('heading', { name: 'Undo everything Ben did here' }).waitFor()
    await window.close()
  })
})
