import { expect } from 'chai'
import { mint } from '../../../src/rules/ids.ts'
import { days, hours } from '../../../src/rules/units.ts'
import { type Agent, register, signIn } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { until } from '../../support/until.ts'

// SPEC: dms start dm, list
describe('DMs', () => {
  const { server, cast } = withCast()
  let people = 0

  before(async () => {
    // a day old: reach
    await server.advance(days(1) + hours(1))
  })

  /** An agent of a person nobody met yet. */
  const newcomer = async (): Promise<Agent> => {
    const human = await signIn(server, `Newcomer${++people}`)
    return human.agent(`New ${people}`)
  }
  /** Two who share a private hub. */
  const friends = async (): Promise<[Agent, Agent]> => {
    const [one, other] = [await newcomer(), await newcomer()]
    const { hub_id } = await one.does('create_hub', { title: 'Ours' })
    await server.seat(hub_id, other.id, one.id)
    return [one, other]
  }

  const nameOf = async ({ id }: Agent): Promise<string> =>
    (await server.sql<{ name: string }[]>`select name from participant where id = ${id}`)[0]!.name

  throughEachDoor((door) => {
    const items = async (agent: Agent): Promise<any[]> =>
      (await agent.does('show_svc', { after: 0, limit: 200 }, door))['items']
    const refusalOf = async (agent: Agent, tool: string, args: object): Promise<any> =>
      (await agent.call(tool, args, door)).error
    const dmsOf = async (agent: Agent, args: object = {}): Promise<any[]> =>
      (await agent.does('list_dms', args, door))['dms']

    it('are told whom a name may mean, of those who share a hub and of nobody else', async () => {
      const [ann, bob] = await friends()
      const stranger = await newcomer()
      const named = async (agent: Agent) =>
        (await refusalOf(ann, 'start_dm', { to: await nameOf(agent), body: 'Hello' })) as Record<string, any>
      const known = await named(bob)
      expect(known['message']).to.match(new RegExp(`Did you mean @${bob.handle.replaceAll('.', '\\.')}\\?$`))
      expect(known).to.deep.include({ error: 'not_found', reason: 'unreadable', meant: [bob.handle] })
      expect((await named(stranger))['message']).to.not.contain('Did you mean')
    })

    it('begin between two who are no strangers with the first message', async () => {
      const [ann, bob] = await friends()
      const started = await ann.does('start_dm', { to: `@${bob.handle}`, body: 'Hello, see https://a.example' }, door)
      expect(started).to.include({ with_id: bob.id, with_kind: 'agent', status: 'open', direction: 'out', seq: 1 })
      expect(started).to.include({ last_seq: 1, unread: 0 }).and.to.not.have.any.keys('already', 'requested_at')
      expect(started['allowance']).to.include({ per: 'hour', used: 1 })
      const { dm_id } = started
      await until(async () => (await items(bob)).some((item) => item.dm_id === dm_id), 'the item')
      const item = (await items(bob)).find((one) => one.dm_id === dm_id)
      expect(item).to.include({ kind: 'dm', class: 'direct', wakes: true, post_id: started['post_id'], post_seq: 1 })
      expect(await items(ann)).to.not.satisfy((all: any[]) => all.some((one) => one.dm_id === dm_id))

      const home = (await bob.does('show_svc', {}, door))['waiting']
      expect(home).to.include({ dm_requests: 0, dms_unread: 1 })
      const back = await bob.does('start_dm', { to: ann.id, body: 'Hello to you' }, door)
      expect(back).to.include({ dm_id, already: true, seq: 2, status: 'open', direction: 'in', unread: 1 })
      const { text, data } = await bob.call('list_dms', { dm_id }, door)
      expect(text).to.contain('~~~~markdown\nHello, see https://a.example\n~~~~').and.contain(`@${ann.handle}`)
      expect(data['posts'].map((post: any) => post.seq)).to.deep.equal([1, 2])
      expect(data['posts'][0]).to.include({ author_id: ann.id, author_kind: 'agent' }).and.to.not.have.property('body')
      expect(JSON.stringify(data)).to.not.contain('Hello')
      await until(async () => (await dmsOf(bob))[0].unread === 0, 'it is read')
    })

    it('are one for each pair, however many start at once', async () => {
      const [ann, bob] = await friends()
      const started = await Promise.all([
        ...[1, 2, 3].map((n) => ann.does('start_dm', { to: bob.id, body: `a ${n}` }, door)),
        ...[1, 2, 3].map((n) => bob.does('start_dm', { to: ann.id, body: `b ${n}` }, door)),
      ])
      expect(new Set(started.map(({ dm_id }) => dm_id)).size).to.equal(1)
      expect(started.map(({ seq }) => seq)).to.have.members([1, 2, 3, 4, 5, 6])
      expect(started.filter(({ already }) => already)).to.have.length(5)
    })

    // SPEC: reach (live links
    it('are open to somebody at once after their tenth post', async () => {
      const [ann, bob] = [await newcomer(), await newcomer()]
      const { slug } = await ann.does('create_hub', { title: 'Ten posts' })
      const { thread_id } = await ann.does('start_thread', { hub: slug, title: 'One', body: 'First' })
      for (let more = 2; more <= 10; more++) {
        const { error } = await ann.call('start_dm', { to: bob.id, body: 'May I?' }, door)
        expect(error, `after ${more - 1}`).to.include({ reason: 'needs_reach' })
        await ann.does('post_reply', { thread_id, body: `Post number ${more}` }, door)
      }
      expect(await ann.does('start_dm', { to: bob.id, body: 'May I?' }, door)).to.include({ status: 'requested' })
    })

    // SPEC: dm requests to someone
    it('are asked for where two are strangers: short, without links, once, by somebody with reach', async () => {
      const [ann, bob] = [await newcomer(), await newcomer()]
      const ask = (body: string) => refusalOf(ann, 'start_dm', { to: bob.handle, body })
      expect(await ask('May I?')).to.include({ error: 'forbidden', reason: 'needs_reach' })
      await server.advance(days(1) + hours(1))
      expect(await ask('x'.repeat(501))).to.include({ error: 'invalid', reason: 'request_too_long' })
      expect(await ask('see https://a.example/page')).to.include({ error: 'invalid', reason: 'request_has_link' })
      const asked = await ann.does('start_dm', { to: bob.handle, body: `${'x'.repeat(499)}\u{1f600}` }, door)
      expect(asked).to.include({ status: 'requested', direction: 'out', seq: 1 }).and.to.have.property('requested_at')
      expect(await ask('And?')).to.include({ error: 'conflict', reason: 'request_waiting' })
      const { dm_id } = asked
      for (const agent of [ann, bob]) {
        expect(await refusalOf(agent, 'post_reply', { dm_id, body: 'More' })).to.include({ reason: 'dm_not_open' })
      }
      await until(async () => (await items(bob)).some((item) => item.dm_id === dm_id), 'the item')
      const item = (await items(bob)).find((one) => one.dm_id === dm_id)
      expect(item).to.include({ kind: 'dm_request' }).and.to.not.have.property('post_id')
      expect((await bob.does('show_svc', {}, door))['waiting']).to.include({ dm_requests: 1, dms_unread: 0 })
      expect((await dmsOf(bob, { status: 'requested' }))[0]).to.include({ dm_id, direction: 'in', unread: 1 })

      expect(await refusalOf(ann, 'respond_to_dm', { dm_id, action: 'accept' })).to.include({ reason: 'bad_move' })
      const accepted = await bob.does('respond_to_dm', { dm_id, action: 'accept' }, door)
      expect(accepted).to.include({ status: 'open', direction: 'in' }).and.to.have.property('answered_at')
      expect(await bob.does('respond_to_dm', { dm_id, action: 'accept' }, door)).to.include({ already: true })
      expect(await ann.does('post_reply', { dm_id, body: 'Thanks, see https://a.example' }, door)).to.include({
        dm_id,
        seq: 2,
      })
    })

    it('that were declined are asked for again in a week; who was asked opens by writing first', async () => {
      const [ann, bob] = await friends()
      await server.sql`delete from seat where participant_id = ${bob.id}`
      await server.advance(days(1) + hours(1))
      const { dm_id } = await ann.does('start_dm', { to: bob.id, body: 'May I?' }, door)
      const declined = await bob.does('respond_to_dm', { dm_id, action: 'decline' }, door)
      expect(declined).to.include({ status: 'declined' })
      expect(await refusalOf(bob, 'respond_to_dm', { dm_id, action: 'accept' })).to.include({ reason: 'bad_move' })
      const asking = await refusalOf(ann, 'post_reply', { dm_id, body: 'Why?' })
      expect(asking).to.include({ reason: 'dm_not_open' })
      expect(asking.message).to.contain('may ask again 7 days after that')
      const asked = await refusalOf(bob, 'post_reply', { dm_id, body: 'No.' })
      expect(asked.message).to.contain('You turned their request down. start_dm writes to them')
      const atOnce = await refusalOf(ann, 'start_dm', { to: bob.id, body: 'Please?' })
      expect(atOnce).to.include({ error: 'rate_limited', reason: 'dm_requests' })
      expect(atOnce.retry_after_seconds).to.be.within(7 * 86_400 - 60, 7 * 86_400)
      expect((await dmsOf(bob))[0]).to.include({ status: 'declined' })
      await server.advance(days(7))
      const again = await ann.does('start_dm', { to: bob.id, body: 'Please?' }, door)
      expect(again).to.include({ dm_id, status: 'requested', seq: 2 }).and.to.not.have.property('answered_at')
      const back = await bob.does('start_dm', { to: ann.id, body: 'Well then: https://a.example' }, door)
      expect(back).to.include({ dm_id, status: 'open', seq: 3 }).and.to.have.property('answered_at')
    })

    it('are no strangers’ between two who answered or named each other in the last 30 days', async () => {
      const { hub } = cast
      const [ann, bob] = [await newcomer(), await newcomer()]
      await Promise.all([ann, bob].map((one) => one.does('join_hub', { hub: hub.slug })))
      const { thread_id, post_id } = await ann.does('start_thread', {
        hub: hub.slug,
        title: 'Hi',
        body: `@${bob.handle}?`,
      })
      expect(await refusalOf(ann, 'start_dm', { to: bob.id, body: 'Hi' })).to.include({ reason: 'needs_reach' })
      await bob.does('post_reply', { thread_id, body: 'Yes', reply_to: post_id })
      await server.advance(days(30) + 1)
      const late = await ann.call('start_dm', { to: bob.id, body: 'https://a.example' }, door)
      expect(late.error).to.include({ reason: 'request_has_link' })
      await ann.does('post_reply', { thread_id, body: `And you, @${bob.handle}?` })
      await bob.does('post_reply', { thread_id, body: `And you, @${ann.handle}?` })
      expect(await ann.does('start_dm', { to: bob.id, body: 'https://a.example' }, door)).to.include({ status: 'open' })
    })

    it('between the ids of one human count in no pool', async () => {
      const human = await signIn(server, `Twice${++people}`)
      const [one, two] = [await human.agent(`One ${people}`), await human.agent(`Two ${people}`)]
      const started = await one.does('start_dm', { to: two.id, body: 'Psst' }, door)
      expect(started).to.include({ status: 'open' })
      expect(started['allowance']).to.deep.equal({ per: 'none' })
      const posted = await two.does('post_reply', { dm_id: started['dm_id'], body: 'Yes?' }, door)
      expect(posted['allowance']).to.deep.equal({ per: 'none' })
    })

    it('end with a block that tells nobody: to the other side they have ended, and its words stay', async () => {
      const [ann, bob] = await friends()
      const { dm_id, post_id } = await ann.does('start_dm', { to: bob.id, body: 'Hello' }, door)
      const nobody = cast.otto.id.replace(/.{6}$/, 'zzzzzz')
      const missing = {
        start_dm: await ann.call('start_dm', { to: nobody, body: 'x' }, door),
        dm: await cast.cleosAgent.call('post_reply', { dm_id, body: 'x' }, door),
      }
      const unknown = await ann.call('post_reply', { dm_id: `dm_${'0'.repeat(26)}`, body: 'x' }, door)
      expect(missing.dm.error, 'to a third').to.deep.equal(unknown.error)
      const before = await bob.does('list_dms', { dm_id }, door)
      expect(await bob.does('respond_to_dm', { dm_id, action: 'block' }, door)).to.include({ status: 'blocked' })
      expect(await bob.does('respond_to_dm', { dm_id, action: 'block' }, door)).to.include({ already: true })

      expect(await refusalOf(ann, 'start_dm', { to: bob.id, body: 'x' })).to.deep.equal(missing.start_dm.error)
      expect(await refusalOf(ann, 'start_dm', { to: bob.id, body: 'x'.repeat(600) })).to.include({ error: 'not_found' })
      const closed = { error: 'forbidden', reason: 'dm_not_open' }
      const refused = [
        await refusalOf(ann, 'post_reply', { dm_id, body: 'x' }),
        await refusalOf(ann, 'react', { post_id, reaction: 'seen' }),
        await refusalOf(ann, 'post_reply', { edits_post: post_id, body: 'x' }),
      ]
      for (const refusal of refused) expect(refusal).to.include(closed)
      const own = await ann.call('list_dms', { dm_id }, door)
      expect(own.text).to.contain('Hello')
      expect(own.data['dm']).to.include({ status: 'declined', updated: before['dm'].updated })
      expect((await dmsOf(ann, { status: 'declined' })).map((dm: any) => dm.dm_id)).to.deep.equal([dm_id])
      expect(await dmsOf(ann, { status: 'blocked' })).to.deep.equal([])
      expect(await refusalOf(ann, 'respond_to_dm', { dm_id, action: 'accept' })).to.include({
        reason: 'bad_move',
        state: 'declined',
      })
      expect(await ann.does('respond_to_dm', { dm_id, action: 'unblock' }, door)).to.include({ status: 'declined' })
      expect(JSON.stringify([refused, own])).not.to.contain('block')
      expect((await dmsOf(bob, { status: 'blocked' })).map((dm: any) => dm.dm_id)).to.deep.equal([dm_id])

      expect(await refusalOf(bob, 'start_dm', { to: ann.id, body: 'x' })).to.include({ reason: 'blocked' })
      expect(await refusalOf(bob, 'post_reply', { dm_id, body: 'x' })).to.include({ reason: 'dm_not_open' })

      expect(await ann.does('respond_to_dm', { dm_id, action: 'block' }, door)).to.include({ status: 'blocked' })
      expect(await refusalOf(ann, 'start_dm', { to: bob.id, body: 'x' })).to.include({ reason: 'blocked' })
      expect((await dmsOf(bob))[0]).to.include({ status: 'blocked' })
      expect(await ann.does('respond_to_dm', { dm_id, action: 'unblock' }, door), 'not his').to.include({
        status: 'declined',
      })
      expect(await refusalOf(ann, 'post_reply', { dm_id, body: 'x' })).to.include(closed)
      await ann.does('respond_to_dm', { dm_id, action: 'block' }, door)
      expect(await bob.does('respond_to_dm', { dm_id, action: 'unblock' }, door), 'not hers').to.include({
        status: 'declined',
      })
      expect(await refusalOf(bob, 'post_reply', { dm_id, body: 'x' })).to.include(closed)
      expect(await ann.does('respond_to_dm', { dm_id, action: 'unblock' }, door)).to.include({ status: 'open' })
      const after = await ann.does('list_dms', { dm_id }, door)
      expect(after['dm'].updated).to.equal(before['dm'].updated)
      expect(await ann.does('post_reply', { dm_id, body: 'Back?' }, door)).to.include({ seq: 2 })
    })

    it('that were blocked before an answer are declined afterwards', async () => {
      const [ann, bob] = [await newcomer(), await newcomer()]
      await server.advance(days(1) + hours(1))
      const { dm_id } = await ann.does('start_dm', { to: bob.id, body: 'May I?' }, door)
      await bob.does('respond_to_dm', { dm_id, action: 'block' }, door)
      expect((await dmsOf(ann))[0], 'waits as before').to.include({ dm_id, status: 'requested', direction: 'out' })
      expect(await bob.does('respond_to_dm', { dm_id, action: 'unblock' }, door)).to.include({ status: 'declined' })
      expect((await dmsOf(ann))[0]).to.include({ dm_id, status: 'declined', direction: 'out' })
    })

    it('whose sender blocked and unblocked were taken back: nobody declined them, and they are asked for anew', async () => {
      const [ann, bob] = [await newcomer(), await newcomer()]
      await server.advance(days(1) + hours(1))
      const { dm_id } = await ann.does('start_dm', { to: bob.id, body: 'May I?' }, door)
      for (const action of ['block', 'unblock']) await ann.does('respond_to_dm', { dm_id, action }, door)
      expect((await dmsOf(ann))[0])
        .to.include({ dm_id, status: 'declined' })
        .and.to.not.have.property('answered_at')
      expect(await ann.does('start_dm', { to: bob.id, body: 'May I now?' }, door)).to.include({ status: 'requested' })
    })

    it('ask a stranger once, however many requests are sent at once', async () => {
      const [ann, bob] = [await newcomer(), await newcomer()]
      await server.advance(days(1) + hours(1))
      const sent = await Promise.all(
        Array.from({ length: 10 }, (_, n) => ann.call('start_dm', { to: bob.id, body: `May I? ${n}` }, door)),
      )
      const refused = sent.flatMap(({ error }) => (error ? [`${error['error']}/${error['reason']}`] : []))
      expect(refused).to.deep.equal(Array.from({ length: 9 }, () => 'conflict/request_waiting'))
    })

    // SPEC: dm requests to someone
    it('let five strangers a day be asked, and give a refused request back', async () => {
      const ann = await newcomer()
      const others = await Promise.all([1, 2, 3, 4, 5, 6].map((n) => register(server, `Asked ${door.name} ${n}`)))
      await server.advance(days(1) + hours(1))
      expect(await refusalOf(ann, 'start_dm', { to: others[0]!.id, body: 'https://a.example' })).to.include({
        reason: 'request_has_link',
      })
      for (const other of others.slice(0, 5)) await ann.does('start_dm', { to: other.id, body: 'May I?' }, door)
      const sixth = await refusalOf(ann, 'start_dm', { to: others[5]!.id, body: 'May I?' })
      expect(sixth).to.include({ error: 'rate_limited', reason: 'dm_requests' })
      expect(sixth.retry_after_seconds).to.be.within(86_000, 86_400)
      const dm_id = (await dmsOf(others[0]!))[0].dm_id
      await others[0]!.does('respond_to_dm', { dm_id, action: 'accept' }, door)
      expect(await ann.does('start_dm', { to: others[0]!.id, body: 'Thanks' }, door)).to.include({ already: true })
    })

    it('hold ordinary posts: answers, quotes, reactions, edits, deletion', async () => {
      const [ann, bob] = await friends()
      const { dm_id, post_id } = await ann.does('start_dm', { to: bob.id, body: 'One two three' }, door)
      const quote = { post_id, text: 'two' }
      const reply = await bob.does('post_reply', { dm_id, body: `@${ann.handle} four`, reply_to: post_id, quote }, door)
      expect(reply).to.include({ dm_id, reply_to: post_id, seq: 2 })
      expect(reply).to.not.have.any.keys('thread_id', 'version', 'mentioned')
      expect(reply['url']).to.equal(`${server.url}/dm/${dm_id}`)
      const nested = await ann.does('post_reply', { dm_id, body: 'five', reply_to: reply['post_id'] }, door)
      expect(nested).to.include({ reply_to: post_id })
      const elsewhere = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'T', body: 'b' })
      const far = { dm_id, body: 'x', reply_to: elsewhere['post_id'] }
      expect(await refusalOf(ann, 'post_reply', far)).to.include({ reason: 'reply_other_thread' })
      expect(await refusalOf(ann, 'post_reply', { dm_id, body: 'x', quote: { post_id, text: 'nine' } })).to.include({
        reason: 'quote_not_found',
      })
      const agree = { post_id, reaction: 'agree' }
      expect(await bob.does('react', agree, door)).to.deep.include({ reactions: { agree: 1 }, yours: ['agree'] })
      expect(await bob.does('react', agree, door)).to.include({ already: true })
      const edited = await ann.does('post_reply', { edits_post: post_id, body: 'One *two*' }, door)
      expect(edited).to.include({ post_id, seq: 1, dm_id, edits: 1 })
      // a DM has no owner and no helpers who could fold it
      for (const [tool, args] of [
        ['post_reply', { edits_post: post_id, body: 'x' }],
        ['undo_edit', { post_id }],
      ] as const) {
        const refused = await refusalOf(bob, tool, args)
        expect(refused, tool).to.include({ reason: 'not_yours' })
        expect(refused.message, tool)
          .to.contain('Only its author')
          .and.not.match(/owner|helper|moderate/i)
      }
      await bob.does('undo_edit', { post_id: reply['post_id'] }, door)
      const { data, text } = await ann.call('list_dms', { dm_id }, door)
      expect(text).to.contain('One *two*').and.contain('(deleted)').and.not.contain('four')
      expect(data['posts'][0]).to.deep.include({ reactions: { agree: 1 }, edits: 1 })
      expect(data['posts'][1]).to.include({ deleted: true })
      expect((await items(ann)).filter(({ kind }) => kind === 'mention')).to.deep.equal([])
    })

    it('get other words alone when a post is edited: what else was sent is named as ignored, save progress', async () => {
      const [ann, bob] = await friends()
      const { dm_id, post_id: first } = await ann.does('start_dm', { to: bob.id, body: 'How much?' }, door)
      const { post_id } = await bob.does('post_reply', { dm_id, body: 'A pound' }, door)
      const { hub_id } = (await bob.does('show_svc'))['hubs'][0]
      const { thread_id } = await ann.does('start_thread', { hub: hub_id, title: 'Bread', body: 'Bake' })
      const { task_id } = await ann.does('create_task', { thread_id, title: 'Bake rye' })
      await bob.does('update_task', { task_id, action: 'take' })
      const idleAt = async () =>
        Date.parse(
          (await bob.does('open_thread', { thread_id }))['tasks'].find((one: any) => one.task_id === task_id).idle_at,
        )
      const before = await idleAt()
      await server.advance(hours(1))
      const beside = { reply_to: first, quote: { post_id: first, text: 'How much' } }
      const edited = await bob.call('post_reply', { edits_post: post_id, body: 'Two', task_id, ...beside }, door)
      expect(edited.data).to.deep.include({ dm_id, edits: 1, ignored_args: ['reply_to', 'quote'] })
      expect(edited.text).to.contain('ignored: reply_to, quote')
      await until(async () => (await idleAt()) >= before + hours(1), 'progress on the task')
      const [, shown] = (await ann.does('list_dms', { dm_id }, door))['posts']
      expect(shown).not.to.have.any.keys('reply_to', 'quote_of')
      const missing = mint('task', server.parts.clock.now())
      const lost = { edits_post: post_id, body: 'Three', task_id: missing, ...beside }
      expect(await bob.refused('post_reply', lost, door)).to.equal('not_found/unreadable')
      const plain = await bob.does('post_reply', { edits_post: post_id, body: 'Three' }, door)
      expect(plain).to.include({ edits: 2 }).and.not.to.have.property('ignored_args')
    })

    it('are read by seq, and listed page by page', async () => {
      const [ann, bob] = await friends()
      const { dm_id } = await ann.does('start_dm', { to: bob.id, body: 'p1' }, door)
      for (const n of [2, 3, 4, 5])
        await ann.does('post_reply', { dm_id, body: `p${n} ${'y'.repeat(n * 1_000)}` }, door)
      const read = (args: object) => bob.does('list_dms', { dm_id, ...args }, door)
      const seqs = ({ posts }: any): number[] => posts.map((post: any) => post.seq)
      expect(seqs(await read({ limit: 2 }))).to.deep.equal([4, 5])
      const older = await read({ before_seq: 4, limit: 2 })
      expect([seqs(older), older['has_older']]).to.deep.equal([[2, 3], true])
      const newer = await bob.call('list_dms', { dm_id, after_seq: 0, limit: 3 }, door)
      expect(seqs(newer.data)).to.deep.equal([1, 2, 3])
      expect(newer.text).to.contain('newer posts: list_dms with dm_id and after_seq 3')
      const clipped = await bob.call('list_dms', { dm_id, after_seq: 3 }, door)
      expect(clipped.data['posts'][1]).to.include({ seq: 5, clipped: true })
      const whole = await bob.call('list_dms', { dm_id, after_seq: 4, limit: 1 }, door)
      expect(whole.text).to.contain('y'.repeat(5_000))
      const both = { dm_id, after_seq: 1, before_seq: 3 }
      expect(await refusalOf(bob, 'list_dms', both)).to.include({ reason: 'before_and_after' })

      const human = await signIn(server, `Pages${++people}`)
      const [reader, ...writers] = await Promise.all(
        ['r', 'a', 'b', 'c'].map((name) => human.agent(`${name} ${people}`)),
      )
      const ids: string[] = []
      for (const one of writers) ids.unshift((await one.does('start_dm', { to: reader!.id, body: 'Hi' }))['dm_id'])
      const first = await reader!.does('list_dms', { limit: 2 }, door)
      const second = await reader!.does('list_dms', { limit: 2, cursor: first['next_cursor'] }, door)
      expect([...first['dms'], ...second['dms']].map((dm: any) => dm.dm_id)).to.deep.equal(ids)
      expect(second).to.not.have.property('next_cursor')
    })

    it('are reported once by each side, and stay as they are', async () => {
      const [ann, bob] = await friends()
      const { dm_id } = await ann.does('start_dm', { to: bob.id, body: 'Buy now' }, door)
      const report = { dm_id, action: 'report', reason: 'spam', note: 'canary-word' }
      const first = await bob.does('respond_to_dm', report, door)
      expect(first['report_id']).to.match(/^rep_/)
      expect(first).to.include({ status: 'open' })
      expect(JSON.stringify(first)).to.not.contain('canary-word')
      const again = await bob.does('respond_to_dm', report, door)
      expect(again).to.include({ already: true, report_id: first['report_id'] })
      const [row] = await server.sql`select target_type, target_id, reason, note, weight, counts from report
        where id = ${first['report_id']}`
      expect(row).to.deep.include({ target_type: 'dm', target_id: dm_id, reason: 'spam', counts: false })
    })

    it('are missing to everybody else, and nothing of them is found', async () => {
      const [ann, bob] = await friends()
      const { dm_id, post_id } = await ann.does('start_dm', { to: bob.id, body: `zanzibar ${door.name}` }, door)
      for (const agent of [cast.otto, cast.stranger]) {
        expect(await refusalOf(agent, 'list_dms', { dm_id })).to.include({ error: 'not_found' })
        expect(await refusalOf(agent, 'respond_to_dm', { dm_id, action: 'block' })).to.include({ error: 'not_found' })
        expect(await refusalOf(agent, 'post_reply', { edits_post: post_id, body: 'x' })).to.include({
          error: 'not_found',
        })
        expect(await refusalOf(agent, 'undo_edit', { post_id })).to.include({ error: 'not_found' })
      }
      const { text } = await ann.call('search_svc', { query: 'zanzibar' }, door)
      expect(text).to.not.contain(post_id)
      expect(await refusalOf(ann, 'start_dm', { to: ann.id, body: 'me' })).to.include({
        error: 'invalid',
        reason: 'target',
      })
    })

    it('replay under one key, and cost the writer nothing twice', async () => {
      const [ann, bob] = await friends()
      const args = { to: bob.id, body: 'Once', idempotency_key: `key-${door.name}-once` }
      const first = await ann.does('start_dm', args, door)
      const second = await ann.does('start_dm', args, door)
      expect(second).to.include({ replayed: true, post_id: first['post_id'], seq: 1 })
      expect((await ann.does('list_dms', { dm_id: first['dm_id'] }, door))['dm'].last_seq).to.equal(1)
    })
  })
})
