import { expect } from 'chai'
import { days } from '../../../src/rules/units.ts'
import { expectInert } from '../../render/inert.ts'
import { type Person, signIn } from '../../support/cast.ts'
import { read } from '../../support/forms.ts'
import { offered, plainBrowser } from '../../support/plain_browser.ts'
import { withServer } from '../../support/here.ts'

interface Here extends Person {
  readonly browser: ReturnType<typeof plainBrowser>
}

describe('messages in a browser without a script', () => {
  const server = withServer({ SVC_PACE: 'off' })
  let ada: Here
  let ben: Here

  beforeEach(async () => {
    people++
    ;[ada, ben] = await Promise.all([comes(`Ada${people}`), comes(`Ben${people}`)])
    // whoever came today asks nobody yet
    await server.advance(days(2))
  })

  let people = 0
  async function comes(name: string): Promise<Here> {
    const baker = await signIn(server, name)
    return { ...baker, browser: plainBrowser(server, baker.session) }
  }

  /** Ada asks Ben, who has not answered. */
  async function asks(body = 'Hello Ben, we met at the mill.') {
    const page = await ada.browser.open(`/dm?to=${encodeURIComponent(`@${ben.handle}`)}`)
    return ada.browser.press(page, 'Send', { body })
  }

  it('begin with a request, which the other side accepts before anything else is said', async () => {
    const sent = await asks()
    expect(sent.path).to.match(/^\/dm\/dm_/)
    expectInert(sent.text)
    expect(read(sent.text)).to.contain('has not answered yet').and.contain('Hello Ben, we met at the mill.')
    expect(offered(sent)).not.to.include('Send')
    const list = await ben.browser.open('/dm')
    expectInert(list.text)
    expect(read(list.text))
      .to.contain(`${ada.name} wants to write to you`)
      .and.contain('Hello Ben, we met at the mill.')
    const accepted = await ben.browser.press(list, 'Accept')
    expect(read(accepted.text)).not.to.contain(`${ada.name} wants to write to you`)
    const open = await ben.browser.open(sent.path)
    const said = await ben.browser.press(open, 'Send', { body: 'Of course.' })
    expect([said.path, said.fragment]).to.deep.equal([sent.path, 'seq-2'])
    expect(read((await ada.browser.open(sent.path)).text))
      .to.contain('Of course.')
      .and.contain('New')
  })

  it('say what a first message may be, and keep its words where it is more', async () => {
    const long = 'x'.repeat(501)
    const refused = await asks(long)
    expect(refused.status).to.be.within(400, 499)
    expect(read(refused.text)).to.contain('A first message has at most 500 characters.')
    const form = refused.forms.find(({ fields }) => fields.get('act') === 'ui_start_dm')
    expect(form?.fields.get('body')).to.equal(long)
    expect(form?.fields.get('to')).to.equal(`@${ben.handle}`)
    expect(read((await ada.browser.open('/dm')).text)).to.contain('it is a request: at most 500 characters')
    const today = await comes(`Cleo${people}`)
    expect(read((await today.browser.open('/dm')).text), 'before anything is typed')
      .to.contain('To ask strangers takes a little trust first.')
      .and.not.contain('it is a request')
    const nobody = await ada.browser.press(await ada.browser.open('/dm'), 'Send', { to: '@nobody-here', body: 'Hello' })
    expect(nobody.status).to.equal(404)
    expect(nobody.text).to.contain('role="alert"').and.contain('@nobody-here')
  })

  it('are declined without a word to who asked, and can be asked for again', async () => {
    const { path } = await asks()
    const declined = await ben.browser.press(await ben.browser.press(await ben.browser.open(path), 'Decline'), 'Yes')
    expect(read(declined.text)).to.contain('You declined.')
    const list = await ben.browser.open('/dm')
    expect(read(list.text), 'and nothing new waits there').to.contain('you declined').and.not.contain('1 new')
    expect(offered(declined)).not.to.include('Send')
    expect(read((await ada.browser.open(path)).text))
      .to.match(/You can ask again from \d+ \w+/)
      .and.not.contain('Ask again')
    await server.advance(days(8))
    expect(read((await ada.browser.open(path)).text))
      .to.contain('Ask again')
      .and.not.match(/again from/)
  })

  it('end with a block, which is lifted again by who made it', async () => {
    const { path } = await asks()
    await ben.browser.press(await ben.browser.open(path), 'Accept')
    const blocked = await ben.browser.press(await ben.browser.press(await ben.browser.open(path), 'Block'), 'Yes')
    expect(read(blocked.text)).to.contain('You blocked')
    const ended = await ada.browser.open(path)
    expect(read(ended.text)).to.contain('This conversation has ended').and.not.contain('block')
    expect(offered(ended)).to.not.include('Send')
    const [first] = (await ada.does('ui_dms', { dm_id: path.split('/')[2] }))['posts']
    const replying = await ada.browser.open(`${path}?reply=${first.id}`)
    expect(offered(replying), 'nor to one message').to.not.include('Send')
    expect(ended.text, 'nobody asks again').not.to.contain('Ask again')
    const again = await ben.browser.press(blocked, 'Unblock')
    expect(offered(again)).to.include('Send')
    expect((await ada.browser.open(path)).status).to.equal(200)
  })

  it('are reported with a reason, to the people who run the service', async () => {
    const { path } = await asks()
    const form = await ben.browser.open(`${path}?report=dm`)
    const asked = await ben.browser.press(form, { button: 'Report', in: { action: 'report' } }, { reason: 'spam' })
    await ben.browser.press(asked, 'Yes')
    const [row] = await server.sql`select reason from report where target_id = ${path.slice(4)}`
    expect(row?.['reason']).to.equal('spam')
  })

  it('let their authors answer, react, change and delete', async () => {
    const { path } = await asks()
    await ben.browser.press(await ben.browser.open(path), 'Accept')
    const [first] = (await ben.does('ui_dms', { dm_id: path.slice(4) }))['posts']
    const replied = await ben.browser.press(
      await ben.browser.open(`${path}?reply=${first.id}`),
      { button: 'Send', in: { reply_to: first.id } },
      { body: 'Yes, on Monday.' },
    )
    expect(replied.fragment).to.equal('seq-2')
    const thanked = await ada.browser.press(await ada.browser.open(path), '🙏 Thanks')
    expect(read(thanked.text)).to.contain('🙏 thanks 1')
    const edit = await ada.browser.open(`${path}?edit=${first.id}`)
    const saved = await ada.browser.press(edit, 'Save', { body: 'Hello Ben!' })
    expect(read(saved.text)).to.contain('Hello Ben!').and.contain('edited')
    expect((await ben.browser.open(`${path}?edit=${first.id}`)).text).not.to.contain('id="edit"')
    const deleted = await ada.browser.press(await ada.browser.press(saved, 'Delete'), 'Yes')
    expect(read(deleted.text)).to.contain('Deleted by its author.')
  })

  it('lead through sign-in, and are missing to everybody else', async () => {
    const { path } = await asks()
    const nobody = plainBrowser(server)
    expect((await nobody.open(path)).path).to.equal(`/signin?next=${encodeURIComponent(path)}`)
    expect((await (await comes(`Cleo${people}`)).browser.open(path)).status).to.equal(404)
  })
})
