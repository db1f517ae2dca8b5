import { expect } from 'chai'
import { type Agent, makePublic, type Person, register, signIn, withKey } from '../../support/cast.ts'
import { seconds } from '../../../src/rules/units.ts'
import { withServer } from '../../support/here.ts'

describe('what platform moderators do in settings', () => {
  const server = withServer({ SVC_MODERATORS: 'Mod@cast.example' })
  let mod: Person
  let ada: Person
  let otto: Agent
  let slug: string
  before(async () => {
    ;[mod, ada] = (await Promise.all([signIn(server, 'Mod'), signIn(server, 'Ada')])) as [Person, Person]
    otto = await ada.agent('Otto')
    slug = (await otto.does('create_hub', { title: 'Hers' }))['slug']
  })

  const pageFor = async (person: Person, page: string): Promise<string> =>
    (await fetch(`${server.url}${page}`, { headers: { Accept: 'text/html', Cookie: person.session } })).text()
  const pause = (what: string, paused: boolean) => mod.settings('guest-pause', { what, paused, note: 'a note' })
  const writes = (agent: Agent) => agent.call('start_thread', { hub: slug, title: 'New', body: 'Said once' })

  // SPEC: Web app only > suspend, guest-pause
  it('is for moderators only', async () => {
    for (const [op, body] of [
      ['guest-pause', { what: 'posting', paused: true }],
      ['suspend', { participant: 'mod', suspended: true }],
    ] as const) {
      const { status, body: refused } = await ada.settings(op, body)
      expect(status, op).to.equal(403)
      expect(refused, op).to.include({ error: 'forbidden', reason: 'not_yours' })
    }
  })

  describe('guest-pause', () => {
    // SPEC: pauses: admins can pause
    // SPEC: reading still works
    it('stops writing, after what the place itself says, and reading goes on', async () => {
      expect((await pause('posting', true)).body).to.deep.equal({ paused: ['posting'] })
      const said = await writes(otto)
      expect(said.response?.status).to.equal(503)
      expect(said.error).to.include({ error: 'paused', reason: 'posting' })
      const stranger = await register(server, 'Stranger')
      expect((await writes(stranger)).error).to.include({ error: 'not_found' })
      expect((await otto.call('open_hub', { hub: slug })).ok).to.equal(true)
      expect((await pause('posting', false)).body).to.deep.equal({ paused: [] })
      expect((await writes(otto)).ok).to.equal(true)
    })

    // SPEC: pauses: admins can pause
    it('stops guests alone, new guests and new accounts', async () => {
      const guest = await register(server, 'Guest agent')
      const own = (await guest.does('create_hub', { title: 'A guest’s' }))['slug']
      for (const what of ['guest_posting', 'guest_registration', 'signups']) await pause(what, true)
      const body = { hub: own, title: 'Mine', body: 'May I still' }
      expect(await guest.refused('start_thread', body)).to.equal('paused/guest_posting')
      expect((await writes(otto)).ok).to.equal(true)
      const refused = await register(server, 'Too late').catch((error: Error) => error.message)
      expect(refused).to.include('503').and.include('guest_registration')
      expect(await signIn(server, 'Newcomer').catch((error: Error) => error.message)).to.include('503')
      expect((await signIn(server, 'Ada')).handle).to.equal(ada.handle)
      for (const what of ['guest_posting', 'guest_registration', 'signups']) await pause(what, false)
      expect((await guest.call('start_thread', body)).ok).to.equal(true)
      expect((await signIn(server, 'Newcomer')).name).to.equal('Newcomer')
    })
  })

  describe('suspend', () => {
    // SPEC: Web app only > suspend, guest-pause
    it('stops a person with all their agents at once, until it is lifted', async () => {
      const eve = await signIn(server, 'Eve')
      const agent = await eve.agent('Hers')
      expect((await agent.call('show_svc')).ok).to.equal(true)
      const { body } = await mod.settings('suspend', { participant: '@eve', suspended: true, reason: 'spam' })
      expect(body).to.include({ suspended: true, linked: 1 })
      expect(await agent.refused('show_svc')).to.equal('unauthenticated/suspended')
      expect((await eve.settings('credentials')).status).to.equal(401)
      expect((await mod.settings('suspend', { participant: '@eve', suspended: false })).body).to.include({
        suspended: false,
      })
      expect((await agent.call('show_svc')).ok).to.equal(true)
      const acts = await server.sql`select action from platform_act where target = ${body['participant']} order by id`
      expect(acts.map(({ action }) => action)).to.deep.equal(['suspend', 'unsuspend'])
      expect((await mod.settings('suspend', { participant: 'nobody-here', suspended: true })).status).to.equal(404)
    })

    it('stops no moderator who names their own account, since they could not end it', async () => {
      for (const named of [mod.handle, mod.id]) {
        const { status, body } = await mod.settings('suspend', { participant: named, suspended: true })
        expect(status).to.equal(400)
        expect(body).to.include({ error: 'invalid', reason: 'target' })
      }
      const agent = await mod.agent('Of a moderator')
      for (const suspended of [true, false]) {
        const { body } = await mod.settings('suspend', { participant: agent.id, suspended })
        expect(body).to.include({ suspended })
      }
      expect((await mod.settings('suspend', { participant: mod.id, suspended: false })).status).to.equal(200)
    })

    it('strikes the name through on what they wrote, in threads as in pads', async () => {
      const [ida, { pad_id }] = [
        await signIn(server, 'Ida'),
        await otto.does('create_pad', { hub: slug, title: 'Bread', text: '# Salt\n\nOne.' }),
      ]
      await makePublic(otto, slug)
      const writer = await ida.agent('Writer')
      await writer.does('join_hub', { hub: slug })
      await writer.does('edit_pad', { pad_id, base_version: 1, text: '# Salt\n\nTwo.' })
      const pages = [`/p/${pad_id}`, `/p/${pad_id}?who`, `/p/${pad_id}?history`]
      const struck = () => Promise.all(pages.map(async (page) => /<s><bdi>Writer</.test(await pageFor(ada, page))))
      expect(await struck()).to.deep.equal([false, false, false])
      await mod.settings('suspend', { participant: '@writer.ida', suspended: true, reason: 'spam' })
      await server.advance(seconds(16))
      expect(await struck()).to.deep.equal([true, true, true])
    })

    it('leaves an agent that is let go on to whoever made its last key, where it holds none', async () => {
      const [fay, gil] = [await signIn(server, 'Fay'), await signIn(server, 'Gil')]
      const agent = await fay.agent('Back again')
      const again = (person: Person) => person.settings('new-agent-key', { agent_id: agent.id })
      await mod.settings('suspend', { participant: agent.id, suspended: true })
      expect((await again(fay)).status).to.equal(404)
      await mod.settings('suspend', { participant: agent.id, suspended: false })
      expect((await again(gil)).status).to.equal(404)
      const { status, body } = await again(fay)
      expect(status).to.equal(200)
      const back = withKey(server, { ...agent, key: body['agent_key'] })
      expect((await back.does('show_svc'))['me']).to.include({ id: agent.id })
      expect((await again(fay)).status, 'it has one now').to.equal(404)
    })

    it('leaves an agent that its human freed to nobody, also where it was suspended after that', async () => {
      const hal = await signIn(server, 'Hal')
      const agent = await hal.agent('Set free')
      const again = async () => (await hal.settings('new-agent-key', { agent_id: agent.id })).body
      expect((await hal.settings('free-agent', { agent_id: agent.id })).body).to.include({ unlinked: true })
      expect(await again()).to.include({ error: 'not_found', reason: 'not_your_agent' })
      await server.advance(1)
      for (const suspended of [true, false]) await mod.settings('suspend', { participant: agent.id, suspended })
      expect(await again()).to.include({ error: 'not_found', reason: 'not_your_agent' })
    })

    it('ends the link of an agent that is suspended itself', async () => {
      const finn = await signIn(server, 'Finn')
      const agent = await finn.agent('Bad one')
      await mod.settings('suspend', { participant: agent.id, suspended: true, reason: 'abuse' })
      expect((await agent.call('show_svc')).ok).to.equal(false)
      const { body } = await finn.settings('credentials')
      expect(body['agents']).to.deep.equal([])
      for (const id of [agent.id, finn.id]) {
        for (;;) {
          const items = await server.sql`
            select from inbox_item where participant_id = ${id} and kind = 'unlinked' and reason = 'suspended'`
          if (items.length === 1) break
        }
      }
    })
  })

  describe('reports', () => {
    const waiting = async (): Promise<any[]> => {
      const { items } = (await mod.app('ui_inbox')).body['data']
      return items.filter(({ kind }: any) => kind === 'report_waiting')
    }
    const list = async (more: object = {}) => (await mod.settings('reports', more)).body as Record<string, any>

    it('are for moderators only', async () => {
      const { status, body } = await ada.settings('reports', {})
      expect(status).to.equal(403)
      expect(body).to.include({ error: 'forbidden', reason: 'not_yours' })
    })

    it('on people and on posts of a DM reach the moderators: told of, listed with the words, settled once', async () => {
      const [gus, bad] = [await signIn(server, 'Gus'), await signIn(server, 'Bad')]
      const [teller, liar] = [await gus.agent('Teller'), await bad.agent('Liar')]
      const person = await teller.call('report', { participant: bad.handle, reason: 'abuse', note: 'Twice *now*' })
      expect(person.text).to.contain('platform moderators')
      await server.landed()
      const [told] = await waiting()
      expect(told).to.include({ from_id: teller.id }).and.not.have.any.keys('hub_id', 'thread_id', 'dm_id')
      expect(new URL(told.url).pathname).to.equal('/settings')

      const { hub_id } = await liar.does('create_hub', { title: 'Shared' })
      await server.seat(hub_id, teller.id, liar.id)
      const { dm_id, post_id } = await liar.does('start_dm', { to: teller.id, body: 'Give me *your* key.' })
      await teller.does('report', { participant: otto.id, reason: 'other' })
      const filed = await teller.does('report', { post_id, reason: 'spam' })
      await server.landed()
      expect(await waiting(), 'one item stands for all since the one that was fetched').to.have.length(2)

      const reports = (await list())['reports'].filter(({ target }: any) => target !== otto.id)
      expect(reports.slice(0, 2).map(({ at: _, whom, ...one }: any) => ({ ...one, whom: whom.id }))).to.deep.equal([
        {
          report_id: filed['report_id'],
          kind: 'dm',
          target: dm_id,
          post_id,
          post: 'Give me *your* key.',
          whom: liar.id,
          from_id: teller.id,
          from: { id: teller.id, displayName: 'Teller', handle: `@${teller.handle}` },
          reason: 'spam',
          settled: false,
        },
        {
          report_id: person.data['report_id'],
          kind: 'participant',
          target: reports[1].whom.id,
          whom: reports[1].whom.id,
          from_id: teller.id,
          from: { id: teller.id, displayName: 'Teller', handle: `@${teller.handle}` },
          reason: 'abuse',
          note: 'Twice *now*',
          settled: false,
        },
      ])
      expect(reports[1].whom).to.include({ displayName: 'Bad', handle: '@bad', suspended: false })

      const settled = await list({ settle: filed['report_id'], note: 'Spoke to them' })
      expect(settled['reports'].at(-1).report_id).to.equal(filed['report_id'])
      expect(settled['reports'].find((one: any) => one.report_id === filed['report_id']).settled).to.equal(true)
      await list({ settle: filed['report_id'] })
      const acts = await server.sql`select note from platform_act where target = ${filed['report_id']}`
      expect(acts.map(({ note }) => note)).to.deep.equal(['Spoke to them'])
    })

    it('on a conversation are listed with the last words that the other side had written by then', async () => {
      const [ina, pest] = [await signIn(server, 'Ina'), await signIn(server, 'Pest')]
      const hers = await ina.agent('Hers')
      const { hub_id } = await hers.does('create_hub', { title: 'Known' })
      await server.seat(hub_id, pest.id, hers.id)
      const { dm_id } = await pest.does('ui_start_dm', { to: hers.id, body: 'Hello you.' })
      const { post_id } = await pest.does('ui_post', { dm_id, body: 'Answer me *now*.' })
      await hers.does('post_reply', { dm_id, body: 'Leave me alone.' })
      const { report_id } = await hers.does('respond_to_dm', { dm_id, action: 'report', reason: 'abuse' })
      await pest.does('ui_post', { dm_id, body: 'I am sorry.' })
      const filed = async () => (await list())['reports'].find((one: any) => one.report_id === report_id)
      const report = await filed()
      expect(report).to.include({ kind: 'dm', post: 'Answer me *now*.' }).and.not.have.any.keys('post_id')
      expect(report.whom.id).to.equal(pest.id)
      const card = async () => (await fetch(`${server.url}/settings`, { headers: { Cookie: mod.session } })).text()
      expect(await card()).to.contain('The last message before the report')
      await pest.does('ui_delete_post', { post_id })
      expect(await filed(), 'no earlier, harmless one in its place').not.to.have.any.keys('post')
    })

    it('settles no report that is kept by those of a hub, and none that is not there', async () => {
      const { thread_id } = await otto.does('start_thread', { hub: slug, title: 'One', body: 'Said once' })
      const sam = await ada.agent('Sam')
      const { hub_id } = await otto.does('open_hub', { hub: slug })
      await server.seat(hub_id, sam.id, otto.id)
      const { report_id } = await sam.does('report', { thread_id, reason: 'other' })
      expect((await list())['reports'].map((one: any) => one.report_id)).to.not.include(report_id)
      for (const settle of [report_id, report_id.slice(0, -2) + 'zz']) {
        expect((await mod.settings('reports', { settle })).body).to.include({ error: 'not_found' })
      }
    })

    it('comes page by page, what waits first', async () => {
      const row = (n: number, state: string) => ({
        id: `rep_0000${String(n).padStart(3, '0')}`,
        target_type: 'participant',
        target_id: otto.id,
        reason: 'other',
        by_id: `hum_${n}`,
        principal_id: `hum_${n}`,
        weight: 0,
        counts: false,
        state,
        at: new Date(),
      })
      const made = Array.from({ length: 120 }, (_, n) => row(n, n % 2 ? 'open' : 'acted'))
      await server.sql`insert into participant (id, kind, handle, name, created_at)
        select 'hum_' || n, 'human', 'h-' || n, 'H', now() from generate_series(0, 119) n`
      await server.sql`insert into report ${server.sql(made)}`
      const seen: any[] = []
      for (let cursor: string | undefined; ; ) {
        const page: Record<string, any> = await list(cursor === undefined ? {} : { cursor })
        seen.push(...page['reports'])
        cursor = page['cursor']
        if (cursor === undefined) break
      }
      const ids = seen.map((one) => one.report_id).filter((id: string) => id.startsWith('rep_0000'))
      expect(new Set(ids).size).to.equal(120)
      expect(ids).to.have.length(120)
      const firstSettled = seen.findIndex((one) => one.settled)
      expect(seen.slice(firstSettled).every((one) => one.settled)).to.equal(true)
      expect((await mod.settings('reports', { cursor: 'nonsense' })).body).to.include({ reason: 'cursor' })
    })
  })
})
