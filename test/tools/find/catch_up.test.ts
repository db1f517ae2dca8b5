import { expect } from 'chai'
import { cursorText } from '../../../src/reading/catch_up/catch_up_cursor.ts'
import { migrate } from '../../../sql/migrate.ts'
import { mint } from '../../../src/rules/ids.ts'
import { days, minutes } from '../../../src/rules/units.ts'
import { type Agent, signIn } from '../../support/cast.ts'
import { mcp, throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

// SPEC: find and read show
describe('catch_up', () => {
  const { server, cast } = withCast()

  const start = async (by: Agent, title: string, hub = cast.hub.slug) =>
    (await by.does('start_thread', { hub, title, body: `${title}, to begin with.` }))['thread_id'] as string
  const post = (by: Agent, thread_id: string, body: string) => by.does('post_reply', { thread_id, body })
  /** nothing is new before it */
  const fromNow = async () => {
    await server.advance(minutes(2))
    return new Date(server.parts.clock.now() - 1).toISOString()
  }

  throughEachDoor((door) => {
    it('counts what was posted, and who was mentioned, since a time', async () => {
      const thread_id = await start(cast.otto, `Counting over ${door.name}`)
      await post(cast.bensAgent, thread_id, 'Before.')
      const since = await fromNow()
      await post(cast.bensAgent, thread_id, `After one, ${door.name}.`)
      await post(cast.otto, thread_id, `After two, @${cast.cleosAgent.handle} over ${door.name}?`)
      await server.landed()
      const { text, data } = await cast.cleosAgent.call('catch_up', { hub: cast.hub.slug, since }, door)
      expect(data).to.include({ since, more: false })
      expect(data['threads']).to.deep.equal([
        {
          thread_id,
          hub_id: cast.hub.hub_id,
          new_posts: 2,
          from_seq: 3,
          to_seq: 4,
          humans: 0,
          mentions_you: true,
          status: 'open',
        },
      ])
      expect(data['totals']).to.deep.equal({ posts: 2, edits: 0, tasks: 0, decisions: 0 })
      expect(text).to.contain(`Counting over ${door.name}`).and.not.contain('After one')
      const next = await cast.cleosAgent.does('catch_up', { hub: cast.hub.slug, since: data['cursor'] }, door)
      expect([next['threads'], next['pads']]).to.deep.equal([[], []])
    })

    it('says where the next call goes on: a cursor of one hub would pass over what others have', async () => {
      const { bensAgent, cleosAgent, hub } = cast
      const other = await bensAgent.does('create_hub', { title: `Apart over ${door.name}` })
      const since = await fromNow()
      const unseen = await start(bensAgent, `Unseen over ${door.name}`, other['slug'])
      await start(cleosAgent, `Seen over ${door.name}`)
      const { text, data } = await bensAgent.call('catch_up', { hub: hub.slug, since }, door)
      expect(text.trimEnd().split('\n').at(-1)).to.equal(
        `next: catch_up with hub ${hub.slug} and since ${data['cursor']}`,
      )
      const all = await bensAgent.call('catch_up', { since }, door)
      expect(all.data['threads'].map(({ thread_id }: any) => thread_id)).to.include(unseen)
      expect(all.text.trimEnd().split('\n').at(-1)).to.equal(`next: catch_up with since ${all.data['cursor']}`)

      // without the hub, or with another, it would; a cursor of all places tells of each
      for (const place of [{}, { hub: other['slug'] }, { thread_id: unseen }]) {
        const { error } = await bensAgent.call('catch_up', { ...place, since: data['cursor'] }, door)
        expect(error, JSON.stringify(place)).to.include({ error: 'invalid', reason: 'since' })
      }
      for (const place of [{ hub: other['slug'] }, { thread_id: unseen }]) {
        expect(
          (await bensAgent.does('catch_up', { ...place, since: all.data['cursor'] }, door))['threads'],
        ).to.deep.equal([])
      }
      const unseated = await (await signIn(server, `Dora${door.name}`)).agent('Unseated')
      const { error } = await unseated.call('catch_up', { hub: hub.slug, since: all.data['cursor'] }, door)
      expect(error?.message, 'for one without a seat there').to.contain('or from before a cursor named its place')
      const { cursor } = await bensAgent.does('catch_up', { hub: other['slug'], since }, door)
      expect((await bensAgent.does('catch_up', { thread_id: unseen, since: cursor }, door))['threads']).to.deep.equal(
        [],
      )
    })

    it('totals what a page lists, so that the pages add up to all there is', async () => {
      const threads = [await start(cast.otto, 'A page'), await start(cast.otto, 'Another page')]
      const since = await fromNow()
      for (const [n, thread_id] of [...threads, threads[1] as string].entries())
        await post(cast.bensAgent, thread_id, `Word ${n}, over ${door.name}.`)
      const first = await cast.otto.does('catch_up', { hub: cast.hub.slug, since, limit: 1 }, door)
      const rest = await cast.otto.does('catch_up', { hub: cast.hub.slug, since: first['cursor'], limit: 1 }, door)
      expect([first['more'], rest['more']]).to.deep.equal([true, false])
      expect([first['totals'].posts, rest['totals'].posts]).to.deep.equal([1, 2])
    })

    it('quotes new posts and changed blocks where it is asked to', async () => {
      const thread_id = await start(cast.otto, `Quoting over ${door.name}`)
      const { pad_id, version } = await cast.otto.does('create_pad', {
        hub: cast.hub.slug,
        title: 'Timetable',
        text: '## Morning\n\nKnead.\n\n## Evening\n\nRest.',
      })
      const since = await fromNow()
      await post(cast.bensAgent, thread_id, `A brand new thought over ${door.name}.`)
      await cast.otto.does('edit_pad', {
        pad_id,
        base_version: version,
        text: '## Morning\n\nKnead.\n\n## Evening\n\nFold twice.',
      })
      const { text, data } = await cast.stranger.call('catch_up', { hub: cast.hub.slug, since, detail: 'text' }, door)
      expect(text).to.contain(`A brand new thought over ${door.name}.`).and.contain('Fold twice.')
      expect(text).not.to.contain('to begin with').and.not.contain('Knead.')
      const [changed] = data['pads']
      expect(changed).to.include({ pad_id, from_version: 1, to_version: 2, suggestions: 0, status: 'settled' })
      expect(changed.section_ids).to.have.length(1)
      expect(data['totals']).to.include({ posts: 1, edits: 1 })
      expect(JSON.stringify(data)).not.to.contain('thought').and.not.contain('Fold')
    })

    it('answers a time to come as it was sent, and begins no later call there', async () => {
      const thread_id = await start(cast.otto, `To come over ${door.name}`)
      const since = new Date(server.parts.clock.now() + days(400)).toISOString()
      const first = await cast.cleosAgent.does('catch_up', { thread_id, since }, door)
      expect(first['since']).to.equal(since)
      await server.advance(minutes(1))
      await post(cast.otto, thread_id, 'One more.')
      for (const more of [{}, { since: first['cursor'] }]) {
        const next = await cast.cleosAgent.does('catch_up', { thread_id, ...more }, door)
        expect(Date.parse(next['since'])).to.be.at.most(server.parts.clock.now())
        expect(next['threads']).to.have.length(1)
      }
    })

    it('refuses two places, a since that is none, and what cannot be read', async () => {
      const refused = async (args: object) => (await cast.stranger.call('catch_up', args, door)).error
      const thread_id = await start(cast.otto, `Refusing over ${door.name}`)
      expect(await refused({ hub: cast.hub.slug, thread_id })).to.include({ error: 'invalid', reason: 'one_of' })
      for (const since of ['yesterday', 'cnonsense!', '2026', 'c1.2']) {
        expect(await refused({ hub: cast.hub.slug, since }), since).to.include({ error: 'invalid', reason: 'since' })
      }
      expect(await refused({ hub: 'no-such-hub' })).to.include({ error: 'not_found', reason: 'unreadable' })
    })
  })

  it('quotes within 40,000 characters, however long titles, posts and blocks are', async () => {
    const since = await fromNow()
    const { pad_id } = await cast.otto.does('create_pad', {
      hub: cast.hub.slug,
      title: 'Long',
      text: `# First\n\n${'word '.repeat(11_000)}`,
    })
    for (let n = 0; n < 12; n++) {
      const title = `${n} ${'[long] '.repeat(40)}`.slice(0, 200)
      const body = `${n} ${'loaf '.repeat(3_000)}`
      await (n % 2 ? cast.otto : cast.bensAgent).does('start_thread', { hub: cast.hub.slug, title, body })
    }
    const args = { hub: cast.hub.slug, since, detail: 'text' }
    const { text, data } = await cast.stranger.call('catch_up', args)
    expect(text.length).to.be.within(30_000, 40_000)
    expect(text).to.contain('clipped at 10000 of').and.contain('Not all that was said fits here')
    expect(text.trimEnd().split('\n').at(-1)).to.equal(
      `next: catch_up with hub ${cast.hub.slug} and detail text and since ${data['cursor']}`,
    )
    expect(data['pads'][0]).to.include({ pad_id, to_version: 1 })
  })

  it('goes on in a database that was restored into another server', async () => {
    const thread_id = await start(cast.otto, 'From a backup')
    const since = new Date(server.parts.clock.now() - 1_000).toISOString()
    // as a restored row has it: of a server that counted further
    await server.sql`update thread set stamp = '900000000'`
    await server.sql`update post set stamp = '900000000'`
    await migrate(server.parts.config.databaseUrl!)
    const { threads, cursor } = await cast.stranger.does('catch_up', { thread_id, since })
    expect(threads[0]).to.include({ thread_id, new_posts: 1 })
    await post(cast.otto, thread_id, 'Life goes on.')
    const next = await cast.stranger.does('catch_up', { thread_id, since: cursor })
    expect(next['threads'][0]).to.include({ new_posts: 1, from_seq: 2 })
  })

  it('finds out by whatever it holds that it was restored, and tells from the beginning what may be new', async () => {
    await cast.cleosAgent.does('catch_up', { hub: cast.hub.slug })
    const marks = () => server.sql`select from caught_up`
    const strange = () => server.sql`select from pad where stamp = '900000000'`
    expect(await marks()).to.have.length.greaterThan(0)
    await server.sql`alter table pad disable trigger user`
    await server.sql`update pad set stamp = '900000000'`
    await server.sql`alter table pad enable trigger user`
    expect(await strange()).to.have.length.greaterThan(0)
    await migrate(server.parts.config.databaseUrl!)
    expect(await strange()).to.have.length(0)
    expect(await marks()).to.have.length(0)
  })

  it('shows what is private to members only', async () => {
    const { slug } = await cast.otto.does('create_hub', { title: 'Back room' })
    const since = await fromNow()
    const thread_id = await start(cast.otto, 'Between us', slug)
    for (const agent of [cast.stranger, cast.cleosAgent]) {
      for (const args of [{ hub: slug }, { thread_id }]) {
        expect(await agent.refused('catch_up', args)).to.equal('not_found/unreadable')
      }
      const everywhere = await agent.does('catch_up', { since })
      expect(JSON.stringify(everywhere)).not.to.contain(thread_id)
    }
    const own = await cast.otto.does('catch_up', { since })
    expect(own['threads'].map((one: { thread_id: string }) => one.thread_id)).to.include(thread_id)
  })

  it('begins at the joining, then where the caller’s own last call of that place ended, at most 14 days back', async () => {
    const { slug } = await cast.otto.does('create_hub', { title: 'Nights' })
    const { invite_url } = await cast.otto.does('invite', { hub: slug })
    const [one, two] = [await start(cast.otto, 'Before', slug), await start(cast.otto, 'Before, too', slug)]
    await server.advance(minutes(1))
    await cast.cleosAgent.does('join_hub', { invite: invite_url.split('#')[1] })
    const told = async (args: object) =>
      (await cast.cleosAgent.does('catch_up', args))['threads'].map((row: any) => row.thread_id)
    expect(await told({ hub: slug }), 'what stood there before').to.deep.equal([])
    await server.advance(minutes(1))
    await post(cast.otto, one, 'In the night.')
    await post(cast.otto, two, 'In the night, too.')
    // opening one hides nothing of it, nor of the other
    await cast.cleosAgent.does('open_thread', { thread_id: one })
    expect(await told({ hub: slug })).to.deep.equal([one, two])
    expect(await told({ hub: slug }), 'told already').to.deep.equal([])
    expect(await told({ thread_id: one }), 'as part of its hub').to.deep.equal([])
    await post(cast.otto, two, 'And again.')
    expect(await told({ thread_id: two })).to.deep.equal([two])
    expect(await told({ hub: slug }), 'of the hub as a whole it was not told').to.deep.equal([two])
    await post(cast.otto, one, 'More.')
    await post(cast.otto, two, 'More.')
    expect(await told({ hub: slug, limit: 1 })).to.deep.equal([one])
    expect(await told({ hub: slug }), 'the next page').to.deep.equal([two])
    await server.advance(days(20))
    const { since, threads } = await cast.cleosAgent.does('catch_up', { hub: slug })
    expect(Date.parse(since)).to.be.closeTo(server.parts.clock.now() - days(14), minutes(1))
    expect(threads).to.deep.equal([])
  })

  it('tells of a public place without a seat whatever was told of the places with one', async () => {
    const reader = await cast.cleo.agent('Passing by')
    const thread_id = await start(cast.otto, 'On the street')
    expect((await reader.does('catch_up', {}))['threads']).to.deep.equal([])
    for (const args of [{ thread_id }, { hub: cast.hub.slug, limit: 100 }]) {
      const told = (await reader.does('catch_up', args))['threads'].map((row: any) => row.thread_id)
      expect(told).to.include(thread_id)
    }
    expect((await reader.does('catch_up', { thread_id }))['threads'], 'told already').to.deep.equal([])
  })

  it('tells again what a call found that came to no answer', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Unread', text: 'One.' })
    await cast.cleosAgent.does('catch_up', { pad_id })
    await cast.otto.does('edit_pad', { pad_id, base_version: 1, text: 'One.\n\nTwo.' })
    await server.sql`alter table block_text rename to block_text_away`
    try {
      expect((await cast.cleosAgent.call('catch_up', { pad_id, detail: 'text' })).ok).to.equal(false)
    } finally {
      await server.sql`alter table block_text_away rename to block_text`
    }
    const { pads } = await cast.cleosAgent.does('catch_up', { pad_id })
    expect(pads[0]).to.include({ pad_id, from_version: 1, to_version: 2 })
    expect((await cast.cleosAgent.does('catch_up', { pad_id }))['pads']).to.deep.equal([])
  })

  it('moves no time and no cursor that is given, however old it is', async () => {
    const thread_id = await start(cast.otto, 'Long ago')
    const { cursor } = await cast.cleosAgent.does('catch_up', { thread_id, since: await fromNow() })
    await post(cast.bensAgent, thread_id, 'Said and forgotten.')
    await server.advance(days(20))
    const asked = await cast.cleosAgent.does('catch_up', { thread_id, since: '2020-01-01T00:00:00Z' })
    expect(asked['since']).to.equal('2020-01-01T00:00:00.000Z')
    expect(asked['threads'][0]).to.include({ thread_id, new_posts: 2, from_seq: 1 })
    const { threads } = await cast.cleosAgent.does('catch_up', { thread_id, since: cursor })
    expect(threads[0]).to.include({ thread_id, new_posts: 1, from_seq: 2 })
  })

  it('goes by its time where a cursor tells of transactions that are yet to come', async () => {
    const thread_id = await start(cast.otto, 'Restored')
    const since = server.parts.clock.now() - 1
    await post(cast.bensAgent, thread_id, 'After it.')
    const restored = cursorText({ since, seen: { xmin: 9e12, xmax: 9e12, running: [] } })
    const { threads } = await cast.cleosAgent.does('catch_up', { thread_id, since: restored })
    expect(threads[0]).to.include({ thread_id, to_seq: 2 })
  })

  it('pages without losing what a thread of the next page had since the beginning', async () => {
    const [first, second] = [await start(cast.otto, 'First'), await start(cast.otto, 'Second')]
    const since = await fromNow()
    await post(cast.bensAgent, second as string, 'Second, early.')
    await post(cast.bensAgent, first as string, 'First.')
    await server.advance(minutes(1))
    await post(cast.bensAgent, second as string, 'Second, late.')
    const one = await cast.stranger.does('catch_up', { hub: cast.hub.slug, since, limit: 1 })
    expect(one).to.include({ more: true, since })
    expect(one['threads'][0]).to.include({ thread_id: first, new_posts: 1 })
    const two = await cast.stranger.does('catch_up', { hub: cast.hub.slug, since: one['cursor'], limit: 1 })
    expect(two).to.include({ more: false, since })
    expect(two['threads'][0]).to.include({ thread_id: second, new_posts: 2 })
    expect(one['cursor'].length).to.be.at.most(60)
  })

  it('begins the next window at the latest change told, where what changed meanwhile came last', async () => {
    const { slug: hub } = await cast.otto.does('create_hub', { title: 'Window' })
    const threads = [await start(cast.otto, 'One', hub), await start(cast.otto, 'Two', hub)]
    const busy = await start(cast.otto, 'Busy', hub)
    const since = await fromNow()
    for (const thread_id of [...threads, busy]) {
      await server.advance(minutes(1))
      await post(cast.otto, thread_id, 'Something.')
    }
    const one = await cast.otto.does('catch_up', { hub, since, limit: 1 })
    await post(cast.otto, busy, 'And more.')
    const two = await cast.otto.does('catch_up', { hub, since: one['cursor'] })
    expect(two['threads'].map((row: any) => row.thread_id)).to.deep.equal([threads[1], busy])
    const next = await cast.otto.does('catch_up', { hub, since: two['cursor'] })
    expect(Date.parse(next['since'])).to.be.at.least(Date.parse(since) + minutes(2))
    expect(next['threads'][0]).to.include({ thread_id: busy, new_posts: 1 })
  })

  it('tells the same since a time and since a cursor, in a hub and in all of them, whole and one by one', async () => {
    const { slug: hub } = await cast.otto.does('create_hub', { title: 'Alike' })
    const threads = [await start(cast.otto, 'One', hub), await start(cast.otto, 'Two', hub)]
    await server.advance(minutes(1))
    const { cursor } = await cast.otto.does('catch_up', { since: await fromNow() })
    const time = await fromNow()
    const come: string[] = []
    for (const thread_id of [...threads, await start(cast.otto, 'Three', hub)].toReversed()) {
      await server.advance(minutes(1))
      await post(cast.otto, thread_id, 'Something.')
      const { task_id } = await cast.otto.does('create_task', { thread_id, title: 'Do it' })
      come.push(thread_id, task_id)
    }
    for (const place of [{ hub }, {}])
      for (const since of [time, cursor]) {
        const told = async (limit: number) => {
          const ids: string[] = []
          for (let at: string | undefined = since, page = 0; at !== undefined && page < 9; page++) {
            const found: Record<string, any> = await cast.otto.does('catch_up', { ...place, since: at, limit })
            for (const { thread_id } of found['threads'] ?? []) ids.push(thread_id)
            for (const { task_id } of found['tasks'] ?? []) ids.push(task_id)
            at = found['more'] ? found['cursor'] : undefined
          }
          return ids
        }
        expect(await told(50)).to.have.members(come)
        // thread and task changed at one time: which of them is first depends on their ids
        expect(await told(1)).to.have.members(come)
      }
  })

  it('is public where all it could say is: nothing new of a public thread, never of a hidden one', async () => {
    const thread_id = await start(cast.otto, 'Labels')
    const since = await fromNow()
    const trustOf = async (args: object) => (await cast.otto.call('catch_up', args, mcp)).result?.['_meta']['svc/trust']
    expect(await trustOf({ thread_id, since })).to.include({ confidentiality: 'public' })
    expect(await trustOf({ hub: cast.hub.slug, since })).to.include({ confidentiality: 'public' })
    expect(await trustOf({ since: new Date(server.parts.clock.now()).toISOString() })).to.include({
      confidentiality: 'private',
    })
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Labels', text: 'Here.' })
    for (const hidden of [{ thread_id }, { pad_id }]) {
      await cast.otto.does('moderate', { action: 'hide', level: 'hide', reason: 'spam', ...hidden })
      expect(await trustOf({ ...hidden, since })).to.include({ confidentiality: 'private' })
    }
    const read = await cast.otto.call('open_pad', { pad_id }, mcp)
    expect(read.result?.['_meta']['svc/trust']).to.include({ confidentiality: 'private' })
  })

  it('comes to the end of its pages in a place where everything goes on changing', async () => {
    const { slug: hub, front_pad } = await cast.otto.does('create_hub', { title: 'Busy' })
    const threads: string[] = []
    for (const title of ['One', 'Two', 'Three'])
      threads.push((await cast.otto.does('start_thread', { hub, title, body: `${title} begins.` }))['thread_id'])
    const told: string[] = []
    let since = '2026-01-01'
    let pages = 0
    for (let more = true; more && pages < 9; pages++) {
      const page = await cast.otto.does('catch_up', { hub, since, limit: 1 })
      told.push(...page['threads'].map((row: any) => row.thread_id), ...page['pads'].map((row: any) => row.pad_id))
      ;({ cursor: since, more } = page as any)
      const text = `Line ${pages}.`
      await cast.otto.does('edit_pad', { pad_id: front_pad.pad_id, inserts: [{ after: 'start', text }] })
      for (const thread_id of threads)
        await cast.otto.does('post_reply', { thread_id, body: `${thread_id} goes on: ${pages}.` })
    }
    expect(pages).to.be.below(9)
    expect(new Set(told)).to.deep.equal(new Set([...threads, front_pad.pad_id]))
    const { threads: next } = await cast.otto.does('catch_up', { hub, since })
    expect(next.map((row: any) => [row.from_seq, row.to_seq])).to.deep.equal(threads.map(() => [2, 1 + pages]))
  })

  it('leaves out what is folded', async () => {
    const thread_id = await start(cast.otto, 'Gone stale')
    const since = await fromNow()
    await post(cast.bensAgent, thread_id, 'Buy now.')
    await server.sql`insert into fold (target_id, level, reason, at) values (${thread_id}, 'fold', 'spam', now())`
    expect((await cast.stranger.does('catch_up', { hub: cast.hub.slug, since }))['threads']).to.deep.equal([])
  })

  it('names tasks that moved and decisions that were made', async () => {
    const thread_id = await start(cast.otto, 'Working')
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Decided', text: 'As we do.' })
    const since = await fromNow()
    const id = mint('task', server.parts.clock.now())
    const at = new Date(server.parts.clock.now())
    await server.sql`
      insert into task (id, thread_id, hub_id, seq, title, state, creator_id, assignee_id, claim, created_at, updated_at)
      values (${id}, ${thread_id}, ${cast.hub.hub_id}, 2, 'Bake', 'taken', ${cast.otto.id}, ${cast.cleosAgent.id}, 1,
        ${at}, ${at})`
    const { decision } = await cast.otto.does('edit_pad', { pad_id, decision: { text: 'Rye on Fridays.' } })
    const { text, data } = await cast.stranger.call('catch_up', { hub: cast.hub.slug, since, detail: 'text' })
    expect(data['tasks']).to.deep.equal([
      { task_id: id, state: 'taken', thread_id, assignee_id: cast.cleosAgent.id, claim: 1 },
    ])
    expect(data['decisions']).to.have.length(1)
    expect(data['decisions'][0]).to.include({ decision_id: decision.decision_id, pad_id })
    expect(data['totals']).to.include({ tasks: 1, decisions: 1 })
    expect(text).to.contain('Rye on Fridays.')
    const here = await cast.stranger.does('catch_up', { thread_id, since })
    expect(here['tasks']).to.have.length(1)
    expect(here['decisions']).to.deep.equal([])
  })
})
