import { expect } from 'chai'
import { fillWordIndex } from '../../../src/roles/search_words.ts'
import { mint } from '../../../src/rules/ids.ts'
import type { Agent } from '../../support/cast.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { makesPad, startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

// SPEC: find and read show
describe('search_svc', () => {
  const { server, cast } = withCast()
  let bread: string
  let secret: { hub_id: string; slug: string }
  let pad: string

  const ids = (data: Record<string, any>): string[] => data['results'].map((one: { id: string }) => one.id)
  const find = async (agent: Agent, args: object) => ids(await agent.does('search_svc', args))

  before(async () => {
    const { otto, bensAgent, hub } = cast
    bread = await startsThread(otto, {
      hub: hub.slug,
      title: 'Sourdough starters',
      body: 'Who keeps a zymurgical culture?',
    })
    await bensAgent.does('post_reply', { thread_id: bread, body: 'Mine bubbles like a kettledrum.' })
    pad = await makesPad(otto, {
      hub: hub.slug,
      title: 'Handbook',
      text: 'Opening words.\n\n## Ovens\n\nSteam for twelve minutes.\n\n## Storage\n\nA linen bag keeps rye.',
    })
    secret = (await otto.does('create_hub', { title: 'Hidden pantry' })) as typeof secret
    await otto.does('start_thread', { hub: secret.slug, title: 'Truffle supplier', body: 'Call the quixotic forager.' })
    await otto.does('create_pad', { hub: secret.slug, title: 'Truffle prices', text: '# Quixotic\n\nForty a gram.' })
  })

  it('quotes of an answered thread its answer', async () => {
    const { thread_id } = await cast.otto.does('start_thread', {
      hub: cast.hub.slug,
      title: 'Quinces',
      body: 'When are they ripe?',
    })
    const { post_id } = await cast.otto.does('post_reply', { thread_id, body: 'In October.' })
    const asks = { query: 'quinces' }
    expect((await cast.stranger.call('search_svc', asks)).text).to.contain('When are they ripe?')
    await cast.otto.does('edit_pad', { resolves_thread: thread_id, answer_id: post_id })
    expect((await cast.stranger.call('search_svc', asks)).text)
      .to.contain('its answer')
      .and.contain('In October.')
      .and.not.contain('When are they ripe?')
  })

  // SPEC: /search?q= best match quoted
  it('quotes of a hub its Read me first, where somebody wrote one', async () => {
    const { otto } = cast
    await otto.does('create_hub', { title: 'Quokka bakers', guide: 'Knock on the back door.' })
    await otto.does('create_hub', { title: 'Quagga bakers' })
    expect((await otto.call('search_svc', { query: 'quokka', type: 'hub' })).text).to.contain('Knock on the back door.')
    const { text, data } = await otto.call('search_svc', { query: 'quagga', type: 'hub' })
    expect(ids(data)).to.have.length(1)
    expect(text).to.contain('Quagga bakers').and.not.contain('~~~~markdown')
  })

  throughEachDoor((door) => {
    it('finds threads by the beginnings of words of their titles, and quotes the best', async () => {
      const { text, data } = await cast.stranger.call('search_svc', { query: 'SOURD start' }, door)
      expect(data).to.deep.include({ best: { type: 'thread', id: bread }, count: 1, query_cut: false })
      expect(data['results'][0]).to.include({
        type: 'thread',
        id: bread,
        hub_id: cast.hub.hub_id,
        thread_id: bread,
        status: 'open',
        url: `${server.url}/t/${bread}`,
      })
      expect(text).to.contain('Who keeps a zymurgical culture?').and.contain('Sourdough starters')
      expect(JSON.stringify(data)).not.to.contain('Sourdough').and.not.contain('zymurgical')
    })

    it('finds sections by their heading and by their text', async () => {
      const heading = await cast.stranger.does('search_svc', { query: 'ovens' }, door)
      const [section] = heading['results']
      expect(section).to.include({ type: 'section', pad_id: pad, status: 'settled' })
      expect(section.url).to.equal(`${server.url}/p/${pad}?section=${section.section_id}`)
      const { text, data } = await cast.stranger.call('search_svc', { query: 'linen rye' }, door)
      expect(data['results'][0]).to.include({ type: 'section', pad_id: pad })
      expect(text).to.contain('A linen bag keeps rye.')
    })

    it('finds hubs and pads, what holds much before what holds little', async () => {
      expect(await find(cast.stranger, { query: 'bakery' })).to.deep.equal([cast.hub.hub_id, cast.hub.front_pad.pad_id])
      expect(await find(cast.stranger, { query: 'handbook type:pad' })).to.deep.equal([pad])
      expect(await find(cast.stranger, { query: 'handbook', type: 'thread' })).to.deep.equal([])
    })

    it('looks into posts where it is asked to', async () => {
      expect(await find(cast.stranger, { query: 'kettledrum' })).to.deep.equal([])
      for (const args of [{ in_posts: true }, { type: 'post' }, { query: 'kettledrum in:posts' }]) {
        const { results } = await cast.stranger.does('search_svc', { query: 'kettledrum', ...args }, door)
        expect(results).to.have.length(1)
        expect(results[0]).to.include({ type: 'post', thread_id: bread, seq: 2, status: 'open' })
        expect(results[0].url).to.equal(`${server.url}/t/${bread}/m/${results[0].id}`)
      }
    })

    it('shows what is private to members only, and nobody learns that it is there', async () => {
      const everywhere = { query: 'truffle', in_posts: true }
      expect(await find(cast.otto, everywhere)).to.have.length(2)
      for (const agent of [cast.stranger, cast.bensAgent, cast.cleosAgent]) {
        for (const args of [everywhere, { query: 'quixotic in:posts' }, { query: 'pantry' }]) {
          expect(await find(agent, args)).to.deep.equal([])
        }
        expect(await find(agent, { ...everywhere, hub: secret.slug })).to.deep.equal([])
        expect(await find(agent, { ...everywhere, hub: 'no-such-hub' })).to.deep.equal([])
      }
      const { result } = await cast.otto.call('search_svc', everywhere, door)
      if (result)
        expect(result['_meta']['svc/trust']).to.deep.equal({ integrity: 'untrusted', confidentiality: 'private' })
    })

    it('needs words, a lane, or type: task', async () => {
      for (const args of [{}, { query: '   ' }, { query: 'is:open' }, { type: 'thread' }]) {
        const { error } = await cast.otto.call('search_svc', args, door)
        expect(error).to.include({ error: 'invalid', reason: 'query_or_type' })
      }
      // a cursor alone: what it goes on with is said
      const alone = await cast.otto.call('search_svc', { cursor: 'bm9uZQ' }, door)
      expect(alone.error).to.include({ reason: 'query_or_type' })
      expect(alone.text).to.contain('send the query, type, hub, is and lane of that call beside it')
      const { error } = await cast.otto.call('search_svc', { query: 'bread', cursor: 'nonsense' }, door)
      expect(error).to.include({ error: 'invalid', reason: 'cursor' })
    })

    it('quotes the beginning of a long text, up to the end of a line, and says so', async () => {
      const rows = Array.from({ length: 60 }, (_, n) => `| Marzipan ${n} | from the northern valley |`).join('\n')
      const text = `## Marzipan\n\n| Kind | Where |\n|---|---|\n${rows}`
      await makesPad(cast.otto, { hub: cast.hub.slug, title: 'Sweets', text })
      const found = await cast.stranger.call('search_svc', { query: 'marzipan', type: 'section' }, door)
      const [, quoted = ''] = /^~~~~markdown\n([^~]*)\n~~~~$/m.exec(found.text) ?? []
      expect(text.startsWith(quoted)).to.equal(true)
      expect(quoted.length).to.be.within(900, 1000)
      expect(quoted).to.match(/from the northern valley \|$/)
      expect(found.text).to.contain(
        `clipped at ${quoted.length} of ${text.length} characters: open it to read the rest`,
      )
    })

    // SPEC: Reads > search svc 20 per
    it('says that a query was cut', async () => {
      const { query_cut, count } = await cast.otto.does('search_svc', { query: 'x'.repeat(201) }, door)
      expect([query_cut, count]).to.deep.equal([true, 0])
    })
  })

  // SPEC: Reads > search svc 20 per
  it('shows each result once over all pages, 20 on a page and 25 at most', async () => {
    const made: string[] = []
    for (let n = 0; n < 32; n++) {
      const { thread_id } = await (n % 2 ? cast.otto : cast.cleosAgent).does('start_thread', {
        hub: cast.hub.slug,
        title: `Paginated ${n}`,
        body: `Paginated opening ${n}`,
      })
      made.push(thread_id)
      if (n === 15) await server.advance(61_000)
    }
    const first = await cast.stranger.does('search_svc', { query: 'paginated in:posts' })
    expect(first['count']).to.equal(20)
    expect(await find(cast.stranger, { query: 'paginated in:posts', limit: 50 })).to.have.length(25)
    const all = ids(first)
    for (let cursor = first['next_cursor']; cursor !== undefined; ) {
      const page = await cast.stranger.does('search_svc', { query: 'paginated in:posts', cursor })
      expect(page).not.to.have.property('best')
      all.push(...ids(page))
      cursor = page['next_cursor']
    }
    expect(all).to.have.length(64)
    expect(new Set(all).size).to.equal(64)
    expect(all.slice(0, 32)).to.deep.equal(made.toReversed())
  })

  it('goes on where a page ended while things are made, answered, folded and come up again in between', async () => {
    await server.advance(61_000)
    const start = (n: number): Promise<string> =>
      startsThread(cast.bensAgent, { hub: cast.hub.slug, title: `Unsteady ${n}`, body: `Opening ${n}` })
    const made: string[] = []
    for (let n = 0; n < 9; n++) made.push(await start(n))
    const all: string[] = []
    for (let cursor: string | undefined, n = 10; ; n++) {
      const page = await cast.stranger.does('search_svc', { query: 'unsteady', limit: 3, ...(cursor && { cursor }) })
      all.push(...ids(page))
      cursor = page['next_cursor']
      if (cursor === undefined) break
      await start(n)
      // one that comes, one that was shown
      for (const thread_id of [made[0], made[8]])
        await cast.otto.does('post_reply', { thread_id, body: `Up again, number ${n}` })
      if (n === 10) await cast.otto.does('moderate', { action: 'hide', thread_id: made[8], reason: 'outdated' })
    }
    expect(all).to.deep.equal(made.toReversed())
  })

  it('finds the same posts before and after they went into the word index', async () => {
    await server.advance(61_000)
    const { post_id } = await cast.otto.does('post_reply', { thread_id: bread, body: 'A marzipan crumb.' })
    const query = { query: 'marzipan in:posts' }
    expect(await find(cast.stranger, query)).to.deep.equal([post_id])
    expect(await fillWordIndex(server.sql)).to.be.greaterThan(0)
    expect(await server.sql`select from words_waiting`).to.have.length(0)
    expect(await find(cast.stranger, query)).to.deep.equal([post_id])
    expect(await find(cast.stranger, { ...query, hub: cast.hub.slug })).to.deep.equal([post_id])
    expect(await find(cast.otto, { ...query, hub: secret.slug })).to.deep.equal([])
    await cast.otto.does('post_reply', { edits_post: post_id, body: 'A pistachio crumb.' })
    expect(await find(cast.stranger, query)).to.deep.equal([])
    expect(await find(cast.stranger, { query: 'pistachio in:posts' })).to.deep.equal([post_id])
    await fillWordIndex(server.sql)
    expect(await find(cast.stranger, query)).to.deep.equal([])
    expect(await find(cast.stranger, { query: 'pistachio in:posts' })).to.deep.equal([post_id])
    await cast.otto.does('undo_edit', { post_id })
    expect(await find(cast.stranger, { query: 'pistachio in:posts' })).to.deep.equal([])
  })

  it('leaves out what is folded unless it is asked for, and what is hidden to all but owner and helpers', async () => {
    const { thread_id } = await cast.otto.does('start_thread', {
      hub: cast.hub.slug,
      title: 'Gingerbread',
      body: 'Soft.',
    })
    const fold = (level: string) => server.sql`
      insert into fold (target_id, level, reason, at) values (${thread_id}, ${level}, 'off_topic', now())
      on conflict (target_id) do update set level = excluded.level`
    await fold('fold')
    for (const agent of [cast.stranger, cast.otto]) {
      expect(await find(agent, { query: 'gingerbread' })).to.deep.equal([])
      expect(await find(agent, { query: 'soft in:posts' })).to.deep.equal([])
      expect(await find(agent, { query: 'gingerbread is:folded' })).to.deep.equal([thread_id])
    }
    await fold('hide')
    expect(await find(cast.stranger, { query: 'gingerbread is:folded in:posts' })).to.deep.equal([])
    expect(await find(cast.otto, { query: 'gingerbread', is: 'folded' })).to.deep.equal([thread_id])
    expect(await find(cast.bensAgent, { query: 'gingerbread', is: 'folded' })).to.deep.equal([thread_id])
  })

  it('follows sections as they come, change and go', async () => {
    const { pad_id, version } = await cast.otto.does('create_pad', {
      hub: cast.hub.slug,
      title: 'Moving',
      text: '## Walnut\n\nShelled.\n\n## Almond\n\nBlanched.',
    })
    expect(await find(cast.stranger, { query: 'walnut' })).to.have.length(1)
    await cast.otto.does('edit_pad', {
      pad_id,
      base_version: version,
      text: '## Pecan\n\nToasted.\n\n## Almond\n\nFlaked.',
    })
    expect(await find(cast.stranger, { query: 'walnut' })).to.deep.equal([])
    expect(await find(cast.stranger, { query: 'pecan toasted' })).to.have.length(1)
    expect(await find(cast.stranger, { query: 'blanched' })).to.deep.equal([])
    expect(await find(cast.stranger, { query: 'flaked' })).to.have.length(1)
  })

  it('finds a thread of a private hub for somebody with a seat in that thread alone', async () => {
    const { thread_id } = await cast.otto.does('start_thread', { hub: secret.slug, title: 'Saffron', body: 'Threads.' })
    await server.sql`insert into seat (scope_id, participant_id, role, given_by, at)
      values (${thread_id}, ${cast.cleosAgent.id}, 'member', ${cast.otto.id}, now())`
    for (const where of [{}, { hub: secret.slug }]) {
      expect(await find(cast.cleosAgent, { query: 'saffron', ...where })).to.deep.equal([thread_id])
      expect(await find(cast.cleosAgent, { query: 'pantry', ...where })).to.deep.equal([])
      expect(await find(cast.stranger, { query: 'saffron', ...where })).to.deep.equal([])
    }
  })

  it('lists a lane, in one hub too', async () => {
    const pads = await cast.stranger.does('search_svc', { lane: 'pads', hub: cast.hub.slug })
    expect(ids(pads)).to.include(pad)
    expect(pads['results'].every((one: { type: string }) => one.type === 'pad')).to.equal(true)
    expect(pads['results'].every((one: { status: string }) => one.status === 'settled')).to.equal(true)
    expect(await find(cast.stranger, { lane: 'open', query: 'sourdough' })).to.deep.equal([bread])
    const about = { pad_id: pad, title: 'Not so', body: 'It is wrong.', flag_wrong: true, source: 'The mill' }
    const { data } = await cast.otto.call('open_pad', { pad_id: pad, outline: true })
    const flag = { ...about, anchor_block: data['sections'][1].section_id }
    const { thread_id } = await cast.bensAgent.does('start_thread', flag)
    expect(await find(cast.stranger, { lane: 'pads', query: 'is:disputed' })).to.deep.equal([pad])
    expect(await find(cast.stranger, { lane: 'new', is: 'disputed' })).to.deep.equal([thread_id, pad])
    expect(await find(cast.stranger, { lane: 'new', query: 'type:hub' })).to.deep.equal([cast.hub.hub_id])
    expect(await find(cast.stranger, { lane: 'pads', type: 'thread' })).to.deep.equal([])
    await cast.otto.does('moderate', { action: 'settle_flag', thread_id, outcome: 'not_wrong' })
    await cast.otto.does('moderate', { action: 'hide', thread_id, reason: 'outdated' })
    expect(await find(cast.stranger, { lane: 'new', type: 'thread' })).not.to.include(thread_id)
    expect(await find(cast.stranger, { lane: 'new', is: 'folded' })).to.include(thread_id)
    expect(await find(cast.stranger, { lane: 'guests', query: 'sourdough' })).to.deep.equal([])
  })

  it('is dropped on every door where its client goes before its turn comes', async function () {
    // behind one address with others, another process may be the one that is asked
    if (new URL(server.url).port !== String(server.port)) this.skip()
    const { searchInTurn } = server.parts
    const { refused } = searchInTurn.metrics()
    let end = (): void => undefined
    const ended = new Promise<void>((resolve) => (end = resolve))
    const earlier = [{ participant: cast.otto.id }, { network: 'another' }].map((by) => searchInTurn(by, () => ended))
    const clients = new AbortController()
    const { signal } = clients
    const headers = { Authorization: `Bearer ${cast.otto.key}`, 'Content-Type': 'application/json' }
    const asks = (path: string, more: object = {}) =>
      fetch(server.url + path, { signal, ...more }).then(
        ({ status }) => status,
        ({ name }: Error) => name,
      )
    const calls = (path: string, body: object) => asks(path, { method: 'POST', headers, body: JSON.stringify(body) })
    const args = { query: 'sourdough' }
    const asked = [
      calls('/api/v1/tools/search_svc', args),
      calls('/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name: 'search_svc', arguments: args } }),
      asks('/search?q=steam&format=md', { headers }),
      asks('/search?q=linen&format=md'),
    ]
    await until(() => searchInTurn.metrics().waiting_level === asked.length, 'all of them wait')
    clients.abort()
    expect(await Promise.all(asked)).to.deep.equal(asked.map(() => 'AbortError'))
    await until(() => searchInTurn.metrics().waiting_level === 0, 'none of them waits')
    expect(searchInTurn.metrics().refused, 'for having waited too long').to.equal(refused)
    end()
    await Promise.all(earlier)
    expect(await find(cast.otto, args)).to.deep.equal([bread])
  })

  describe('for tasks', () => {
    const task = async (title: string, about: { state?: string; assignee?: string; hub?: string; in?: string }) => {
      const id = mint('task', server.parts.clock.now())
      const at = new Date(server.parts.clock.now())
      const thread = about.in ?? bread
      await server.sql`
        insert into task (id, thread_id, hub_id, seq, title, details, state, creator_id, assignee_id, created_at, updated_at)
        values (${id}, ${thread}, ${about.hub ?? cast.hub.hub_id},
          (select 1000 + count(*) from task where thread_id = ${thread}), ${title}, ${`Details of ${title}`},
          ${about.state ?? 'open'}, ${cast.otto.id}, ${about.assignee ?? null}, ${at}, ${at})`
      await server.advance(1_000)
      return id
    }
    let scrub: string
    let weigh: string
    let locked: string

    before(async () => {
      scrub = await task('Scrub the oven', {})
      weigh = await task('Weigh flour', { state: 'working', assignee: cast.cleosAgent.id })
      const { thread_id } = await cast.otto.does('start_thread', {
        hub: secret.slug,
        title: 'Rota',
        body: 'Whose turn?',
      })
      locked = await task('Count truffles', { hub: secret.hub_id, in: thread_id })
    })

    it('lists those one may see, newest change first, by state, assignee and hub', async () => {
      expect(await find(cast.stranger, { type: 'task' })).to.deep.equal([weigh, scrub])
      expect(await find(cast.otto, { type: 'task' })).to.deep.equal([locked, weigh, scrub])
      expect(await find(cast.stranger, { query: 'type:task' })).to.deep.equal([weigh, scrub])
      expect(await find(cast.stranger, { state: 'open', type: 'task' })).to.deep.equal([scrub])
      expect(await find(cast.cleosAgent, { type: 'task', assignee: 'me' })).to.deep.equal([weigh])
      for (const assignee of [cast.cleosAgent.id, `@${cast.cleosAgent.handle}`]) {
        expect(await find(cast.stranger, { type: 'task', assignee })).to.deep.equal([weigh])
      }
      expect(await find(cast.stranger, { type: 'task', assignee: 'none' })).to.deep.equal([scrub])
      expect(await find(cast.stranger, { type: 'task', assignee: 'nobody-called-so' })).to.deep.equal([])
      expect(await find(cast.otto, { type: 'task', hub: secret.slug })).to.deep.equal([locked])
      expect(await find(cast.stranger, { type: 'task', hub: secret.slug })).to.deep.equal([])
    })

    it('answers list_tasks', async () => {
      const { results, notices } = await cast.stranger.does('list_tasks', { state: 'working' })
      expect(results).to.have.length(1)
      expect(results[0]).to.include({ type: 'task', id: weigh, status: 'working', thread_id: bread, seq: 1001 })
      expect(results[0].url).to.equal(`${server.url}/t/${bread}#${weigh}`)
      expect(notices).to.include('old_name')
    })

    it('finds them by title and details', async () => {
      const { text, data } = await cast.stranger.call('search_svc', { query: 'scrub' })
      expect(ids(data)).to.deep.equal([scrub])
      expect(text).to.contain('Details of Scrub the oven')
      expect(await find(cast.stranger, { query: 'details flour' })).to.deep.equal([weigh])
      expect(await find(cast.stranger, { query: 'truffles' })).to.deep.equal([])
      expect(await find(cast.otto, { query: 'count truffles' })).to.deep.equal([locked])
      expect(await find(cast.stranger, { query: 'flour', state: 'done' })).to.deep.equal([])
    })

    // SPEC: search svc type task
    it('pages through them, 50 at most', async () => {
      for (let n = 0; n < 52; n++) await task(`Fold napkin ${n}`, { state: 'done' })
      const first = await cast.stranger.does('search_svc', { type: 'task', state: 'done' })
      expect(first['count']).to.equal(20)
      const most = await cast.stranger.does('search_svc', { type: 'task', state: 'done', limit: 50 })
      expect(most['count']).to.equal(50)
      const rest = { type: 'task', state: 'done', limit: 50, cursor: most['next_cursor'] }
      expect(await find(cast.stranger, rest)).to.have.length(2)
    })
  })
})
