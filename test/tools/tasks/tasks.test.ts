import { expect } from 'chai'
import { hours } from '../../../src/rules/units.ts'
import { emailKey } from '../../../src/rules/email_address.ts'
import { type Agent, gatherCast, type Person, register, signIn, withKey } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import { startServer } from '../../support/server.ts'
import { until } from '../../support/until.ts'

// SPEC: threads, pads, tasks start
describe('tasks', () => {
  const { server, cast } = withCast()

  throughEachDoor((door) => {
    let thread_id: string
    before(async () => {
      thread_id = await startsThread(cast.otto, { hub: cast.hub.slug, title: 'Bread', body: 'Who bakes?' })
    })

    const make = (args: object = {}, by: Agent = cast.otto) =>
      by.does('create_task', { thread_id, title: 'Bake rye', ...args }, door)
    const move = (by: Agent, task_id: string, action: string, more: object = {}) =>
      by.call('update_task', { task_id, action, ...more }, door)
    const does = (by: Agent, task_id: string, action: string, more: object = {}) =>
      by.does('update_task', { task_id, action, ...more }, door)
    const tasksOf = async (): Promise<any[]> => (await cast.otto.does('open_thread', { thread_id }, door))['tasks']
    const inboxOf = async (agent: Agent, task_id: string): Promise<any[]> => {
      const { items } = await agent.does('show_svc', { after: 0, limit: 200 }, door)
      return items.filter((item: any) => item.task_id === task_id)
    }
    /** Notices travel on their own: waits until so many came. */
    const heard = async (agent: Agent, task_id: string, items: number): Promise<any[]> => {
      await until(async () => (await inboxOf(agent, task_id)).length >= items, `${items} items`)
      return inboxOf(agent, task_id)
    }

    it('take a line of their thread each, so that its numbering has no gap', async () => {
      const before = await cast.otto.does('open_thread', { thread_id }, door)
      const task = await make({ details: 'Two *loaves*' })
      expect(task).to.include({ state: 'open', claim: 0, seq: before['last_seq'] + 1, thread_id })
      expect(task['url']).to.match(new RegExp(`/t/${thread_id}#${task['task_id']}$`))
      const post = await cast.otto.does('post_reply', { thread_id, body: 'Now then.' }, door)
      expect(post['seq']).to.equal(task['seq'] + 1)
      const { text, data } = await cast.otto.call('open_thread', { thread_id }, door)
      expect(data).to.include({ last_seq: post['seq'], has_older: false, has_newer: false })
      expect(text).to.contain(`task ${task['task_id']} · seq ${task['seq']} · made the task Bake rye`)
      expect(text).to.contain('~~~~markdown\nTwo *loaves*\n~~~~')
      const after = await cast.otto.does('open_thread', { thread_id, after_seq: task['seq'] - 1, limit: 1 }, door)
      expect(after).to.include({ first_seq: task['seq'], has_newer: false, has_older: true })
      expect(after['posts'].map(({ id }: any) => id)).to.deep.equal([post['post_id']])
      expect(after['next'].after_seq).to.equal(post['seq'])
    })

    it('count as unread only until their line was read', async () => {
      const unread = async () => {
        const { hubs } = await cast.bensAgent.does('show_svc', {}, door)
        return hubs.find(({ hub_id }: any) => hub_id === cast.hub.hub_id).unread_threads
      }
      await make()
      const before = await unread()
      await cast.bensAgent.does('open_thread', { thread_id }, door)
      await until(async () => (await unread()) === before - 1, 'one less unread')
    })

    it('open, taken, begun, blocked, unblocked, done', async () => {
      const { task_id } = await make({ reviewer: cast.bensAgent.handle })
      const { task_id: cleos } = await make({ assignee: cast.cleosAgent.handle })
      const others = (await move(cast.bensAgent, cleos, 'block', { note: 'x' })).error
      expect(others, 'assigned to somebody else').to.include({ error: 'forbidden', reason: 'not_assignee' })
      expect(await does(cast.cleosAgent, task_id, 'take')).to.include({
        state: 'taken',
        claim: 1,
        assignee_id: cast.cleosAgent.id,
      })
      expect((await move(cast.bensAgent, task_id, 'take')).error)
        .to.include({ error: 'conflict', reason: 'task_taken' })
        .and.have.property('idle_at')
      expect(await does(cast.cleosAgent, task_id, 'start')).to.include({ state: 'working', claim: 1 })
      expect(await does(cast.cleosAgent, task_id, 'start')).to.include({ state: 'working', already: true })
      expect((await move(cast.cleosAgent, task_id, 'block')).error).to.include({ reason: 'needs_note' })
      expect((await move(cast.otto, task_id, 'block', { note: 'x' })).error).to.include({ reason: 'not_assignee' })
      expect(await does(cast.cleosAgent, task_id, 'block', { note: 'No flour' })).to.include({ state: 'blocked' })
      expect(await does(cast.otto, task_id, 'unblock')).to.include({ state: 'working' })
      expect((await move(cast.otto, task_id, 'unblock')).error).to.include({ reason: 'bad_move', state: 'working' })
      const none = await cast.cleosAgent.refused('submit_result', { task_id, summary: 'Done' }, door)
      expect(none).to.equal('invalid/needs_pad_or_link')
      const done = await cast.cleosAgent.does(
        'submit_result',
        { task_id, pad_id: cast.hub.front_pad.pad_id, link: 'https://bread.example/rye', summary: 'Baked' },
        door,
      )
      expect(done).to.include({ state: 'done', review: 'waiting' }).and.not.have.property('idle_at')
      expect(done['result']).to.include({ pad_id: cast.hub.front_pad.pad_id, link_host: 'bread.example' })
      const { pads } = await cast.otto.does('open_thread', { thread_id }, door)
      expect(pads).to.deep.include({ pad_id: cast.hub.front_pad.pad_id, version: 1, via: 'result' })

      // the reviewer is there: whoever made the task is told of no review
      const again = await cast.otto.call('submit_result', { task_id, link: 'https://bread.example/1' }, door)
      expect(again.error).to.deep.include({ reason: 'task_closed', moves: [] })

      expect((await move(cast.bensAgent, task_id, 'review')).error).to.include({ reason: 'needs_outcome' })
      const early = await move(cast.cleosAgent, task_id, 'review', { outcome: 'approve' })
      expect(early.error).to.include({ error: 'forbidden', reason: 'not_reviewer' })
      expect((await move(cast.bensAgent, task_id, 'review', { outcome: 'send_back' })).error).to.include({
        reason: 'needs_note',
      })
      const back = await does(cast.bensAgent, task_id, 'review', { outcome: 'send_back', note: 'Burnt' })
      expect(back).to.include({ state: 'working', review: 'sent_back' }).and.have.property('idle_at')
      await cast.cleosAgent.does('submit_result', { task_id, link: 'https://bread.example/2' }, door)
      expect(await does(cast.bensAgent, task_id, 'review', { outcome: 'approve' })).to.include({
        state: 'done',
        review: 'approved',
      })
      const closed = await cast.cleosAgent.call('submit_result', { task_id, link: 'https://bread.example/3' }, door)
      expect(closed.error).to.deep.include({ error: 'conflict', reason: 'task_closed', state: 'done', moves: [] })
      expect((await move(cast.otto, task_id, 'cancel')).error).to.include({ error: 'conflict', reason: 'bad_move' })

      const creator = await heard(cast.otto, task_id, 5)
      expect(creator.map(({ kind, reason }): string => reason ?? kind).toSorted()).to.deep.equal([
        'approved',
        'blocked',
        'result_in',
        'sent_back',
        'taken',
      ])
      const reviewer = await heard(cast.bensAgent, task_id, 4)
      expect(reviewer.filter(({ kind }) => kind === 'review_wanted').at(-1)).to.include({
        wakes: true,
        class: 'direct',
      })
      expect(reviewer.flatMap(({ reason }): string[] => reason ?? []).toSorted()).to.deep.equal([
        'blocked',
        'taken',
        'unblocked',
      ])
      const own = await heard(cast.cleosAgent, task_id, 3)
      expect(own.map(({ reason }) => reason)).to.deep.equal(['unblocked', 'sent_back', 'approved'])
      expect(own.every(({ wakes, kind }) => wakes && kind === 'task_update')).to.equal(true)
    })

    it('assigned to one agent are for it alone, and it hears of them', async () => {
      const { task_id, ...made } = await make({ assignee: `@${cast.cleosAgent.handle}` })
      expect(made).to.include({ state: 'assigned', assignee_id: cast.cleosAgent.id, claim: 0 })
      expect((await heard(cast.cleosAgent, task_id, 1))[0]).to.include({
        kind: 'assigned',
        class: 'direct',
        wakes: true,
        task_state: 'assigned',
        thread_id,
        from_id: cast.otto.id,
      })
      expect((await move(cast.bensAgent, task_id, 'take')).error).to.include({ reason: 'task_taken' })
      expect((await move(cast.bensAgent, task_id, 'start')).error).to.include({ reason: 'not_assignee' })
      const home = await cast.cleosAgent.does('show_svc', {}, door)
      expect(home['tasks'].assigned).to.be.greaterThan(0)
      expect(await does(cast.cleosAgent, task_id, 'decline'))
        .to.include({ state: 'open' })
        .and.not.have.property('assignee_id')
      const again = await make({ assignee: cast.cleosAgent.handle })
      await does(cast.cleosAgent, again['task_id'], 'decline', { note: 'No oven *here*' })
      await does(cast.otto, (await make())['task_id'], 'cancel', { note: 'Nobody is hungry' })
      const { text } = await cast.otto.call('open_thread', { thread_id }, door)
      expect(text).to.contain('declined because:\n~~~~markdown\nNo oven *here*')
      expect(text).to.contain('cancelled because:\n~~~~markdown\nNobody is hungry')
      const told = (await heard(cast.otto, task_id, 1))[0]
      expect(told).to.include({ kind: 'task_update', reason: 'declined', wakes: false, task_state: 'open' })
    })

    it('refuse a stale claim, and name the current one', async () => {
      const { task_id } = await make()
      expect(await does(cast.cleosAgent, task_id, 'take')).to.include({ claim: 1 })
      await does(cast.cleosAgent, task_id, 'decline', { claim: 1 })
      expect(await does(cast.bensAgent, task_id, 'start')).to.include({ claim: 2, state: 'working' })
      const result = { task_id, link: 'https://bread.example/rye' }
      const stale = await cast.cleosAgent.call('submit_result', { ...result, claim: 1 }, door)
      expect(stale.error).to.include({ error: 'conflict', reason: 'claim_superseded', claim: 2 })
      expect(await cast.cleosAgent.refused('submit_result', result, door)).to.equal('forbidden/not_assignee')
      expect(await cast.bensAgent.does('submit_result', { ...result, claim: 2 }, door)).to.include({ state: 'done' })
    })

    it('go to exactly one of those who take them at once', async () => {
      const { task_id } = await make()
      const takers = [cast.otto, cast.bensAgent, cast.cleosAgent]
      const said = await Promise.all(takers.map((one) => move(one, task_id, 'take')))
      expect(said.filter(({ ok }) => ok)).to.have.length(1)
      for (const { ok, error } of said) if (!ok) expect(error).to.include({ reason: 'task_taken' })
      expect((await tasksOf()).find((task) => task.task_id === task_id)).to.include({ state: 'taken', claim: 1 })
    })

    it('are cancelled by whoever made them, owner or helper', async () => {
      const { task_id } = await make({}, cast.cleosAgent)
      const other = await make()
      expect((await move(cast.cleosAgent, other['task_id'], 'cancel')).error).to.include({ reason: 'needs_helper' })
      expect(await does(cast.bensAgent, task_id, 'cancel')).to.include({ state: 'cancelled' })
      expect(await does(cast.bensAgent, task_id, 'cancel')).to.include({ state: 'cancelled', already: true })
      const taken = await move(cast.cleosAgent, task_id, 'take')
      expect(taken.error).to.deep.include({ error: 'conflict', reason: 'bad_move', state: 'cancelled', moves: [] })
    })

    it('have a reviewer who is neither the assignee nor linked to them', async () => {
      const second = await cast.cleo.agent('Second')
      await second.does('join_hub', { hub: cast.hub.slug })
      const call = (args: object) => cast.otto.call('create_task', { thread_id, title: 'T', ...args }, door)
      const [assignee, reviewer] = [cast.cleosAgent.handle, second.handle]
      expect((await call({ assignee, reviewer: assignee })).error).to.include({ reason: 'reviewer_is_assignee' })
      expect((await call({ assignee, reviewer })).error).to.include({
        error: 'forbidden',
        reason: 'linked_to_author',
      })
    })

    it('tell who made and reviews one of a result once: that they are to review it', async () => {
      const { task_id } = await make({ reviewer: cast.otto.id }, cast.otto)
      await cast.bensAgent.does('submit_result', { task_id, link: 'https://bread.example/once' }, door)
      await server.landed()
      const told = (await inboxOf(cast.otto, task_id)).map(({ kind }: any) => kind)
      expect(told).to.deep.equal(['review_wanted'])
    })

    it('ask no reviewer who has no seat, or has it no longer: they could answer nothing', async () => {
      const passer = await register(server, `Watcher ${door.name}`)
      const refused = await cast.otto.call('create_task', { thread_id, title: 'T', reviewer: passer.handle }, door)
      expect(refused.error).to.include({ error: 'not_found', reason: 'unreadable' })
      expect(refused.text).to.contain('could not review it')
      await passer.does('join_hub', { hub: cast.hub.slug })
      const [first, second] = [await make({ reviewer: passer.handle }), await make({ reviewer: passer.handle })]
      const finish = (task_id: string) =>
        cast.cleosAgent.does('submit_result', { task_id, link: 'https://bread.example/' }, door)
      await finish(first['task_id'])
      await passer.does('moderate', { action: 'remove', hub: cast.hub.slug, participant: passer.handle })
      await finish(second['task_id'])
      await server.landed()
      const { items } = await passer.does('show_svc', { after: 0 }, door)
      const wanted = items.filter(({ kind }: any) => kind === 'review_wanted')
      expect(wanted.map(({ task_id }: any) => task_id)).to.deep.equal([first['task_id']])
    })

    it('fall to who made them, the owner or a helper, where their reviewer has left, was removed, suspended or deleted', async () => {
      const gone = {
        left: (agent: Agent) => agent.does('moderate', { action: 'remove', hub: cast.hub.slug, participant: agent.id }),
        removed: (agent: Agent) =>
          cast.otto.does('moderate', { action: 'remove', hub: cast.hub.slug, participant: agent.id }),
        suspended: ({ id }: Agent) =>
          server.sql`update participant set suspended_at = ${new Date(server.parts.clock.now())} where id = ${id}`,
        deleted: (_: Agent, person: Person) =>
          person.settings('delete-account', { confirm_handle: person.handle, agents: 'delete' }),
      }
      for (const [how, goes] of Object.entries(gone)) {
        const person = await signIn(server, `Gone${how}${door.name}`)
        const reviewer = await person.agent('Reviewer')
        await reviewer.does('join_hub', { hub: cast.hub.slug })
        const { task_id } = await make({ reviewer: reviewer.id }, cast.cleosAgent)
        await cast.bensAgent.does('submit_result', { task_id, link: 'https://bread.example/' }, door)
        const review = { task_id, action: 'review', outcome: 'approve' }
        expect(await cast.cleosAgent.refused('update_task', review, door), how).to.equal('forbidden/not_reviewer')
        await goes(reviewer, person)
        await server.landed()
        const { text } = await cast.otto.call('open_thread', { thread_id }, door)
        expect(text, how).to.contain('its reviewer can answer nothing here now')
        // one's own result stays for another
        expect(await cast.bensAgent.refused('update_task', review, door), how).to.equal('forbidden/linked_to_author')
        const back = { task_id, action: 'review', outcome: 'send_back', note: 'More rye' }
        expect(await cast.otto.does('update_task', back, door), how).to.include({
          state: 'working',
          review: 'sent_back',
          reviewer_id: cast.otto.id,
        })
        await cast.bensAgent.does('submit_result', { task_id, link: 'https://bread.example/rye' }, door)
        // it is theirs now to whom it fell
        expect(await cast.cleosAgent.refused('update_task', review, door), how).to.equal('forbidden/not_reviewer')
        expect(await cast.otto.does('update_task', review, door)).to.include({ state: 'done', review: 'approved' })
        expect(await cast.otto.does('update_task', review, door)).to.include({ review: 'approved' })
      }
    })

    it('end with a post of this service as well as with a page elsewhere', async () => {
      const { task_id, thread_id } = await make({})
      const { post_id } = await cast.bensAgent.does('post_reply', { thread_id, body: 'It is 17 kilos.' }, door)
      const elsewhere = await cast.bensAgent.refused('submit_result', { task_id, link: 'http://bread.example/' }, door)
      expect(elsewhere).to.equal('invalid/needs_pad_or_link')
      const link = `${server.url}/t/${thread_id}/m/${post_id}`
      const done = await cast.bensAgent.does('submit_result', { task_id, link, summary: '17 kilos' }, door)
      expect(done).to.include({ state: 'done' })
    })

    it('are taken neither by their reviewer nor by ids linked to it: somebody has to be left who can approve', async () => {
      const third = await cast.cleo.agent('Third')
      await third.does('join_hub', { hub: cast.hub.slug })
      const { task_id } = await make({ reviewer: third.handle })
      const ways = [
        ['update_task', { action: 'take' }],
        ['update_task', { action: 'start' }],
        ['submit_result', { link: 'https://bread.example/' }],
      ] as const
      for (const [tool, args] of ways) {
        expect(await third.refused(tool, { task_id, ...args }, door)).to.equal('invalid/reviewer_is_assignee')
        expect(await cast.cleosAgent.refused(tool, { task_id, ...args }, door)).to.equal('forbidden/linked_to_author')
      }
      // nor is it offered to them
      expect((await move(third, task_id, 'review', { outcome: 'approve' })).error).to.deep.include({ moves: [] })
      const offered = async (person: Person): Promise<string[]> => {
        const { body } = await person.app('ui_open_thread', { thread_id })
        return body['view'].tasks.find(({ id }: any) => id === task_id).moves
      }
      await cast.cleo.app('ui_join_hub', { hub: cast.hub.slug })
      expect(await offered(cast.cleo)).to.deep.equal([])
      expect(await offered(cast.ada)).to.include.members(['take', 'start', 'submit'])
      await cast.bensAgent.does('submit_result', { task_id, link: 'https://bread.example/' }, door)
      expect(await does(third, task_id, 'review', { outcome: 'approve' })).to.include({ review: 'approved' })
    })

    it('go to those who could take them, and wake for twenty an hour from one id; every one is in the inbox', async () => {
      const passer = await register(server, `Passer-by ${door.name}`)
      const refused = await cast.otto.refused('create_task', { thread_id, title: 'T', assignee: passer.handle }, door)
      expect(refused).to.equal('not_found/unreadable')
      await passer.does('join_hub', { hub: cast.hub.slug })
      await server.advance(hours(1))
      const given: unknown[] = []
      for (let n = 0; n < 23; n++) given.push((await make({ assignee: passer.handle }))['task_id'])
      await server.landed()
      const { items } = await passer.does('show_svc', { after: 0, limit: 200 }, door)
      const told = items.filter(({ kind }: any) => kind === 'assigned')
      expect(told.map(({ task_id, wakes, folded }: any) => [task_id, wakes, folded])).to.deep.equal(
        given.map((task_id, n) => [task_id, n < 20, 0]),
      )
    })

    it('of a folded thread stay in the lists of tasks', async () => {
      const { thread_id: folded } = await cast.otto.does('start_thread', {
        hub: cast.hub.slug,
        title: `Folded over ${door.name}`,
        body: 'Soon.',
      })
      const title = `Scrub the ${door.name} kettle`
      const { task_id } = await cast.otto.does('create_task', { thread_id: folded, title }, door)
      await cast.otto.does('moderate', { action: 'hide', thread_id: folded, reason: 'outdated' })
      const found = async (asked: object) =>
        (await cast.cleosAgent.does('search_svc', asked, door))['results'].map(({ id }: any) => id)
      expect(await found({ type: 'task', hub: cast.hub.slug })).to.include(task_id)
      expect(await found({ query: `type:task ${title}` })).to.deep.equal([task_id])
      expect(await found({ query: title }), 'among other things').to.deep.equal([])
    })

    it('are reviewed by another human: ids of one address count as one, a sub-agent with its parent', async () => {
      const call = (args: object) => cast.otto.call('create_task', { thread_id, title: 'T', ...args }, door)
      const [assignee, parent] = [cast.cleosAgent.handle, cast.cleosAgent]
      // verified the same address with a +tag and other letters
      const tagged = await register(server, `Tagged ${door.name}`)
      await tagged.does('join_hub', { hub: cast.hub.slug })
      const before = await make({ reviewer: tagged.id })
      await parent.does('update_task', { task_id: before['task_id'], action: 'take' }, door)
      const verify = async (agent: Agent, email: string): Promise<void> => {
        await server.sql`
          update participant set email = ${email}, email_key = ${emailKey(email)}, email_verified_at = now()
          where id = ${agent.id}`
        await server.parts.credentials.changed({ participants: [agent.id] })
      }
      await verify(tagged, `CLEO+${door.name}@cast.example`)
      const minted = await parent.does('mint_subagent', {
        name: `Sub ${door.name}`,
        threads: [thread_id],
        rights: ['read', 'post', 'task'],
      })
      const sub = withKey(server, { ...minted['agent'], key: minted['agent_key'] })

      for (const reviewer of [tagged.id, sub.id]) {
        for (const named of [
          { assignee, reviewer },
          { assignee: reviewer, reviewer: assignee },
        ]) {
          expect((await call(named)).error, reviewer).to.include({ error: 'forbidden', reason: 'linked_to_author' })
        }
        const { task_id } = await make({ reviewer })
        const taken = await move(parent, task_id, 'take')
        expect(taken.error).to.include({ error: 'forbidden', reason: 'linked_to_author' })
      }
      // taken before the two were known to be one
      await parent.does('submit_result', { task_id: before['task_id'], link: 'https://bread.example/' }, door)
      const own = await move(tagged, before['task_id'], 'review', { outcome: 'approve' })
      expect(own.error).to.include({ error: 'forbidden', reason: 'linked_to_author' })
      // another address is another human
      const other = await register(server, `Other ${door.name}`)
      await other.does('join_hub', { hub: cast.hub.slug })
      await verify(other, `somebody-${door.name}@cast.example`)
      const { task_id } = await make({ assignee, reviewer: other.id })
      await sub.does('open_thread', { thread_id }, door)
      expect((await move(sub, task_id, 'take')).error, 'the parent has it').to.include({ reason: 'task_taken' })
      await parent.does('submit_result', { task_id, link: 'https://bread.example/' }, door)
      expect(await does(other, task_id, 'review', { outcome: 'approve' })).to.include({ review: 'approved' })
    })

    it('are made by those with a seat, for those who can read the thread', async () => {
      const call = (by: Agent, args: object) => by.call('create_task', { thread_id, title: 'T', ...args }, door)
      expect((await call(cast.stranger, {})).error).to.include({ error: 'forbidden', reason: 'needs_seat' })
      expect((await call(cast.otto, { assignee: 'nobody.at.all' })).error).to.include({ error: 'not_found' })
      expect((await call(cast.otto, { pad_id: `pad_${'0'.repeat(26)}` })).error).to.include({ error: 'not_found' })
      expect((await call(cast.otto, { due: 'soon' })).error).to.include({ error: 'invalid', reason: 'schema' })
      const hidden = await cast.otto.does('create_hub', { title: 'Secret' })
      const inside = await cast.otto.does('start_thread', { hub: hidden['slug'], title: 'T', body: 'b' })
      const there = { thread_id: inside['thread_id'], title: 'T' }
      const assigned = await cast.otto.call('create_task', { ...there, assignee: cast.cleosAgent.handle }, door)
      expect(assigned.error).to.include({ error: 'not_found' })
      const { task_id } = await cast.otto.does('create_task', there, door)
      const [unseen, missing] = await Promise.all(
        [task_id, `tsk_${'0'.repeat(26)}`].map((id) => move(cast.cleosAgent, id, 'take')),
      )
      expect(unseen?.error).to.deep.equal(missing?.error)
      const progress = await cast.cleosAgent.call('post_reply', { thread_id, body: 'Hm', task_id }, door)
      expect(progress.error).to.include({ error: 'not_found' })
    })

    it('point at a pad that can be read, or at an https link', async () => {
      const { task_id } = await make()
      const hidden = await cast.otto.does('create_hub', { title: 'Other' })
      const submit = (args: object) => cast.cleosAgent.call('submit_result', { task_id, ...args }, door)
      expect((await submit({ pad_id: hidden['front_pad'].pad_id })).error).to.include({ error: 'not_found' })
      for (const link of ['http://bread.example', 'bread.example', 'https://a@b.example/', 'javascript:alert(1)']) {
        expect((await submit({ link })).error).to.include({ error: 'invalid', reason: 'needs_pad_or_link' })
      }
      expect(await submit({ link: 'https://bread.example/x' })).to.have.nested.property('data.state', 'done')
    })

    it('stay with whoever gets on with them', async () => {
      const { task_id } = await make()
      await does(cast.cleosAgent, task_id, 'take')
      const idle = async () => Date.parse((await tasksOf()).find((task) => task.task_id === task_id).idle_at)
      let last = await idle()
      const later = () => server.advance(hours(1))
      await later()
      // a post in the thread
      await cast.cleosAgent.does('post_reply', { thread_id, body: `Kneading in ${door.name}` }, door)
      expect(await idle()).to.be.greaterThan(last)
      last = await idle()

      await later()
      // a post elsewhere that names it
      const elsewhere = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Elsewhere', body: 'b' })
      const there = { thread_id: elsewhere['thread_id'], task_id }
      await cast.bensAgent.does('post_reply', { ...there, body: 'Not mine.' }, door)
      expect(await idle()).to.equal(last)
      await cast.cleosAgent.does('post_reply', { ...there, body: 'Rising.' }, door)
      await until(async () => (await idle()) > last, 'the idle time begins again')
      last = await idle()

      await later()
      // a post by a sub-agent, which works for its parent
      const minted = await cast.cleosAgent.does('mint_subagent', { name: `Hand ${door.name}`, threads: [thread_id] })
      const hand = withKey(server, { ...minted['agent'], key: minted['agent_key'] })
      await hand.does('post_reply', { thread_id, body: 'Shaping.' }, door)
      expect(await idle()).to.be.greaterThan(last)
      last = await idle()

      await later()
      // an edit that names it
      const pad = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Rye', text: 'Flour.' })
      const edit = { pad_id: pad['pad_id'], inserts: [{ after: 'start', text: 'Water.' }], task_id }
      await cast.cleosAgent.does('edit_pad', edit, door)
      await until(async () => (await idle()) > last, 'the idle time begins again')
    })
  })
})

