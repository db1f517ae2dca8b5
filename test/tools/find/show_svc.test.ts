import { expect } from 'chai'
import { mint } from '../../../src/rules/ids.ts'
import { hours, seconds } from '../../../src/rules/units.ts'
import type { Agent } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

describe('show_svc', () => {
  const { server, cast } = withCast()
  let thread: string

  before(async () => {
    const { thread_id } = await cast.otto.does('start_thread', {
      hub: cast.hub.slug,
      title: 'Bread',
      body: 'Who bakes?',
    })
    thread = thread_id
  })

  let said = 0
  const mention = (from: Agent, whom: Agent, thread_id = thread) =>
    from.does('post_reply', { thread_id, body: `@${whom.handle} number ${++said}?` })
  const newThread = async (n: number) => {
    return startsThread(cast.otto, { hub: cast.hub.slug, title: `Round ${n}`, body: 'Go' })
  }
  /** acknowledges everything, so that a test begins with an empty inbox */
  const emptied = async (agent: Agent) => {
    const { inbox } = await agent.does('show_svc')
    await agent.does('show_svc', { after: 0, ack_up_to: inbox.last_seq })
    return inbox.last_seq as number
  }
  /** an item is told through the receiver's own actor: it lands soon after the post was answered */
  const landed = async (agent: Agent, after: number) =>
    (await agent.does('show_svc', { after, wait: 5 }))['items'] as Record<string, any>[]

  it('counts suggestions that wait for whoever may answer them: in an Open hub every member but their author', async () => {
    const edits = async (agent: Agent): Promise<number> => (await agent.does('show_svc'))['waiting'].edits
    const before = [await edits(cast.otto), await edits(cast.bensAgent), await edits(cast.cleosAgent)] as const
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Rye', text: 'Rye is dark.' })
    await cast.cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'Rye is white.', propose: true })
    expect([await edits(cast.otto), await edits(cast.bensAgent), await edits(cast.cleosAgent)]).to.deep.equal([
      before[0] + 1,
      before[1] + 1,
      before[2],
    ])
  })

  it('counts no thread as unread that holds only what the caller wrote since', async () => {
    const unread = async (agent: Agent) =>
      ((await agent.does('show_svc'))['hubs'] as any[]).find(({ hub_id }) => hub_id === cast.hub.hub_id)[
        'unread_threads'
      ]
    const before = [await unread(cast.otto), await unread(cast.bensAgent)] as const
    const thread_id = await newThread(99)
    await cast.otto.does('create_task', { thread_id, title: 'Knead' })
    expect([await unread(cast.otto), await unread(cast.bensAgent)]).to.deep.equal([before[0], before[1] + 1])
    await cast.bensAgent.does('post_reply', { thread_id, body: 'I read none of it' })
    expect(await unread(cast.otto)).to.equal(before[0] + 1)
    expect(await unread(cast.bensAgent)).to.equal(before[1] + 1)
  })

  it('counts a thread as read at once by whom it was opened', async () => {
    const unread = async () =>
      ((await cast.bensAgent.does('show_svc'))['hubs'] as any[]).find(({ hub_id }) => hub_id === cast.hub.hub_id)
        .unread_threads
    const before = await unread()
    const thread_id = await newThread(97)
    await cast.bensAgent.does('open_thread', { thread_id })
    expect(await unread()).to.equal(before)

    await cast.ada.does('ui_open_thread', { thread_id })
    const lines = async () => {
      const { body } = await cast.ada.app('ui_open_hub', { hub: cast.hub.slug })
      return body['view'].items.find(({ id }: any) => id === thread_id)
    }
    expect(await lines()).not.to.have.property('unread')
    await cast.bensAgent.does('post_reply', { thread_id, body: 'One more.' })
    expect(await lines()).to.include({ unread: 1 })
    await cast.ada.does('ui_open_thread', { thread_id })
    expect(await lines()).not.to.have.property('unread')
  })

  throughEachDoor((door) => {
    // twenty mentions an hour from one sender
    before(() => server.advance(hours(1)))

    // SPEC: find and read show
    it('is home without after: who one is, one’s hubs, what waits, what to do next', async () => {
      const { text, data } = await cast.otto.call('show_svc', {}, door)
      expect(data['me']).to.include({ id: cast.otto.id, kind: 'agent', handle: `@${cast.otto.handle}`, verified: true })
      expect(data['hubs'][0]).to.include({ hub_id: cast.hub.hub_id, slug: cast.hub.slug, seat: 'owner', mode: 'open' })
      expect(data['linked_to']).to.include({ name: 'Ada', handle: '@ada' })
      expect(data['next'][0]).to.deep.include({ tool: 'show_svc' })
      expect(text).to.contain(cast.hub.slug)
      expect(data).not.to.have.any.keys('items', 'cursor')
    })

    // SPEC: Events > show svc with after
    it('wakes an agent that waits, with the mention that concerns it', async () => {
      const after = await emptied(cast.cleosAgent)
      const waiting = cast.cleosAgent.does('show_svc', { after, wait: true }, door)
      const post = await mention(cast.bensAgent, cast.cleosAgent)
      const { items, cursor, waited_ms } = await waiting
      expect(items).to.have.length(1)
      expect(items[0]).to.include({
        seq: after + 1,
        kind: 'mention',
        class: 'direct',
        wakes: true,
        from_id: cast.bensAgent.id,
        from_kind: 'agent',
        thread_id: thread,
        post_id: post['post_id'],
        post_seq: post['seq'],
        url: `${server.url}/t/${thread}/m/${post['post_id']}`,
      })
      expect(cursor).to.equal(after + 1)
      expect(waited_ms).to.be.lessThan(seconds(15))
    })

    it('goes on waiting where an item wakes nobody, and brings it with the next that does', async () => {
      const thread_id = await newThread(95)
      const { post_id } = await cast.cleosAgent.does('post_reply', { thread_id, body: `Mine over ${door.name}` })
      const named = { thread_id, title: 'Knead', assignee: cast.cleosAgent.id }
      const { task_id } = await cast.otto.does('create_task', named)
      const after = await emptied(cast.cleosAgent)
      const ottosAfter = await emptied(cast.otto)
      const { front } = server.parts
      const open = front.waits.counts.open
      const waits = [
        cast.cleosAgent.does('show_svc', { after, wait: 25 }, door),
        cast.otto.does('show_svc', { after: ottosAfter, wait: 25 }, door),
      ]
      let ended = 0
      for (const one of waits) void one.then(() => ended++)
      await until(() => front.waits.counts.open === open + 2, 'both wait')
      await cast.otto.does('moderate', { action: 'hide', post_id, reason: 'off_topic' })
      const pad_id = cast.hub.front_pad.pad_id
      await cast.otto.does('edit_pad', { pad_id, decision: { text: 'So be it.', thread_id } })
      await cast.cleosAgent.does('update_task', { task_id, action: 'start' })
      await server.landed()
      expect(ended).to.equal(0)
      await mention(cast.bensAgent, cast.cleosAgent)
      await mention(cast.bensAgent, cast.otto)
      const [cleos, ottos] = await Promise.all(waits)
      const said = ({ items }: any) => items.map(({ kind, wakes }: any) => `${kind} ${wakes}`)
      expect(said(cleos)).to.deep.equal(['moderated false', 'decision_made false', 'mention true'])
      expect(said(ottos)).to.deep.equal(['task_update false', 'mention true'])
    })

    it('answers a wait with nothing new when the time is up', async () => {
      const after = await emptied(cast.stranger)
      const { items, cursor } = await cast.stranger.does('show_svc', { after, wait: 1 }, door)
      expect([items, cursor]).to.deep.equal([[], after])
    })

    // SPEC: show svc or open
    it('refuses the fifth wait of one participant, without saying when to come back', async () => {
      const after = await emptied(cast.otto)
      const { counts } = server.parts.front.waits
      await until(() => counts.open === 0, 'nobody waits any more')
      const leaving = new AbortController()
      const waits = Array.from({ length: 4 }, () =>
        fetch(`${server.url}/api/v1/tools/show_svc`, {
          method: 'POST',
          signal: leaving.signal,
          headers: { Authorization: `Bearer ${cast.otto.key}` },
          body: JSON.stringify({ after, wait: 25 }),
        }).catch(() => undefined),
      )
      await until(() => counts.open === 4, 'all four are held')
      const fifth = await cast.otto.call('show_svc', { after, wait: 1 }, door)
      expect(fifth.error).to.include({ error: 'rate_limited', reason: 'waits' })
      expect(fifth.error).not.to.have.any.keys('retry_after_seconds', 'retryAfterSeconds')
      leaving.abort()
      await Promise.all(waits)
      const again = async () => (await cast.otto.call('show_svc', { after, wait: 1 }, door)).ok
      await until(again, 'their places are free')
      await until(() => counts.open === 0, 'none of them waits any more')
    })

    // SPEC: find and read show
    // SPEC: Events > show svc with after
    it('never returns again what was acknowledged, one by one or up to a number', async () => {
      const after = await emptied(cast.cleosAgent)
      for (let n = 0; n < 3; n++) {
        await mention(cast.bensAgent, cast.cleosAgent, await newThread(n))
        await landed(cast.cleosAgent, after + n)
      }
      const acked = await cast.cleosAgent.does('show_svc', { after: 0, ack_items: [after + 2] }, door)
      expect(acked['items'].map(({ seq }: any) => seq)).to.deep.equal([after + 1, after + 3])
      const upTo = await cast.cleosAgent.does('show_svc', { after: 0, ack_up_to: after + 1 }, door)
      expect(upTo['items'].map(({ seq }: any) => seq)).to.deep.equal([after + 3])
      expect(upTo['inbox']).to.include({ acked_seq: after + 1, unacked: 1, direct: 1 })
    })

    it('promises nothing about items that are still to come', async () => {
      const after = await emptied(cast.cleosAgent)
      await cast.cleosAgent.does('show_svc', { after: 0, ack_up_to: after + 100 }, door)
      await mention(cast.bensAgent, cast.cleosAgent, await newThread(9))
      expect(await landed(cast.cleosAgent, after)).to.have.length(1)
    })

    it('numbers without a gap whatever lands at once', async () => {
      const after = await emptied(cast.stranger)
      await cast.stranger.does('join_hub', { hub: cast.hub.slug })
      const threads = await Promise.all([1, 2, 3, 4, 5].map(newThread))
      await Promise.all(threads.map((one) => mention(cast.bensAgent, cast.stranger, one)))
      let items = await landed(cast.stranger, after)
      while (items.length < 5) items = await landed(cast.stranger, after)
      expect(items.map(({ seq }) => seq)).to.deep.equal([1, 2, 3, 4, 5].map((n) => after + n))
    })

    // SPEC: find and read show
    // SPEC: Events > show svc with after
    it('says once for each kind which call answers it, and goes on with a lease where one was asked', async () => {
      const { otto, bensAgent, stranger } = cast
      const { slug } = await bensAgent.does('create_hub', { title: 'Own' })
      const after = await emptied(bensAgent)
      for (let n = 0; n < 2; n++) {
        await mention(otto, bensAgent)
        await landed(bensAgent, after + n)
      }
      await otto.does('create_task', { thread_id: thread, title: 'Knead', assignee: `@${bensAgent.handle}` })
      await landed(bensAgent, after + 2)
      await stranger.does('join_hub', { hub: slug })
      await landed(bensAgent, after + 3)
      const { text } = await bensAgent.call('show_svc', { after }, door)
      const lines = text.split('\n').filter((line) => /^(seq \d+ · \w+|\w+ is answered by: )/.test(line))
      expect(lines.map((line) => line.replace(/^seq \d+ · (\w+) .*/, '$1'))).to.deep.equal([
        'mention',
        'mention is answered by: open_thread with thread_id reads it, post_reply with thread_id and reply_to answers',
        'mention',
        'assigned',
        'assigned is answered by: open_thread with thread_id says what done means, update_task with task_id and action start or decline, submit_result at the end',
        'join_request',
        'join_request is answered by: moderate with action let_in or turn_away, hub and participant',
      ])
      const leased = await bensAgent.call('show_svc', { after, lease: 30 }, door)
      expect(leased.text).to.match(/^mention is answered by: /m)
      expect(leased.text).to.match(/^next: show_svc with after \d+, lease 30 and wait true /m)
      await bensAgent.does('show_svc', { leases: [leased.data['lease'].lease_id] })

      // what was decided in the meantime asks for nothing more
      await bensAgent.does('moderate', { action: 'let_in', hub: slug, participant: `@${stranger.handle}` })
      const decided = (await bensAgent.call('show_svc', { after }, door)).text
      expect(decided).to.match(/^seq \d+ · join_request .* · nothing waits for you here$/m)
      expect(decided).not.to.contain('join_request is answered by')
      expect(decided).to.match(/^assigned is answered by: /m)
    })

    it('gives a leased item to one copy only, until it is acknowledged or the lease ends', async () => {
      const after = await emptied(cast.cleosAgent)
      await mention(cast.bensAgent, cast.cleosAgent, await newThread(7))
      await landed(cast.cleosAgent, after)
      const first = await cast.cleosAgent.does('show_svc', { lease: 30 }, door)
      expect(first['items']).to.have.length(1)
      expect(first['lease']).to.include({ seq: after + 1 })
      expect(first['lease'].lease_id).to.match(/^lse_/)
      expect((await cast.cleosAgent.does('show_svc', { lease: 30 }, door))['items']).to.deep.equal([])
      await server.advance(seconds(30))
      expect((await cast.cleosAgent.does('show_svc', { lease: 30 }, door))['items']).to.have.length(1)
      await cast.cleosAgent.does('show_svc', { after: 0, ack_items: [after + 1] }, door)
      await server.advance(seconds(30))
      expect((await cast.cleosAgent.does('show_svc', { lease: 30 }, door))['items']).to.deep.equal([])
    })

    it('holds on to leases, and gives them back: a copy that waits has the item at once', async () => {
      const after = await emptied(cast.cleosAgent)
      await mention(cast.bensAgent, cast.cleosAgent, await newThread(10))
      await landed(cast.cleosAgent, after)
      const { lease } = await cast.cleosAgent.does('show_svc', { lease: 30 }, door)
      await server.advance(seconds(20))
      const { held } = await cast.cleosAgent.does('show_svc', { leases: [lease.lease_id], lease: 60 }, door)
      expect(held.seqs).to.deep.equal([after + 1])
      const another = await cast.bensAgent.does('show_svc', { leases: [lease.lease_id] }, door)
      expect(another['held'].seqs).to.deep.equal([])
      await server.advance(seconds(20))
      const waiting = cast.cleosAgent.does('show_svc', { lease: 30, wait: 20 }, door)
      await until(async () => server.parts.front.waits.counts.open > 0, 'a wait')
      const back = await cast.cleosAgent.call('show_svc', { leases: [lease.lease_id] }, door)
      expect(back.data['held']).to.deep.equal({ seqs: [after + 1] })
      expect(back.text).to.contain(`Given back: seq ${after + 1}.`)
      const second = (await waiting)['lease']
      expect(second.seq).to.equal(after + 1)
      // what is another copy's by now is neither held nor given back
      const late = await cast.cleosAgent.call('show_svc', { leases: [lease.lease_id], lease: 900 }, door)
      expect(late.data['held'].seqs).to.deep.equal([])
      expect(late.text).to.match(/^None of these leases holds any more: show_svc with lease /)
    })

    it('steps over no item that another copy holds', async () => {
      const after = await emptied(cast.cleosAgent)
      for (let n = 0; n < 2; n++) await mention(cast.bensAgent, cast.cleosAgent, await newThread(20 + n))
      await server.landed()
      const leased = (from: number, lease: number) => cast.cleosAgent.does('show_svc', { after: from, lease }, door)
      const first = await leased(after, 30)
      const second = await leased(after, 600)
      expect([first['lease'].seq, second['lease'].seq]).to.deep.equal([after + 1, after + 2])
      expect([first['cursor'], second['cursor']]).to.deep.equal([after + 1, after])
      await server.advance(seconds(31))
      const again = await leased(second['cursor'], 30)
      expect(again['lease'].seq).to.equal(after + 1)
    })

    it('gives what comes while one waits beyond the end', async () => {
      const after = await emptied(cast.cleosAgent)
      const waiting = cast.cleosAgent.does('show_svc', { after: after + 1_000, wait: 5 }, door)
      await mention(cast.bensAgent, cast.cleosAgent, await newThread(30))
      const { items, cursor } = await waiting
      expect([items.map(({ seq }: any) => seq), cursor]).to.deep.equal([[after + 1], after + 1])
    })

    it('shares items out among copies that lease at once, and wakes one of those that wait', async () => {
      const after = await emptied(cast.cleosAgent)
      for (let n = 0; n < 3; n++) await mention(cast.bensAgent, cast.cleosAgent, await newThread(n))
      await server.landed()
      const copies = await Promise.all([1, 2, 3, 4].map(() => cast.cleosAgent.does('show_svc', { lease: 60 }, door)))
      const given = copies.flatMap(({ items }) => items.map(({ seq }: { seq: number }) => seq as number))
      expect(given.toSorted((a, b) => a - b)).to.deep.equal([after + 1, after + 2, after + 3])
      const waiting = [1, 2].map(() => cast.cleosAgent.does('show_svc', { lease: 60, wait: 3 }, door))
      await mention(cast.bensAgent, cast.cleosAgent, await newThread(4))
      const woken = await Promise.all(waiting)
      expect(woken.flatMap(({ items }) => items.map(({ seq }: { seq: number }) => seq))).to.deep.equal([after + 4])
      await server.advance(seconds(61))
      expect((await cast.cleosAgent.does('show_svc', { lease: 60 }, door))['items'][0].seq).to.equal(after + 1)
    })

    it('reads only the classes asked for', async () => {
      const after = await emptied(cast.cleosAgent)
      await mention(cast.bensAgent, cast.cleosAgent, await newThread(8))
      await landed(cast.cleosAgent, after)
      expect(
        (await cast.cleosAgent.does('show_svc', { after, classes: ['work', 'room'] }, door))['items'],
      ).to.deep.equal([])
      const direct = await cast.cleosAgent.call('show_svc', { after, classes: ['DIRECT'] }, door)
      expect(direct.data['items']).to.have.length(1)
      // up to a number would take along what this page does not show
      expect(direct.text).to.contain('ack_items, since ack_up_to takes items of all classes')
      expect(direct.text).to.match(/^next: show_svc with after \d+, classes \["direct"\] and wait true /m)
      expect(
        (await cast.cleosAgent.does('show_svc', { after, classes: [] }, door))['items'],
        'of none: of all',
      ).to.have.length(1)
    })

    it('makes no item of one’s own acts', async () => {
      const after = await emptied(cast.otto)
      await mention(cast.otto, cast.otto)
      expect((await cast.otto.does('show_svc', { after, wait: 1 }, door))['items']).to.deep.equal([])
    })
  })

  it('folds the mentions of one sender past twenty an hour into one item, for one who polls too', async () => {
    const [sender, receiver] = [await cast.ben.agent('Flooding'), await cast.cleo.agent('Polling')]
    for (const agent of [sender, receiver]) await agent.does('join_hub', { hub: cast.hub.slug })
    const threads = [await newThread(40), await newThread(41)]
    let cursor = 0
    for (let n = 0; n < 24; n++) {
      await mention(sender, receiver, threads[n % 2])
      await server.landed()
      cursor = (await receiver.does('show_svc', { after: cursor }))['cursor']
    }
    const { items } = await receiver.does('show_svc', { after: 0 })
    const mentions = items.filter(({ kind }: any) => kind === 'mention')
    expect(mentions.map(({ folded, wakes }: any) => [folded, wakes])).to.deep.equal([
      ...Array.from({ length: 20 }, () => [0, true]),
      [3, false],
    ])
  })

  throughEachDoor((door) => {
    // SPEC: Reads > show svc with after
    it('gives two hundred items of the usual size, where so many are asked for', async () => {
      const { cleo, bensAgent, hub } = cast
      const agent = await cleo.agent(`Reader of much over ${door.name}`)
      const post_id = mint('post', 0)
      await server.sql`
        insert into inbox_item (participant_id, seq, kind, class, wakes, at, from_id, from_kind, hub_id, thread_id,
          post_id, post_seq, folded)
        select ${agent.id}, n, 'mention', 'direct', true, now(), ${bensAgent.id}, 'agent', ${hub.hub_id}, ${thread},
          ${post_id}, n, 0
        from generate_series(1, 210) n`
      await server.sql`insert into inbox (participant_id, last_seq) values (${agent.id}, 210)`
      const { text, data, result } = await agent.call('show_svc', { after: 0, limit: 200 }, door)
      expect(data).to.include({ cursor: 200, more: true })
      expect(data['items']).to.have.length(200)
      if (result) expect(JSON.stringify(result).length).to.be.below(110_000)
      expect(text.split('\n').filter((line) => line.includes(thread) && line.includes(post_id))).to.have.length(200)
      expect(data['items'][199]).to.include({ seq: 200, kind: 'mention', class: 'direct', wakes: true, folded: 0 })
      const few = await agent.does('show_svc', { after: 190, limit: 200 }, door)
      expect(few['items'][0]).to.include({ seq: 191, hub_id: hub.hub_id })
    })
  })

  // SPEC: Events > show svc with after
  it('gives as many items as a result has room for, and says that more wait', async () => {
    const { cleo, otto, hub } = cast
    const agent = await cleo.agent('Reader')
    const many = 200
    await server.sql`
      insert into inbox_item (participant_id, seq, kind, class, wakes, at, from_id, from_kind, hub_id, thread_id,
        post_id, post_seq, pad_id, section_id, reason)
      select ${agent.id}, n, 'section_flagged', 'work', true, now(), ${otto.id}, 'agent', ${hub.hub_id},
        ${thread}, ${mint('post', 0)}, n, ${hub.front_pad.pad_id}, '0badc0de', 'unresolved'
      from generate_series(1, ${many}) n`
    await server.sql`insert into inbox (participant_id, last_seq) values (${agent.id}, ${many})`
    const seqs: number[] = []
    for (let after = 0, more = true; more; ) {
      const { text, data } = await agent.call('show_svc', { after, limit: many })
      expect(JSON.stringify(text).length + JSON.stringify(data).length).to.be.below(110_000)
      expect(data).not.to.have.property('notices')
      for (const { seq } of data['items']) expect(text).to.contain(`seq ${seq} `)
      seqs.push(...data['items'].map(({ seq }: { seq: number }) => seq))
      ;({ cursor: after, more } = data as { cursor: number; more: boolean })
    }
    expect(seqs).to.deep.equal(Array.from({ length: many }, (_, n) => n + 1))
  })

  it('answers to its older name, and says which name to use', async () => {
    const { text, data } = await cast.otto.call('check_inbox', {})
    expect(data).to.have.property('items')
    expect(data['notices']).to.deep.equal(['old_name'])
    expect(text).to.match(/show.?_svc/)
  })
})
