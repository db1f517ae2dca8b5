import { expect } from 'chai'
import { expectInert } from '../../render/inert.ts'
import { type Person, signIn } from '../../support/cast.ts'
import { type Reader, reader } from '../../support/plain_browser.ts'
import { startServer, type TestServer } from '../../support/server.ts'

/** People in browsers without a script: every act is a form of the page it stands on. */
describe('a hub in a browser without a script', function () {
  this.timeout(90_000)
  let server: TestServer
  let ada: Person
  let ben: Person
  let cleo: Person
  const as = (person?: Person): Reader => reader(server, person?.session)

  before(async () => {
    server = await startServer()
    ;[ada, ben, cleo] = await Promise.all([signIn(server, 'Ada'), signIn(server, 'Ben'), signIn(server, 'Cleo')])
  })

  /** A hub of Ada's, made on its page; where it is. */
  async function made(title: string, fill: Record<string, string> = {}): Promise<Reader> {
    const page = await as(ada).open('/h/new')
    return page.press('Make the hub', { title, guide: 'Be kind.', ...fill })
  }

  describe('a newcomer', () => {
    it('makes a hub, publishes it after a look, invites, and names a helper', async () => {
      let page = await made('Bread and salt')
      expect(page.path).to.equal('/h/bread-and-salt')
      expect(page.text)
        .to.contain('<h1><bdi>Bread and salt</bdi></h1>')
        .and.contain('You own it')
        .and.contain('Be kind.')
      expectInert(page.text)

      page = await page.open(`${page.path}?run`)
      page = await page.press('See what would become public')
      expect(page.text).to.contain('This becomes readable by everybody').and.contain('0 threads').and.contain('1 pad')
      expect((await as().open('/h/bread-and-salt')).status, 'before the second step').to.equal(404)
      page = await page.press('Publish')
      expect(page.text).to.contain('It is public now.')
      expect((await as().open('/h/bread-and-salt')).status).to.equal(200)

      page = await page.open('/h/bread-and-salt?invites')
      page = await page.press('Make the link', { uses: '2' })
      const link = /class="key"[^>]*>([^<]+#dpi_[\w-]+)</.exec(page.text)?.[1]
      expect(link).to.be.a('string')
      expect(page.text).to.contain('2 uses left').and.contain('data-copy="the-link" hidden>Copy the link</button>')
      expect((await page.open(page.path)).text, 'shown once').not.to.contain('#dpi_')
      await ben.settings('accept-invite', { token: link?.split('#')[1] })

      page = await page.open('/h/bread-and-salt?members')
      page = await page.press('Make a helper')
      expect(page.text).to.match(/Ben[^]*?helper/)
      expect((await as(ben).open('/h/bread-and-salt')).text).to.contain('You help to keep it')
    })

    it('whose account is suspended is struck by name, wherever they wrote', async () => {
      await makePublic('Struck')
      const dora = await signIn(server, 'Dora')
      const scribe = await dora.agent('Scribe')
      await scribe.does('join_hub', { hub: 'struck' })
      const { thread_id } = await scribe.does('start_thread', { hub: 'struck', title: 'Here', body: 'I was.' })
      const emil = await signIn(server, 'Emil')
      const clerk = await emil.agent('Clerk')
      await clerk.does('join_hub', { hub: 'struck' })
      await clerk.does('post_reply', { thread_id, body: 'I still am.' })
      await server.sql`update participant set suspended_at = now() where handle like 'scribe.%' or id = ${emil.id}`
      // an agent writes no more either when its person is suspended
      for (const name of ['Scribe', 'Clerk']) {
        const struck = `<s><bdi>${name}</bdi></s><span class="hide">, suspended`
        for (const path of [`/t/${thread_id}`, '/h/struck'])
          expect((await as(ada).open(path)).text, path).to.contain(struck)
        const [, beside = ''] = (await as(ada).open(`/t/${thread_id}`)).text.split('id="people"')
        expect(beside, 'among those who talk').to.contain(struck)
      }
    })

    it('ends an invite, and the list says so', async () => {
      await made('Short visits')
      let page = await as(ada).open('/h/short-visits?invites')
      page = await page.press('Make the link')
      const link = /#(dpi_[\w-]+)</.exec(page.text)?.[1]
      page = await page.press('End it')
      expect(page.text).to.contain('That link is ended.').and.contain('<p class="soft">None.</p>')
      expect((await ben.settings('accept-invite', { token: link })).status).to.equal(404)
    })

    it('gets the form back with its words where the address is taken', async () => {
      await made('Taken', { slug: 'once-only' })
      const page = await made('Again', { slug: 'once-only', guide: 'Long words of mine.' })
      expect(page.status).to.equal(409)
      expect(page.text)
        .to.contain('That address is taken.')
        .and.contain('Long words of mine.')
        .and.contain('value="Again"')
    })
  })

  describe('somebody who comes', () => {
    it('joins a public hub at once, brings an agent, and leaves again', async () => {
      await makePublic('Open doors')
      const crumb = await cleo.agent('Crumb')
      let page = await as(cleo).open('/h/open-doors')
      expect(page.text).not.to.contain('what=thread')
      page = await page.press('Join')
      expect(page.text).to.contain('You are a member').and.contain('what=thread')
      page = await page.press('Bring Crumb')
      expect(page.text).to.contain('your agent')
      expect((await crumb.does('open_hub', { hub: 'open-doors' }))['member']).to.equal(true)
      page = await page.press('Leave this hub')
      expect(page.text).to.contain('Leave Open doors?')
      page = await page.press('Yes')
      expect(page.path, 'a private one shows nothing now').to.equal('/')
      expect((await as(cleo).open('/h/open-doors')).has('Join')).to.equal(true)
    })

    it('joins from the editor of a pad that it wanted to change, and goes on there', async () => {
      await makePublic('Come and write')
      const { front_pad } = await ada.does('ui_open_hub', { hub: 'come-and-write' })
      let page = await as(cleo).open(`/p/${front_pad.pad_id}?edit`)
      expect(page.text).to.contain('Join <bdi>Come and write</bdi> to write here.').and.contain('<h1>Editing')
      page = await page.press('Join')
      expect(page.path).to.equal(`/p/${front_pad.pad_id}?edit`)
      expect(page.has('Save')).to.equal(true)
    })

    it('asks for a seat in a private hub whose address it was given, and is let in', async () => {
      await made('Behind the door')
      const missing = await as(cleo).open('/h/never-made')
      let page = await as(cleo).open('/h/behind-the-door')
      expect(page.status).to.equal(404)
      const same = ({ text }: Reader) =>
        text
          .replace(/[\w-]{36}/g, 'key')
          .replaceAll('never-made', 'slug')
          .replaceAll('behind-the-door', 'slug')
      expect(same(page), 'private looks like missing').to.equal(same(missing))
      page = await page.press('Ask to join', { note: 'Ada told me.' })
      expect(page.text).to.contain('You asked to join').and.not.contain('Behind the door')

      let keeper = await as(ada).open('/h/behind-the-door')
      expect(keeper.text).to.contain('Ada told me.')
      keeper = await keeper.press('Let in')
      expect(keeper.text).to.contain('Let Cleo in?').and.contain('There is no Undo for this.')
      expect(keeper.text).to.contain('<button class="go" name="sure" value="1">Yes')
      keeper = await keeper.press('Yes')
      expect(keeper.text).not.to.contain('Ada told me.')
      expect((await as(cleo).open('/h/behind-the-door')).text).to.contain('You are a member')
    })
  })

  describe('the keeper', () => {
    it('takes everything of a bad agent back after a look, and brings it back', async () => {
      await makePublic('Clean house')
      const deals = await cleo.agent('Deals')
      await deals.does('join_hub', { hub: 'clean-house' })
      const { thread_id } = await deals.does('start_thread', {
        hub: 'clean-house',
        title: 'Deals',
        body: 'Cheap flour.',
      })
      for (const body of ['More of it.', 'And more.']) await deals.does('post_reply', { thread_id, body })
      const { pad_id } = await deals.does('create_pad', { hub: 'clean-house', title: 'Prices', text: 'Ours.' })
      const posts = async () => (await as(ada).open(`/t/${thread_id}`)).text

      let page = await as(ada).open('/h/clean-house?undo')
      expect(page.text).to.contain('Whose work, by handle').and.contain('Also of somebody who left or was removed.')
      page = await page.open(`/h/clean-house?undo=${deals.id}`)
      expect(page.text).to.contain('Undo everything Deals did here')
      page = await page.press('Look first what that takes back', { reason: 'promotion' })
      expect(page.text).to.contain('3 posts fold')
      expect(await posts(), 'nothing happened yet').to.contain('And more.')
      page = await page.press('Take it all back')
      expect(page.text).to.contain('It is being taken back.').and.contain('3 posts fold')
      await server.landed()
      const member = await as(ben).open(`/t/${thread_id}`)
      expect(member.text).not.to.contain('And more.')

      page = await page.open('/h/clean-house?log')
      expect(page.text).to.contain('took back everything of')
      page = await page.press('Bring it all back')
      await server.landed()
      expect(page.text).to.contain('Taken back.')
      expect(await posts()).to.contain('And more.')
      expect(pad_id).to.be.a('string')
    })

    it('changes name, Read me first and mode, pins, pauses the agents, and removes somebody', async () => {
      await makePublic('In order')
      const otto = await ben.agent('Otto')
      await otto.does('join_hub', { hub: 'in-order' })
      const { thread_id } = await otto.does('start_thread', { hub: 'in-order', title: 'First', body: 'x' })

      let page = await as(ada).open('/h/in-order?run')
      page = await page.press('Save', { title: 'Well kept', guide: 'New words.' })
      expect(page.text).to.contain('value="Well kept"').and.contain('New words.')
      page = await page.press('Check them first')
      expect(page.text).to.contain('Let changes go live at once')

      page = await page.open('/h/in-order')
      page = await page.press({ button: 'Pin to the top', has: thread_id })
      expect(page.text).to.contain('pinned')
      page = await page.press('Pause all agents here')
      expect(page.text).to.contain('You paused the agents here. People can write.')
      expect((await as(ben).open('/h/in-order')).text).to.contain('<bdi>Ada</bdi> paused the agents here.')
      expect((await otto.call('post_reply', { thread_id, body: 'y' })).ok).to.equal(false)
      page = await page.press('Let them go on')
      expect((await otto.call('post_reply', { thread_id, body: 'y' })).ok).to.equal(true)

      page = await page.open('/h/in-order?members')
      page = await page.press('Remove from this hub')
      expect(page.text).to.contain('Remove Otto?').and.contain('The log can take it back.')
      expect(page.text, 'a dangerous yes looks so').to.contain('<button class="risky" name="sure" value="1">Yes')
      page = await page.press('Yes')
      expect(page.text).not.to.contain('@otto')
      expect((await page.open('/h/in-order?log')).text)
        .to.contain('removed')
        .and.contain('Otto')
    })

    it('is offered to take guests where everybody may read the hub, and told so where not', async () => {
      const own = await made('Guests at the door')
      const shut = await own.open(`${own.path}?run`)
      expect(shut.has('Take guests')).to.equal(false)
      expect(shut.text).to.contain('Only a hub that everybody may read takes guests')
      await (await shut.press('See what would become public')).press('Publish')
      const seen = await shut.open(`${own.path}?run`)
      expect(seen.has('Take guests')).to.equal(true)
      await ada.app('ui_set_visibility', { hub: 'guests-at-the-door', audience: 'private' })
      const refused = await seen.press('Take guests')
      expect(refused.text).to.contain('Guests take part only in a public hub').and.not.to.contain('Sign in to write')
    })

    it('may do what their seat allows, and no page of the others opens', async () => {
      await makePublic('Seats')
      await as(ben)
        .open('/h/seats')
        .then((page) => page.press('Join'))
      await as(cleo)
        .open('/h/seats')
        .then((page) => page.press('Join'))
      await server.sql`update seat set role = 'helper' where participant_id = ${ben.id}
        and scope_id = (select id from hub where slug = 'seats')`
      const opens = async (person: Person | undefined, page: string) =>
        (await as(person).open(`/h/seats?${page}`)).status
      const pages = ['members', 'invites', 'log', 'undo', 'run']
      const statuses = async (person: Person) => Promise.all(pages.map((page) => opens(person, page)))
      expect(await statuses(ada)).to.deep.equal([200, 200, 200, 200, 200])
      expect(await statuses(ben)).to.deep.equal([200, 200, 200, 200, 200])
      // a member sees the hub instead of what is not theirs
      const member = await as(cleo).open('/h/seats?run')
      expect(member.text).to.contain('How this hub is run').and.not.contain('See what would become public')
      for (const page of ['invites', 'log', 'undo'])
        expect((await as(cleo).open(`/h/seats?${page}`)).text, page).to.contain('Read me first')
      const helper = await as(ben).open('/h/seats?run')
      expect(helper.has('Save')).to.equal(true)
      expect(helper.has('See what would become public')).to.equal(false)
      expect(helper.has('Make it private')).to.equal(false)
      expect((await as(ben).open('/h/seats?members')).has('Make a helper')).to.equal(false)
      const tabs = async (person: Person) => {
        const { text } = await as(person).open('/h/seats?members')
        return pages.filter((page) => text.includes(`href="/h/seats?${page}"`))
      }
      expect([await tabs(ben), await tabs(cleo)]).to.deep.equal([pages, ['members', 'run']])
      // who helps is the owner's to say
      const asHelper = async (person: Person) =>
        (await as(person).open('/h/seats?invites')).text.includes('name="role" value="helper"')
      expect([await asHelper(ada), await asHelper(ben)]).to.deep.equal([true, false])
      for (const page of ['run', 'log', 'undo', 'invites'])
        expect((await as().open(`/h/seats?${page}`)).path, page).to.match(/^\/signin\?next=/)
    })

    it('is offered on each member, and on each line of the log, what the table of rights gives them', async () => {
      await ada.app('ui_set_role', { hub: 'seats', participant: cleo.id, role: 'helper' })
      const offered = async (person: Person, whom: Person): Promise<string> => {
        const { text } = await as(person).open('/h/seats?members')
        return text.split('<li>').find((line) => line.includes(`?report=${whom.id}`)) ?? ''
      }
      expect(await offered(ada, cleo))
        .to.contain('Remove from')
        .and.contain('Undo everything')
        .and.contain('Hand the')
      // a helper may remove another one, and takes back nothing of the owner
      expect(await offered(ben, cleo))
        .to.contain('Remove from')
        .and.contain('Undo everything')
        .and.not.contain('Hand the')
      expect(await offered(ben, ada))
        .to.contain('Report')
        .and.not.contain('Undo everything')
        .and.not.contain('Remove')
      const log = async (person: Person) => as(person).open('/h/seats?log')
      for (const person of [ada, ben])
        expect((await log(person)).text).to.match(/made <b>[^]{0,40}Cleo[^]{0,40}<\/b> a helper/)
      expect((await log(ada)).has('Take it back')).to.equal(true)
      // roles are the owner's to give
      expect((await log(ben)).has('Take it back')).to.equal(false)
    })
  })

  describe('/new', () => {
    it('leads through signing in and back, and needs a hub to stand in', async () => {
      expect((await as().open('/new?what=pad')).path).to.equal('/signin?next=%2Fnew%3Fwhat%3Dpad')
      const dora = await signIn(server, 'Dora')
      expect((await as(dora).open('/new')).text).to.contain('you have no seat in one yet')
    })

    it('shows Read me first as it stands, also when only its end was changed', async () => {
      const rules = (hour: string): string =>
        `We bake together, each week, in the kitchen behind the old mill at the river. At ${hour}.`
      const hub = await made('Mondays', { guide: rules('five') })
      expect((await hub.open('/new?hub=mondays')).text).to.contain('At five.')
      await (await hub.open(`${hub.path}?run`)).press('Save', { guide: rules('nine') })
      expect((await hub.open('/new?hub=mondays')).text).to.contain('At nine.')
    })

    it('starts a thread, a pad and a task in the hub that is chosen', async () => {
      await made('Workshop')
      let page = await as(ada).open('/new?what=thread&hub=workshop')
      expectInert(page.text)
      expect(page.text).to.contain('Only you can read it.')
      page = await page.press('Start the thread', { title: 'Which flour?', body: 'By Friday, please.' })
      expect(page.path).to.match(/^\/t\/thr_/)
      expect(page.text).to.contain('Which flour?').and.contain('By Friday, please.')
      const thread = page.path

      page = await page.open('/new?what=pad&hub=workshop')
      expect(page.text).to.contain('<h1>New pad</h1>').and.contain('What to start')
      page = await page.press('Make the pad', { title: 'Flour', text: '# Rye\n\nFrom the mill.' })
      expect(page.path).to.match(/^\/p\/pad_/)
      expect(page.text).to.contain('From the mill.')

      page = await page.open('/new?what=task&hub=workshop')
      expectInert(page.text)
      page = await page.press('Make the task', { title: 'Ask the mill', details: 'A price for 50 kg.' })
      expect(page.path).to.equal(thread)
      expect(page.text).to.contain('Ask the mill')
    })

    it('offers no pad and no thread that is folded', async () => {
      // a person writes 60 times a minute
      await server.advance(60_000)
      await made('Attic')
      for (const [what, send] of [
        ['thread', 'Start the thread'],
        ['pad', 'Make the pad'],
      ] as const)
        for (const title of [`Kept ${what}`, `Folded ${what}`]) {
          const words = what === 'pad' ? { title, text: 'Words.' } : { title, body: 'Words.' }
          const { path } = await (await as(ada).open(`/new?what=${what}&hub=attic`)).press(send, words)
          if (title.startsWith('Kept')) continue
          const target = path.split('/')[2]
          await ada.app('ui_moderate', { action: 'hide', target, level: 'fold', reason: 'outdated' })
        }
      for (const page of ['/new?what=task&hub=attic', '/new?what=thread&hub=attic', '/h/attic?run']) {
        const { text } = await as(ada).open(page)
        expect(text, page).to.contain('Kept pad').and.not.contain('Folded')
        if (page.includes('task')) expect(text).to.contain('Kept thread')
      }
    })

    it('says that a section is wrong, with a source; without one nothing is lost', async () => {
      await made('Sources')
      let page = await as(ada).open('/new?what=pad&hub=sources')
      page = await page.press('Make the pad', { title: 'Rye', text: '# Water\n\nSixty parts.' })
      const pad = page.path.split('/')[2] ?? ''
      page = await page.open(`/new?what=thread&pad=${pad}&flag=1`)
      expect(page.text).to.contain('What is wrong?').and.contain('Water')
      expect(page.text, 'begun about a pad it is a thread').not.to.contain('What to start')
      const words = { title: 'Sixty?', body: 'The miller says seventy.' }
      const refused = await page.press('Say that it is wrong', { ...words, source: '' })
      expect(refused.status).to.equal(400)
      expect(refused.text).to.contain('The miller says seventy.')
      page = await refused.press('Say that it is wrong', { source: 'https://mill.example/rye' })
      expect(page.path).to.match(/^\/t\/thr_/)
      expect((await page.open(`/p/${pad}`)).text).to.contain('disputed')
    })

    it('quotes a post, and begins a task from it', async () => {
      await made('Quoting')
      let page = await as(ada).open('/new?what=thread&hub=quoting')
      page = await page.press('Start the thread', { title: 'Oven', body: 'It is too hot.' })
      const thread = page.path.split('/')[2] ?? ''
      const [row] = await server.sql<{ id: string }[]>`select id from post where thread_id = ${thread}`
      const quoting = await page.open(`/new?what=thread&post=${row?.id ?? ''}`)
      expect(quoting.text).to.contain('&gt; It is too hot.').and.contain(`/t/${thread}/m/`)
      page = await page.open(`/new?what=task&post=${row?.id ?? ''}`)
      page = await page.press('Make the task', { title: 'Mend the oven' })
      expect(page.path).to.equal(`/t/${thread}`)
    })
  })

  // sessions end in between
  describe('an owner who is gone', () => {
    it('is followed: a member asks, and the owner comes back and says no', async () => {
      await makePublic('Long silence')
      await as(cleo)
        .open('/h/long-silence')
        .then((page) => page.press('Join'))
      expect((await as(cleo).open('/h/long-silence?run')).has('Take it over')).to.equal(false)
      await server.advance(91 * 86_400_000)
      const [later, owner] = await Promise.all([signIn(server, 'Cleo'), signIn(server, 'Ada')])
      let page = await as(later).open('/h/long-silence?run')
      page = await page.press('Take it over', { note: 'Nobody answers.' })
      expect(page.text).to.contain('Take over Long silence?')
      page = await page.press('Yes')
      expect((await as(later).open('/h/long-silence')).text).to.contain('asked to take this hub over')
      const asked = await as(later).open('/h/long-silence?run')
      expect(asked.text).to.contain('You asked to take it over. It happens ')
      expect(asked.has('Take it over')).to.equal(false)
      let home = await as(owner).open('/h/long-silence')
      home = await home.press('Keep it')
      expect(home.text).not.to.contain('asked to take this hub over')
    })
  })

  async function makePublic(title: string): Promise<void> {
    let page = await made(title)
    page = await page.open(`${page.path}?run`)
    page = await page.press('See what would become public')
    await page.press('Publish')
  }
})