describe('the page of a thread with tasks', () => {
  it('has their lines among the posts, and links in what was said of them as labels', async () => {
    const server = await startServer()
    const { otto, bensAgent, cleosAgent, hub } = await gatherCast(server)
    const { thread_id } = await otto.does('start_thread', { hub: hub.slug, title: 'Bread', body: 'Who?' })
    const details = 'As on https://recipes.example/rye'
    const { task_id } = await otto.does('create_task', { thread_id, title: 'Bake *rye*', details })
    const named = { assignee: cleosAgent.id, reviewer: bensAgent.id }
    const second = await otto.does('create_task', { thread_id, title: 'Second', details: 'Two *loaves*', ...named })
    const result = { link: 'https://oven.example/2', summary: 'Baked **twice**' }
    await cleosAgent.does('submit_result', { task_id: second['task_id'], ...result })
    const back = { action: 'review', outcome: 'send_back', note: 'Too dark' }
    await bensAgent.does('update_task', { task_id: second['task_id'], ...back })
    await cleosAgent.does('update_task', { task_id: second['task_id'], action: 'block', note: 'No wood' })
    await otto.does('submit_result', { task_id, link: 'https://bread.example/rye' })
    const page = await (await fetch(`${server.url}/t/${thread_id}?format=md`)).text()
    expect(page).to.contain('1 post').and.contain(`task ${task_id} · seq 2 · made the task Bake \\*rye\\*`)
    expect(page).to.contain('[link to recipes.example]').and.not.contain('recipes.example/rye')
    expect(page).to.contain('[link to bread.example]').and.not.contain('bread.example/rye')
    const html = await (await fetch(`${server.url}/t/${thread_id}`, { headers: { accept: 'text/html' } })).text()
    expect(html)
      .to.match(new RegExp(`id="${task_id}">`))
      .and.contain('[link to recipes.example]')
      .and.contain(`href="#${task_id}"`)
    const { text } = await cleosAgent.call('open_thread', { thread_id })
    for (const [where, said] of Object.entries({ page, text })) {
      for (const words of ['Two *loaves*', 'Baked **twice**', 'Too dark', 'No wood', 'review by', 'review sent_back'])
        expect(said, where).to.contain(words)
    }
    expect(text).to.contain('https://oven.example/2')
    const words = ['Two <em>loaves</em>', 'Baked <strong>twice</strong>', 'Too dark', 'No wood', 'Waits for something']
    for (const shown of [...words, '[link to oven.example]', 'has it']) expect(html).to.contain(shown)
    await server.stop()
  })
})
