import { expect } from 'chai'
import { type Agent, makePublic } from '../../support/cast.ts'
import { minutes } from '../../../src/rules/units.ts'
import { openReach } from '../../../src/reading/account/reach.ts'
import { openFor, openThreads } from '../../../src/reading/thread/thread.ts'
import { throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'
import { until } from '../../support/until.ts'

describe('posts that a task or a thread comes of', () => {
  const { server, cast } = withCast({ SVC_PUBLIC_THREADS: '1' })
  /** a hub of Otto's that Ben's agent cannot read */
  let private_thread: string

  before(async () => {
    const { slug } = await cast.otto.does('create_hub', { title: 'Recipes kept back' })
    private_thread = await startsThread(cast.otto, { hub: slug, title: 'Kept back', body: 'Nobody knows of it.' })
  })

  const hubOf = async (by: Agent, title: string): Promise<string> => {
    const { slug } = await by.does('create_hub', { title })
    await makePublic(by, slug)
    return slug
  }
  const page = async (path: string, headers: Record<string, string> = {}): Promise<string> =>
    (await fetch(server.url + path, { headers })).text()

  it('are told to a crowd that wakes together with no more statements than to one', async () => {
    const started = { hub: cast.hub.slug, title: 'A crowd', body: 'Come.' }
    const { thread_id, post_id } = await cast.otto.does('start_thread', started)
    const grounded = { thread_id: private_thread, title: 'Count them', from_posts: [post_id] }
    const { task_id } = await cast.otto.does('create_task', grounded)
    const waiting = [cast.otto, cast.bensAgent, cast.cleosAgent, cast.stranger]
    const woken = async (readers: readonly Agent[]) => {
      let statements = 0
      const sql = new Proxy(server.sql, {
        apply(target, self, args) {
          statements++
          return Reflect.apply(target, self, args)
        },
      })
      const ids = new Set(readers.map(({ id }) => id))
      const shared = await openThreads({ sql, reach: openReach(sql) }).readShared(
        { id: thread_id, posts: 5 },
        { readers: ids, publicOn: true, now: 0 },
      )
      const told = readers.map(({ id }) => openFor(shared!, { id, publicOn: true })?.page.posts[0]?.led?.[0]?.id)
      return { statements, told }
    }
    const one = await woken(waiting.slice(0, 1))
    const all = await woken(waiting)
    expect(one.told).to.deep.equal([task_id])
    expect(all.told).to.deep.equal([task_id, undefined, undefined, undefined])
    expect(all.statements).to.equal(one.statements)
  })

  throughEachDoor((door) => {
    let source: string
    let first: string
    let second: string
    const post = async (by: Agent, thread_id: string, body: string): Promise<string> =>
      (await by.does('post_reply', { thread_id, body }, door))['post_id']
    const textOf = async (by: Agent, thread_id: string): Promise<string> =>
      (await by.call('open_thread', { thread_id }, door)).text

    before(async () => {
      const title = `Crust over ${door.name}`
      source = await startsThread(cast.otto, { hub: cast.hub.slug, title, body: 'How do we get it?' })
      first = await post(cast.bensAgent, source, `More steam, over ${door.name}.`)
      second = await post(cast.cleosAgent, source, `A hotter stone: ${'very '.repeat(80)}hot, over ${door.name}.`)
    })

    it('are quoted where the task stands, unless they stand there too, and say what they led to', async () => {
      const { task_id } = await cast.otto.does(
        'create_task',
        { thread_id: source, title: 'Try steam and stone', from_posts: [first, second, first] },
        door,
      )
      const { text, data } = await cast.bensAgent.call('open_thread', { thread_id: source }, door)
      // the posts stand above: their words are not said twice
      expect(text).to.match(new RegExp(`comes of ${first} · seq 2 · [^\\n]*you[^\\n]*\\(agent\\)\\n`))
      expect(text.split(`More steam, over ${door.name}.`)).to.have.length(2)
      const { text: later } = await cast.bensAgent.call('open_thread', { thread_id: source, after_seq: 3 }, door)
      expect(later).to.match(
        new RegExp(`comes of ${first} · seq 2 · [^\\n]*you[^\\n]*\\(agent\\)\\n~~~~markdown\\nMore`),
      )
      expect(later).to.match(new RegExp(`comes of ${second} · seq 3 · [^\\n]*its first words, of \\d{3} characters\\n`))
      expect(text.split(`led to task ${task_id} in ${source} Try steam and stone`)).to.have.length(3)
      expect(data['tasks'].find((task: any) => task.task_id === task_id).from_posts).to.deep.equal([first, second])
      expect(data['posts'].map((one: any) => one.led_to)).to.deep.equal([undefined, [task_id], [task_id]])

      const markdown = await page(`/t/${source}?format=md`)
      expect(markdown).to.contain(`comes of ${first}`).and.contain(`led to task ${task_id}`)
      const html = await page(`/t/${source}`, { Accept: 'text/html' })
      expect(html).to.contain(`Led to the task <a href="/t/${source}#${task_id}"`)
      expect(html).to.contain(`From <a href="/t/${source}/m/${first}"`)
      expect(await page(`/t/${source}/m/${first}?format=md`)).to.contain(`led to task ${task_id}`)
    })

    it('are quoted at the head of a thread in another place, where each end is told to whoever reads both', async () => {
      const kept = await post(cast.otto, private_thread, `The secret is malt, over ${door.name}.`)
      const { thread_id } = await cast.otto.does(
        'start_thread',
        { hub: cast.hub.slug, title: 'Malt', body: 'What of malt?', from_posts: [first, kept] },
        door,
      )
      const own = await cast.otto.call('open_thread', { thread_id }, door)
      expect(own.text).to.contain(`comes of ${kept} · seq `).and.contain(`· thread ${private_thread} ·`)
      expect(own.text).to.contain(`~~~~markdown\nThe secret is malt, over ${door.name}.\n~~~~`)
      expect(own.data['from_posts']).to.deep.equal([first, kept])
      expect(await textOf(cast.otto, private_thread)).to.contain(`led to thread ${thread_id} Malt`)

      const others = await cast.bensAgent.call('open_thread', { thread_id }, door)
      expect(others.text).to.contain(`comes of ${first}`).and.not.contain(kept)
      expect(others.data['from_posts']).to.deep.equal([first])
      expect(JSON.stringify(others)).not.to.contain('malt, over')
      for (const path of [`/t/${thread_id}?format=md`, `/t/${thread_id}`]) {
        const shown = await page(path, { Accept: path.includes('md') ? 'text/markdown' : 'text/html' })
        expect(shown, path).to.contain(first).and.not.contain(kept).and.not.contain('secret is malt')
      }
      expect(await textOf(cast.bensAgent, source)).to.contain(`led to thread ${thread_id} Malt`)
    })

    it('lead to nothing that their readers cannot open', async () => {
      const seen = await post(cast.bensAgent, source, `Less salt, over ${door.name}.`)
      const { task_id } = await cast.otto.does(
        'create_task',
        { thread_id: private_thread, title: 'Weigh the salt', from_posts: [seen] },
        door,
      )
      expect(await textOf(cast.otto, source)).to.contain(`led to task ${task_id} in ${private_thread} Weigh the salt`)
      const others = await cast.bensAgent.call('open_thread', { thread_id: source }, door)
      expect(others.text).to.contain(seen)
      expect(JSON.stringify(others)).not.to.contain(task_id).and.not.contain('Weigh the salt')
      expect(await page(`/t/${source}?format=md`))
        .to.contain(seen)
        .and.not.contain(task_id)
    })

    it('lead to nothing that was folded elsewhere, nor to what people without a seat here made in hubs of their own', async () => {
      const seen = await post(cast.bensAgent, source, `Popular, over ${door.name}.`)
      const own = await hubOf(cast.stranger, `Adverts over ${door.name}`)
      const advert = { hub: own, title: 'BUY FLOUR', body: 'Cheap.', from_posts: [seen] }
      const { thread_id: foreign } = await cast.stranger.does('start_thread', advert, door)
      const beside = { hub: cast.hub.slug, title: 'Cheap flour', body: 'Buy it.', from_posts: [seen] }
      const { thread_id } = await cast.cleosAgent.does('start_thread', beside, door)
      for (const by of [cast.otto, cast.stranger]) {
        const { text, data } = await by.call('open_thread', { thread_id: source }, door)
        expect(text).to.contain(`led to thread ${thread_id} Cheap flour`).and.not.contain('BUY FLOUR')
        expect(JSON.stringify(data)).not.to.contain(foreign)
      }
      await cast.otto.does('moderate', { action: 'hide', thread_id, reason: 'spam' }, door)
      expect(await textOf(cast.otto, source))
        .to.contain(seen)
        .and.not.contain('Cheap flour')
      expect(await page(`/t/${source}?format=md`)).not.to.contain('Cheap flour')
    })

    it('lead to what readers can open, however much of what they cannot open is newer', async () => {
      const seen = await post(cast.bensAgent, source, `Referred to, over ${door.name}.`)
      const task = { thread_id: source, title: 'Its own', from_posts: [seen] }
      const { task_id } = await cast.otto.does('create_task', task, door)
      const beside = { hub: cast.hub.slug, title: 'In the same hub', body: 'Well?', from_posts: [seen] }
      const { thread_id } = await cast.otto.does('start_thread', beside, door)
      await server.sql`insert into ground (of_id, of_thread_id, post_id, post_thread_id, n)
        select ${`task_z${door.name}`} || n, ${private_thread}, ${seen}, ${source}, n from generate_series(1, 300) n`
      const { text, data } = await cast.bensAgent.call('open_thread', { thread_id: source }, door)
      expect(text).to.contain(`led to thread ${thread_id}`).and.contain(`comes of ${seen}`)
      expect(data['posts'].find((one: any) => one.id === seen).led_to).to.have.members([task_id, thread_id])
      await server.sql`delete from ground where of_id like 'task_z%'`
    })

    it('are missing to whoever cannot read them, and where they are deleted or hidden', async () => {
      const kept = await post(cast.otto, private_thread, `Rye is cheaper, over ${door.name}.`)
      const gone = await post(cast.otto, source, `A slip, over ${door.name}.`)
      await cast.otto.does('moderate', { action: 'hide', post_id: gone, level: 'hide', reason: 'outdated' }, door)
      const missing = `msg_${'0'.repeat(26)}`
      for (const from_posts of [[kept], [gone], [first, missing]]) {
        const calls: [string, object][] = [
          ['create_task', { thread_id: source, title: 'Buy rye', from_posts }],
          ['start_thread', { hub: cast.hub.slug, title: 'Rye', body: 'Buy rye?', from_posts }],
        ]
        for (const [tool, args] of calls) {
          const { error } = await cast.bensAgent.call(tool, args, door)
          expect(error, tool).to.include({ error: 'not_found', reason: 'unreadable' })
          expect(error?.message).to.contain('no such post')
        }
      }
      const { error } = await cast.otto.call(
        'create_task',
        { thread_id: source, title: 'Too many', from_posts: Array.from({ length: 11 }, () => first) },
        door,
      )
      expect(error).to.include({ error: 'invalid', reason: 'schema' })
    })

    it('show no more words once they are folded or hidden', async () => {
      const doubtful = await post(cast.bensAgent, source, `Doubtful yeast, over ${door.name}.`)
      const { thread_id } = await cast.cleosAgent.does(
        'start_thread',
        { hub: cast.hub.slug, title: 'Yeast', body: 'Which?', from_posts: [doubtful] },
        door,
      )
      expect(await textOf(cast.cleosAgent, thread_id)).to.contain('Doubtful yeast')
      await cast.otto.does('moderate', { action: 'hide', post_id: doubtful, reason: 'outdated' }, door)
      expect(await textOf(cast.cleosAgent, thread_id))
        .to.contain('(folded: outdated)')
        .and.not.contain('Doubtful')
      await cast.otto.does('moderate', { action: 'hide', post_id: doubtful, level: 'hide', reason: 'outdated' }, door)
      expect(await textOf(cast.cleosAgent, thread_id))
        .to.contain(`comes of ${doubtful}`)
        .and.contain('(not shown any more)')
        .and.not.contain('Doubtful')
    })

    it('are told to all who wait for the thread, each what they may open', async () => {
      const { last_seq } = await cast.otto.does('open_thread', { thread_id: source }, door)
      const before = server.parts.front.waits.counts.open
      const waits = [cast.otto, cast.cleosAgent].map((by) =>
        by.call('open_thread', { thread_id: source, after_seq: last_seq, wait: 20 }, door),
      )
      await until(() => server.parts.front.waits.counts.open === before + 2, 'two are held')
      const kept = await post(cast.otto, private_thread, `Kept from all, over ${door.name}.`)
      const { task_id } = await cast.otto.does(
        'create_task',
        { thread_id: source, title: 'Ask around', from_posts: [kept, first] },
        door,
      )
      const [own, others] = await Promise.all(waits)
      expect(own!.text).to.contain(task_id).and.contain('Kept from all')
      expect(others!.text).to.contain(task_id).and.contain(`comes of ${first}`).and.not.contain('Kept from all')
    })

    it('may be the post of another thread that its maker reads, of which others do not hear', async () => {
      await server.advance(minutes(1))
      const kept = await post(cast.otto, private_thread, `The proof is cold, over ${door.name}.`)
      const named = { thread_id: source, title: 'Prove it cold', from_post: kept }
      expect((await cast.cleosAgent.call('create_task', named, door)).error).to.include({ error: 'not_found' })
      const { task_id } = await cast.otto.does('create_task', named, door)
      const told = async (by: Agent) => {
        const { data, text } = await by.call('open_thread', { thread_id: source }, door)
        const exported = `/api/export/${task_id}?format=json`
        const file = await page(exported, { Authorization: `Bearer ${by.key}` })
        return {
          task: data['tasks'].find((task: any) => task.task_id === task_id),
          all: text + file + JSON.stringify(data),
        }
      }
      const own = await told(cast.otto)
      expect(own.task.from_posts).to.deep.equal([kept])
      expect(own.all).to.match(new RegExp(`"from_post": ?"${kept}"`))
      const others = await told(cast.cleosAgent)
      expect(others.task).not.to.have.property('from_posts')
      expect(others.all).not.to.contain(kept)
    })

    it('stand in the files of a thread and of a task', async () => {
      await server.advance(minutes(1))
      const { task_id } = await cast.otto.does(
        'create_task',
        { thread_id: source, title: 'Write it up', from_post: second, from_posts: [first] },
        door,
      )
      const file = async (id: string, format: string) =>
        page(`/api/export/${id}?format=${format}`, { Authorization: `Bearer ${cast.otto.key}` })
      const { task } = JSON.parse(await file(task_id, 'json'))
      expect(task).to.deep.include({ from_post: second, from_posts: [second, first] })
      expect(await file(task_id, 'md')).to.contain(`comes of ${first} · seq 2 · `)
      await server.advance(minutes(1))
      const { task_id: bare } = await cast.otto.does('create_task', { thread_id: source, title: 'Of nothing' }, door)
      await server.sql`update task set from_post = ${second} where id = ${bare}`
      expect(JSON.parse(await file(bare, 'json')).task, 'no post that it is known to come of').not.to.have.property(
        'from_post',
      )
      const thread = JSON.parse(await file(source, 'json'))
      expect(thread.posts.find((one: any) => one.id === first).led_to).to.include(task_id)
    })
  })
})
