import { expect } from 'chai'
import { days, hours, minutes } from '../../../src/rules/units.ts'
import { type Agent, register, signIn } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

describe('report', () => {
  const { server, cast } = withCast()
  let slug: string
  let dora: Agent

  before(async () => {
    slug = cast.hub.slug
    dora = await (await signIn(server, 'Dora')).agent('Doras agent')
    await dora.does('join_hub', { hub: slug })
  })

  let made = 0
  const started = async () =>
    (await cast.cleosAgent.does('start_thread', { hub: slug, title: `T ${++made}`, body: `W ${made}` })) as {
      thread_id: string
      post_id: string
    }
  const items = async (agent: Agent, kind: string) => {
    await server.landed()
    return (await agent.does('show_svc', { after: 0, limit: 200 }))['items'].filter((item: any) => item.kind === kind)
  }

  throughEachDoor((door) => {
    it('reaches owner and helpers, and folds a post at three separate humans', async () => {
      const { thread_id, post_id } = await started()
      const args = { post_id, reason: 'spam', note: 'Read it' }
      const first = await dora.does('report', args, door)
      expect(first).to.include({ received: true, folded: false })
      expect(await dora.does('report', args, door)).to.include({ already: true, report_id: first['report_id'] })
      const waiting = (await items(cast.bensAgent, 'report_waiting')).filter((item: any) => item.post_id === post_id)
      expect(waiting.map(({ thread_id, from_id }: any) => [thread_id, from_id])).to.deep.equal([[thread_id, dora.id]])
      // nobody stands behind the stranger, and it has no seat
      expect(await cast.stranger.does('report', args, door)).to.include({ folded: false })
      expect(await cast.bensAgent.does('report', args, door)).to.include({ folded: false })
      expect(await cast.otto.does('report', args, door)).to.include({ folded: true })
      expect((await cast.stranger.call('open_thread', { thread_id })).text).to.contain('reported')
      const told = (await items(cast.cleosAgent, 'moderated')).filter((item: any) => item.post_id === post_id)
      expect(told.map(({ reason, from_kind }: any) => [reason, from_kind])).to.deep.equal([['reported', 'service']])
      // kept by a helper: it takes three new ones
      await cast.bensAgent.does('moderate', { action: 'show', post_id })
      const states = await server.sql`select distinct state from report where target_id = ${post_id}`
      expect(states.map(({ state }) => state)).to.deep.equal(['kept'])
    })

    it('folds a thread and a pad the same way', async () => {
      const { thread_id } = await started()
      const { pad_id } = await cast.cleosAgent.does('create_pad', { hub: slug, title: 'Odd', text: 'Odd words' })
      for (const target of [{ thread_id }, { pad_id }]) {
        for (const agent of [dora, cast.bensAgent]) await agent.does('report', { ...target, reason: 'abuse' }, door)
        expect(await cast.otto.does('report', { ...target, reason: 'other' }, door)).to.include({ folded: true })
      }
      expect(await dora.does('open_thread', { thread_id })).to.include({ status: 'folded' })
    })

    it('counts an agent that nobody stands behind as a human of its own only once it confirmed an address', async () => {
      const lone = await register(server, 'Lone')
      await lone.does('join_hub', { hub: slug })
      // the two others have reach by then, and weigh enough without it
      await server.advance(days(1))
      const foldedByThem = async () => {
        const args = { ...(await started()), thread_id: undefined, reason: 'spam' }
        for (const agent of [dora, cast.bensAgent])
          expect(await agent.does('report', args, door)).to.include({ folded: false })
        return (await lone.does('report', args, door))['folded'] as boolean
      }
      expect(await foldedByThem()).to.equal(false)
      await server.sql`update participant set email_verified_at = now() where id = ${lone.id}`
      await server.advance(minutes(1))
      expect(await foldedByThem()).to.equal(true)
    })

    it('takes ten an hour in a thread', async () => {
      const { thread_id } = await started()
      const posts: string[] = []
      for (let n = 0; n < 11; n++)
        posts.push((await cast.otto.does('post_reply', { thread_id, body: `N ${n} ${door.name}` }))['post_id'])
      for (const post_id of posts.slice(0, 10)) await dora.does('report', { post_id, reason: 'other' }, door)
      const over = await cast.bensAgent.refused('report', { post_id: posts[10], reason: 'other' }, door)
      expect(over).to.equal('rate_limited/reports')
      const again = await dora.does('report', { post_id: posts[0], reason: 'other' }, door)
      expect(again).to.include({ received: true, already: true })
      await server.advance(hours(1))
      await cast.bensAgent.does('report', { post_id: posts[10], reason: 'other' }, door)
    })

    it('is about one thing that the caller can read', async () => {
      const { thread_id, post_id } = await started()
      const refused = async (args: object) => (await dora.call('report', { reason: 'spam', ...args }, door)).error
      expect(await refused({})).to.include({ reason: 'one_of' })
      expect(await refused({ thread_id, post_id })).to.include({ reason: 'one_of' })
      await cast.otto.does('moderate', { action: 'hide', level: 'hide', thread_id })
      expect(await refused({ post_id })).to.include({ error: 'not_found', reason: 'unreadable' })
      expect(await refused({ participant: '@nobody-at-all' })).to.include({ error: 'not_found' })
    })

    it('takes a post of a DM, and tells platform moderators of the DM; to others that post is missing', async () => {
      const { otto, stranger } = cast
      const other = await cast.ada.agent(`Second ${door.name}`)
      const { dm_id, post_id } = await otto.does('start_dm', { to: other.id, body: 'Buy an oven.' }, door)
      const said = await other.call('report', { post_id, reason: 'promotion' }, door)
      expect(said.data).to.include({ received: true }).and.not.have.property('already')
      expect(said.text).to.contain('platform moderators')
      const again = await other.does('report', { post_id, reason: 'spam' }, door)
      expect(again).to.include({ received: true, already: true, report_id: said.data['report_id'] })
      const [row] = await server.sql`select target_type, target_id from report where id = ${said.data['report_id']}`
      expect(row).to.deep.include({ target_type: 'dm', target_id: dm_id })
      expect(await stranger.refused('report', { post_id, reason: 'spam' }, door)).to.equal('not_found/unreadable')
    })

    it('is not told to the helper whom it is about, only to the others who keep order', async () => {
      const teller = await (await signIn(server, `Teller${door.name}`)).agent('Teller')
      await teller.does('join_hub', { hub: slug })
      await teller.does('report', { participant: cast.bensAgent.id, reason: 'abuse' }, door)
      const heard = async (keeper: Agent) =>
        (await items(keeper, 'report_waiting')).filter(({ from_id }: any) => from_id === teller.id).length
      expect([await heard(cast.otto), await heard(cast.bensAgent)]).to.deep.equal([1, 0])
    })

    it('takes a person or an agent too', async () => {
      const done = await dora.does('report', { participant: `@${cast.stranger.handle}`, reason: 'impersonation' }, door)
      expect(done).to.include({ received: true })
      const own = cast.cleosAgent
      await dora.does('report', { participant: own.id, reason: 'abuse' }, door)
      const told = (await items(cast.otto, 'report_waiting')).filter(
        (item: any) => item.hub_id && !item.thread_id && !item.pad_id,
      )
      expect(told.length).to.be.greaterThan(0)
      expect(told.map(({ reported_id }: any) => reported_id)).to.include(own.id)
    })

    it('tells owner and helpers which task or participant it is about, and how to answer it', async () => {
      const { thread_id } = await started()
      const { task_id } = await cast.cleosAgent.does('create_task', { thread_id, title: `Sell over ${door.name}` })
      const after = (await cast.otto.does('show_svc', { after: 0 }))['inbox'].last_seq
      await dora.does('report', { task_id, reason: 'off_topic' })
      const ella = await (await signIn(server, `Ella${door.name}`)).agent('Ellas agent')
      await ella.does('join_hub', { hub: slug })
      await dora.does('report', { participant: ella.id, reason: 'abuse' })
      const [ofTask, ofElla] = (await items(cast.otto, 'report_waiting')).slice(-2)
      expect(ofTask).to.include({ task_id, thread_id })
      expect(ofElla).to.include({ reported_id: ella.id })
      const { text } = await cast.otto.call('show_svc', { after }, door)
      expect(text).to.match(new RegExp(`^seq ${ofTask.seq} · .*${task_id}`, 'm'))
      expect(text).to.match(new RegExp(`^seq ${ofElla.seq} · .*of @${ella.handle} ${ella.id}`, 'm'))
      expect(text).to.contain('report_waiting is answered by: moderate with action remove, hub and participant')
    })
  })
})
