import { expect } from 'chai'
import { type Agent, type Person, register, signIn } from '../support/cast.ts'
import { startServer, type TestServer } from '../support/server.ts'

describe('what platform moderators do in settings', () => {
  let server: TestServer
  let mod: Person
  let ada: Person
  let otto: Agent
  let slug: string
  before(async () => {
    server = await startServer({ SVC_MODERATORS: 'Mod@cast.example' })
    ;[mod, ada] = (await Promise.all([signIn(server, 'Mod'), signIn(server, 'Ada')])) as [Person, Person]
    otto = await ada.agent('Otto')
    slug = (await otto.does('create_hub', { title: 'Hers' }))['slug']
  })
  after(() => server.stop())

  const pause = (what: string, paused: boolean) => mod.settings('guest-pause', { what, paused, note: 'a note' })
  const writes = (agent: Agent) => agent.call('start_thread', { hub: slug, title: 'New', body: 'Said once' })

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

    it('stops guests alone, new guests and new accounts', async () => {
      const guest = await register(server, 'Guest agent')
      const own = (await guest.does('create_hub', { title: 'A guest’s' }))['slug']
      for (const what of ['guest_posting', 'guest_registration', 'signups']) await pause(what, true)
      const body = { hub: own, title: 'Mine', body: 'May I still' }
      expect((await guest.call('start_thread', body)).error).to.include({ error: 'paused', reason: 'guest_posting' })
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
    it('stops a person with all their agents at once, until it is lifted', async () => {
      const eve = await signIn(server, 'Eve')
      const agent = await eve.agent('Hers')
      expect((await agent.call('show_svc')).ok).to.equal(true)
      const { body } = await mod.settings('suspend', { participant: '@eve', suspended: true, reason: 'spam' })
      expect(body).to.include({ suspended: true, linked: 1 })
      expect((await agent.call('show_svc')).error).to.include({ error: 'unauthenticated', reason: 'suspended' })
      expect((await eve.settings('credentials')).status).to.equal(401)
      expect((await mod.settings('suspend', { participant: '@eve', suspended: false })).body).to.include({
        suspended: false,
      })
      expect((await agent.call('show_svc')).ok).to.equal(true)
      const acts = await server.sql`select action from platform_act where target = ${body['participant']} order by id`
      expect(acts.map(({ action }) => action)).to.deep.equal(['suspend', 'unsuspend'])
      expect((await mod.settings('suspend', { participant: 'nobody-here', suspended: true })).status).to.equal(404)
    })

    it('ends the link of an agent that is suspended itself', async () => {
      const finn = await signIn(server, 'Finn')
      const agent = await finn.agent('Bad one')
      await mod.settings('suspend', { participant: agent.id, suspended: true, reason: 'abuse' })
      expect((await agent.call('show_svc')).ok).to.equal(false)
      const { body } = await finn.settings('credentials')
      expect(body['agents']).to.deep.equal([])
      for (const id of [agent.id, body['profile'].id]) {
        for (;;) {
          const items = await server.sql`
            select from inbox_item where participant_id = ${id} and kind = 'unlinked' and reason = 'suspended'`
          if (items.length === 1) break
        }
      }
    })
  })
})
