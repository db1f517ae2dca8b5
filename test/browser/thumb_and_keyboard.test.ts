import { expect } from 'chai'
import type { Locator } from 'playwright-core'
import { signIn } from '../support/cast.ts'
import { until } from '../support/until.ts'
import { follow } from './acting.ts'
import { overflow } from './checks.ts'
import { callsOf, openRoom, type Room } from './room.ts'
import { widths } from './window.ts'

describe('on a phone, and by keyboard', () => {
  let room: Room

  before(async () => {
    room = await openRoom()
  })
  after(() => room.server.stop())

  it('the menu of a hub, the last thing of its page, opens above its button', async () => {
    const window = await room.opens(room.ada, `/h/${room.hub.slug}`, { width: widths.phone })
    const dots = window.page.getByText('More about this hub').locator('xpath=..')
    await dots.click()
    const boxes = await Promise.all(
      ['Log', 'Take it with you: JSON'].map((name) => window.page.getByRole('link', { name }).boundingBox()),
    )
    const { y } = (await dots.boundingBox())!
    for (const box of boxes) expect(box!.y + box!.height).to.be.at.most(y)
    await window.close()
  })

  it('the number at Home stands apart from Inbox, however narrow it is', async () => {
    const { id } = await room.thread()
    const task = { thread_id: id, title: 'Sweep the floor', assignee: room.ben.id, reviewer: room.ada.id }
    const { task_id } = await room.ada.does('ui_create_task', task)
    for (const action of ['take', 'start']) await room.ben.does('ui_update_task', { task_id, action })
    await room.ben.does('ui_submit_result', { task_id, link: 'https://bakery.example/floor', summary: 'Swept.' })
    await room.server.landed()
    const window = await room.opens(room.ada, '/', { width: widths.narrow })
    const between = await window.page.evaluate<number>(`(() => {
      const words = document.createRange()
      words.selectNodeContents(document.querySelector('.yours a[href="/inbox"]'))
      return words.getBoundingClientRect().left - document.querySelector('.yours .n').getBoundingClientRect().right
    })()`)
    expect(between).to.be.at.least(4)
    expect(await overflow(window.page)).to.deep.equal([])
    await window.close()
  })

  it('the menu of a member stands beside the name, however narrow it is', async () => {
    const window = await room.opens(room.ada, `/h/${room.hub.slug}?members`, { width: widths.narrow })
    const member = window.page.locator('main li', { hasText: `@${room.ben.handle}` })
    const [line, menu] = await Promise.all([
      member.locator('.grow').boundingBox(),
      member.locator('.menu summary').boundingBox(),
    ])
    expect(menu!.y).to.be.below(line!.y + line!.height)
    expect(menu!.x).to.be.at.least(line!.x + line!.width)
    await window.close()
  })

  it('a menu that opens at the foot of the window stands above the places at the thumb', async () => {
    const { id, path } = await room.thread()
    for (const n of [1, 2, 3, 4, 5, 6, 7, 8]) await room.ben.does('ui_post', { thread_id: id, body: `Answer ${n}.` })
    const window = await room.opens(room.ada, path, { width: widths.phone })
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const menu = page.locator('.post .menu', { hasText: 'More about this post' }).nth(3)
    await menu.locator('summary').evaluate((one) => {
      one.scrollIntoView({ block: 'end' })
    })
    await menu.locator('summary').click()
    const places = (await page.locator('.yours').boundingBox())!
    await until(async () => {
      const { y, height } = (await menu.locator('summary + div').boundingBox())!
      return y + height <= places.y
    }, 'the menu above the places')
    await window.close()
  })

  it('who reads a pad without a seat joins in its editor, and writes there', async () => {
    const slug = 'open-to-all'
    const { hub_id, front_pad } = await room.ada.does('ui_create_hub', { title: 'Open to all', slug })
    const { preview } = await room.ada.does('ui_set_visibility', { hub: hub_id, audience: 'public' })
    await room.ada.does('ui_set_visibility', { hub: hub_id, audience: 'public', publish_token: preview.publish_token })
    const window = await room.opens(room.ben, `/p/${front_pad.pad_id}?edit`, { width: widths.phone })
    const { page } = window
    await page.getByRole('button', { name: 'Join' }).click()
    await page.locator('[data-writes]').waitFor()
    await page.getByLabel('Text', { exact: true }).fill('Ben was here.')
    // its words may be long, and the way back stays one word
    const undo = page.locator('#snack button', { hasText: 'Undo' })
    expect((await undo.boundingBox())!.height).to.be.below(60)
    await page.getByRole('button', { name: /^Save/ }).click()
    await page.locator('.part .said', { hasText: 'Ben was here.' }).waitFor()
    expect(window.faults).to.deep.equal([])
    await window.close()
  })

  it('what was written last has the whole width in the list of messages, the time is beside the name', async () => {
    await room.ada.does('ui_start_dm', { to: room.ben.id, body: 'Deal. I bring the oven gloves.' })
    const window = await room.opens(room.ada, '/dm', { width: widths.phone })
    const widthOf = async (part: string): Promise<number> => (await window.page.locator(part).boundingBox())!.width
    const [words, list] = await Promise.all([widthOf('.chat .list .grow'), widthOf('.chat .list')])
    expect(words).to.be.at.least(list - 60)
    await window.close()
  })

  it('in a hub of more than fifty seats a handle says who does a task; of a deleted account it says that nobody goes by it', async () => {
    const { server, ada, ben } = room
    const gone = await signIn(server, 'Gonzo')
    const { hub_id, slug } = await ada.does('ui_create_hub', { title: 'The great hall' })
    const { invite_url } = await ada.does('ui_invite', { hub: slug, uses: 2 })
    for (const one of [ben, gone]) await one.settings('accept-invite', { token: invite_url.split('#')[1] })
    await server.sql`insert into participant (id, kind, handle, name, created_at)
      select 'hum_hall' || n, 'human', 'hall' || n, 'Of the hall', now() from generate_series(1, 60) n`
    await server.sql`insert into seat (scope_id, participant_id, role, given_by, at)
      select ${hub_id}, 'hum_hall' || n, 'member', ${ada.id}, now() from generate_series(1, 60) n`
    const { thread_id } = await ada.does('ui_start_thread', { hub: slug, title: 'Chairs', body: 'Who brings chairs?' })
    await gone.settings('delete-account', { confirm_handle: gone.handle })
    const window = await room.opens(room.ada, `/new?what=task&hub=${slug}&thread=${thread_id}`, { width: widths.phone })
    const { page } = window
    await page.getByLabel('What is to be done').fill('Bring the chairs')
    const who = page.getByLabel('Who does it')
    expect(await page.locator('datalist#assignee-names option').count()).to.equal(50)
    await who.fill(`@${gone.handle}`)
    await page.getByRole('button', { name: 'Make the task' }).click()
    await page.getByRole('alert').getByText(`Nobody here goes by @${gone.handle}.`).waitFor()
    expect(await who.inputValue()).to.equal(`@${gone.handle}`)
    await who.fill(`@${ben.handle}`)
    await follow(page, () => page.getByRole('button', { name: 'Make the task' }).click())
    expect(await page.locator('.task', { hasText: 'Bring the chairs' }).innerText()).to.contain('Ben')
    await window.open('/dm')
    await page.getByLabel('To', { exact: true }).fill(`@${gone.handle}`)
    await page.locator('main form:has([name=to]) [name=body]').fill('Hello?')
    await page.locator('main form:has([name=to]) button.go').click()
    await page.getByText(`Nobody here goes by @${gone.handle}, or this is not open to you any more.`).waitFor()
    await window.close()
  })

  it('the reactions open at their button, within the window however many were given', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ben, path, { width: widths.phone })
    const { page } = window
    const [button, menu] = ['summary', 'div'].map((part) => page.locator(`.post .menu.from > ${part}`)) as [
      Locator,
      Locator,
    ]
    const post_id = await page.locator('.post input[name=post_id]').first().inputValue()
    for (const given of [0, 3]) {
      for (const reaction of ['agree', 'thanks', 'seen'].slice(0, given))
        await room.ada.does('ui_react', { post_id, reaction })
      await window.open(path)
      await page.locator('html[data-keys]').waitFor({ state: 'attached' })
      await button.click()
      // in one look: a page that is drawn anew between two would move one of them
      const [from, to] = await menu.evaluate((drawn) =>
        [drawn.parentElement!.querySelector('summary')!, drawn].map((one) => one.getBoundingClientRect().toJSON()),
      )
      expect(to.y - (from.y + from.height)).to.be.within(-8, 8)
      expect(to.x - (from.x + from.width)).to.be.at.most(8)
      expect(from.x - (to.x + to.width)).to.be.at.most(24)
      expect(to.x).to.be.at.least(0)
      expect(to.x + to.width).to.be.at.most(widths.phone)
    }
    await window.close()
  })

  it('a menu closes over the form that one of its links opens, whose fields stand one below the other', async () => {
    const { path } = await room.thread()
    const window = await room.opens(room.ada, path, { width: widths.phone })
    const { page } = window
    const menu = page.locator('.post .menu', { hasText: 'More about this post' })
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await menu.locator('summary').click()
    await menu.getByRole('link', { name: 'Make a task of it' }).click()
    await page.getByLabel('What is to be done').fill('Weigh the flour.')
    expect(await menu.getAttribute('open')).to.equal(null)
    await page.getByLabel('Who does it').selectOption({ label: `You (@${room.ada.handle})` })
    await page.getByRole('button', { name: 'Make the task' }).click()
    await page.getByRole('button', { name: 'Start' }).click()
    await page.getByText('Begun: Weigh the flour.', { exact: true }).waitFor()
    await page.getByText('Hand in the result').click()
    const [label, field] = await Promise.all(
      [page.getByText('What was done'), page.getByLabel('What was done')].map(
        async (one) => (await one.boundingBox())!,
      ),
    )
    expect(field!.y).to.be.at.least(label!.y + label!.height)
    await window.close()
  })

  it('by keyboard, who replied goes on from the reply, and not from the top of the page', async () => {
    const { id, path } = await room.thread()
    await room.ben.does('ui_post', { thread_id: id, body: 'In May.' })
    const window = await room.opens(room.ada, path)
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    await page.keyboard.press('j')
    await page.keyboard.press('r')
    await page.getByLabel('Your reply').fill('In June.')
    await page.keyboard.press('Control+Enter')
    await page.locator('.post:focus', { hasText: 'In June.' }).waitFor()
    await window.close()
  })

  it('by keyboard, who takes a fold back goes on from the post, and not from the top of the page', async () => {
    const { id, path } = await room.thread()
    const { post_id } = await room.ben.does('ui_post', { thread_id: id, body: 'Buy my flour.' })
    const window = await room.opens(room.ada, `${path}?fold=${post_id}#fold`)
    const { page } = window
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    const foldIt = page.getByRole('button', { name: 'Fold it' })
    await foldIt.press('Enter')
    await page.locator('#fold-reason:invalid').waitFor()
    await page.getByLabel('Why').selectOption('promotion')
    await foldIt.press('Enter')
    await page.getByText('Folded.').waitFor()
    await page.keyboard.press('z')
    await page.getByText('Shown again.').waitFor()
    await page.locator('.post:focus', { hasText: 'Buy my flour.' }).waitFor()
    const post = page.locator('.post', { hasText: 'Buy my flour.' })
    // opened in place, the form begins with its first field
    await post.locator('.menu > summary').last().click()
    await post.getByRole('link', { name: 'Fold it' }).click()
    await page.locator('#fold-reason:focus').waitFor()
    await window.close()
  })

  it('who made a task on the page of new things reads that it is made, on the page that it leads to', async () => {
    const { id, path } = await room.thread('Trays')
    const window = await room.opens(room.ada, `/new?what=task&hub=${room.hub.slug}`)
    const { page } = window
    await page.getByLabel('What is to be done').fill('Count the trays')
    await page.getByLabel('In the thread').selectOption(id)
    await page.getByRole('button', { name: 'Make the task' }).click()
    await page.waitForURL((url) => url.pathname === path)
    await page.getByRole('status').filter({ hasText: 'The task is made.' }).waitFor()
    await page.reload()
    await page.locator('html[data-keys]').waitFor({ state: 'attached' })
    expect(await page.getByText('The task is made.').count()).to.equal(0)
    await window.close()
  })

  it('the places at the thumb keep each to one line and to the window, however narrow it is', async () => {
    const { id } = await room.thread()
    for (let n = 0; n < 10; n++) {
      const { post_id } = await room.ada.does('ui_post', { thread_id: id, body: `Tray ${n}.` })
      await room.ben.does('ui_report', { post_id, reason: 'off_topic' })
    }
    await room.server.landed()
    const window = await room.opens(room.ada, '/', { width: widths.narrow })
    const { page } = window
    await page.locator('.bar .yours .n').waitFor()
    const places = await page.locator('.bar .yours > *').all()
    for (const place of places) {
      const box = (await place.boundingBox())!
      expect(box.height, await place.innerText()).to.be.at.most(52)
      expect([box.x >= 0, box.x + box.width <= widths.narrow], await place.innerText()).to.deep.equal([true, true])
    }
    expect(await overflow(page)).to.deep.equal([])
    await window.close()
  })

  it('the tab that is shown is in the window, however many stand before it', async () => {
    const window = await room.opens(room.ada, '/tasks?show=done', { width: widths.phone })
    const tab = window.page.getByRole('link', { name: 'Done', exact: true })
    await until(async () => {
      const { x, width } = (await tab.boundingBox())!
      return x >= 0 && x + width <= widths.phone
    }, 'the tab to be in the window')
    await window.close()
  })

  it('who saves a post that they deleted meanwhile reads that, beside their words', async () => {
    const { id, path } = await room.thread()
    const { post_id } = await room.ada.does('ui_post', { thread_id: id, body: 'Too much said.' })
    const window = await room.opens(room.ada, `${path}?edit=${post_id}`, { width: widths.phone })
    const { page } = window
    const words = page.getByLabel('Your post').first()
    await words.fill('Just enough said.')
    await room.ada.does('ui_delete_post', { post_id })
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('This post was deleted meanwhile').waitFor()
    expect(await words.inputValue()).to.equal('Just enough said.')
    await window.close()
  })

  let talk: Record<string, any> | undefined
  for (const script of [false, true]) {
    const when = script ? 'before the script has come' : 'without a script'
    it(`${when}, who does not do what they were asked about finds the words they typed, and nothing is done`, async () => {
      const { dm_id } = (talk ??= await room.ben.does('ui_start_dm', { to: room.ada.id, body: 'Buy my flour.' }))
      const window = await room.opens(room.ada, '/explore', { width: widths.phone, script })
      const { page } = window
      const calls = callsOf(window, 'ui_answer_dm')
      await page.route('**/assets/page-*.js', (route) => route.abort())
      await window.open(`/dm/${dm_id}?report=dm`)
      const words = page.getByRole('textbox', { name: 'What is wrong?' })
      await words.fill('The third such message today.')
      await page.getByLabel('Why').selectOption('abuse')
      await page.unroute('**/assets/page-*.js')
      await page.getByRole('button', { name: 'Report' }).click()
      const no = page.getByRole('button', { name: 'No, go back' })
      await no.waitFor()
      if (script) await page.locator('html[data-keys]').waitFor({ state: 'attached' })
      await no.click()
      await page.getByText('Nothing was done.').waitFor()
      expect(await words.inputValue()).to.equal('The third such message today.')
      expect(await words.isVisible()).to.equal(true)
      await window.close()
      expect(calls).to.deep.equal([])
      expect(await room.server.sql`select id from report where target_id = ${dm_id}`).to.have.length(0)
    })
  }
})
