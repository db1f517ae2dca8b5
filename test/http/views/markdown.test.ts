import { expect } from 'chai'
import { parse } from 'yaml'
import { minutes } from '../../../src/rules/units.ts'
import type { Agent } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'
import { makesHub, makesPad, startsThread } from '../../support/made.ts'

/** The table of the Markdown views and of their options, against the whole service. */
describe('the Markdown views', () => {
  const { server, cast } = withCast({ SVC_FRONT_HUB: 'the-bakery', SVC_PACE: 'off' })
  let otto: Agent
  let slug: string

  before(async () => {
    otto = cast.otto
    slug = cast.hub.slug
    await otto.does('update_hub', { hub: slug, guide: 'Weigh your salt.', accepts_guests: true })
  })
  beforeEach(() => server.advance(minutes(1)))

  const page = async (path: string): Promise<string> => {
    const answer = await fetch(server.url + path, { headers: { Accept: 'text/markdown' } })
    expect(answer.status, path).to.equal(200)
    return answer.text()
  }
  const headings = (text: string): string[] => [...text.matchAll(/^## (.*)$/gm)].map(([, heading]) => heading as string)
  const part = (text: string, heading: string): string => text.split(`\n## ${heading}\n`)[1]?.split('\n## ')[0] ?? ''
  const started = (title: string, more: object = {}): Promise<string> =>
    startsThread(otto, { hub: slug, title, body: `Of ${title}.`, ...more })
  const padOf = (title: string, text: string): Promise<string> => makesPad(otto, { hub: slug, title, text })

  // SPEC: /h/<slug> hub: front matter
  it('/h/<slug> is front matter, how to take part, Read me first, pads and threads', async () => {
    const [thread_id, pad_id] = [await started('Which rye?'), await padOf('Rye loaf', 'Dark.')]
    const text = await page(`/h/${slug}`)
    expect(parse(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '')).to.include({ type: 'hub', slug })
    expect(headings(text)).to.deep.equal(['How to take part', 'Read me first', 'Pads', 'Threads'])
    expect(part(text, 'How to take part')).to.contain('join_hub')
    expect(part(text, 'Read me first')).to.contain('~~~~markdown\nWeigh your salt.\n~~~~')
    expect(part(text, 'Pads')).to.contain(pad_id)
    expect(part(text, 'Threads')).to.contain(thread_id)
  })

  // SPEC: /t/<thread id>/m/<msg id> one
  it('/t/<thread_id>/m/<msg_id> is that post alone', async () => {
    const thread_id = await started('One post')
    const { post_id } = await otto.does('post_reply', { thread_id, body: 'This one.' })
    const text = await page(`/t/${thread_id}/m/${post_id}`)
    expect(parse(/^---\n([^]*?)\n---\n/.exec(text)?.[1] ?? '')).to.include({ id: post_id, type: 'post', seq: 2 })
    expect(text).to.contain('This one.').and.not.contain('Of One post.')
  })

  // SPEC: Markdown views > / front hub and
  // SPEC: /explore public hubs, pads
  // SPEC: /invite how an agent
  it('/ is the front hub and questions; /explore hubs, changed pads, open threads, what is new; /invite how to join', async () => {
    const [thread_id, pad_id] = [await started('A question'), await padOf('A pad', 'Words.')]
    const home = await page('/')
    expect(home).to.contain('# The bakery').and.contain('Weigh your salt.')
    expect(part(home, 'Questions')).to.contain(thread_id)
    const explore = await page('/explore')
    expect(headings(explore)).to.include.members(['Public hubs', 'Just changed pads', 'Open threads', 'New'])
    expect(part(explore, 'Public hubs')).to.contain(`/h/${slug}`)
    expect(part(explore, 'Just changed pads')).to.contain(pad_id)
    expect(part(explore, 'Open threads')).to.contain(thread_id)
    expect(part(explore, 'New')).to.contain(pad_id).and.contain(thread_id)
    expect(await page('/invite'))
      .to.contain('/api/v1/agents/register')
      .and.contain('invite')
  })

  // SPEC: options: hub type
  it('options of a hub, a pad and a thread', async () => {
    const hub = `/h/${slug}`
    expect(headings(await page(`${hub}?type=pad`)))
      .to.include('Pads')
      .and.not.include('Threads')
    expect(headings(await page(`${hub}?type=thread`)))
      .to.include('Threads')
      .and.not.include('Pads')

    const nested = '# A\n\none\n\n## B\n\none two\n\n### C\n\none two three'
    const few = await padOf('Few', nested)
    const outline = await page(`/p/${few}?outline=1`)
    const rows = [...outline.matchAll(/^\| ( *)(\w) \| ([0-9a-f]{8}) \| (\w+) \| (\d+) \| (\d+) \|/gm)]
    expect(rows.map(([, indent, heading, , status, open]) => [indent?.length, heading, status, open])).to.deep.equal([
      [0, 'A', 'settled', '0'],
      [2, 'B', 'settled', '0'],
      [4, 'C', 'settled', '0'],
    ])
    const b = rows[1]?.[3]
    const one = await page(`/p/${few}?section=${b}&outline=1`)
    expect(one).to.contain('one two').and.not.contain('one two three').and.not.contain('| Section |')
    expect(await page(`/p/${few}?section=deadbeef`)).to.match(/^.*no section deadbeef.*$/m)
    const many = Array.from({ length: 27 }, (_, n) => `${'#'.repeat((n % 3) + 1)} Part ${n}\n\nwords`).join('\n\n')
    const long = await page(`/p/${await padOf('Many', many)}?outline=1`)
    expect(long.match(/^\| +Part /gm)).to.have.length(18)
    expect(long).to.contain('9 deeper sections left out')

    const thread_id = await started('Long')
    for (let n = 2; n <= 40; n++) await otto.does('post_reply', { thread_id, body: `Number ${n}.` })
    const numbers = (text: string) => [...text.matchAll(/^Number (\d+)\.$/gm)].map(([, n]) => Number(n))
    const from = (first: number, last: number) => Array.from({ length: last - first + 1 }, (_, n) => first + n)
    expect(numbers(await page(`/t/${thread_id}?before=40`))).to.deep.equal(from(10, 39))
    const since = await page(`/t/${thread_id}?since=5&before=3`)
    expect(numbers(since)).to.deep.equal(from(6, 35))
    expect(since).to.match(/newer posts: \S+since=35\s*$/)
    expect(await page(`/t/${thread_id}?since=40`)).to.match(/Nothing new: no more posts after seq 40\.\s*$/)
  })

  // SPEC: options: hub type
  // SPEC: Markdown views > /search?q= best
  it('options of a search: 200 characters, beginnings of words, filters, lanes and a cursor', async () => {
    const about = await makesHub(otto, { title: 'Quinoa kitchen' })
    const { preview } = await otto.does('update_hub', { hub: about, audience: 'public' })
    await otto.does('update_hub', { hub: about, audience: 'public', publish_token: preview.publish_token })
    const pad_id = await padOf('Quinoa pad', '# Quinoa section\n\nWash it.')
    const { sections } = await otto.does('open_pad', { pad_id, outline: true })
    const open = await started('Quinoa open', { accepts_guests: true })
    const answered = await started('Quinoa answered')
    const folded = await started('Quinoa folded')
    const { post_id } = await otto.does('post_reply', { thread_id: answered, body: 'Rinse the quinoa thrice.' })
    await otto.does('edit_pad', { resolves_thread: answered, answer_id: post_id })
    await otto.does('moderate', { action: 'hide', level: 'fold', thread_id: folded, reason: 'outdated' })
    const { task_id } = await otto.does('create_task', { thread_id: open, title: 'Wash quinoa' })
    const disputed = await cast.bensAgent.does('start_thread', {
      pad_id,
      anchor_block: sections[0].section_id,
      title: 'Quinoa disputed',
      body: 'Do not.',
      flag_wrong: true,
      source: 'Tried',
    })
    await otto.does('start_thread', { hub: about, title: 'Quinoa elsewhere', body: 'There.' })
    const found = async (query: string, more = '') => {
      const text = await page(`/search?q=${encodeURIComponent(query)}${more}`)
      expect(text.includes('Nothing found.') || /\| Type \| Title \| Where \| State \| Link \|/.test(text)).to.equal(
        true,
      )
      return [...text.matchAll(/^\| (\w+) \| (.*?) \| .* \| \S*?\/([^/|\s]+) \|$/gm)].map(
        ([, type, title]) => `${type} ${title}`,
      )
    }
    expect(await found('quin type:hub')).to.deep.equal(['hub Quinoa kitchen'])
    expect(await found('quin type:pad')).to.have.members(['pad Quinoa pad', 'pad Quinoa kitchen'])
    expect(await found('quin type:section')).to.deep.equal(['section Quinoa section'])
    expect(await found('quin type:task')).to.deep.equal(['task Wash quinoa'])
    expect((await found('rins type:post')).map((row) => row.split(' ')[0])).to.deep.equal(['post'])
    expect(await found('rins'), 'posts only where they are asked for').to.deep.equal([])
    expect(await found('rins in:posts')).to.have.length(1)
    expect(await found(`quin type:thread hub:${about}`)).to.deep.equal(['thread Quinoa elsewhere'])
    expect(await found(`quin type:thread is:answered hub:${slug}`)).to.deep.equal(['thread Quinoa answered'])
    expect(await found(`quin type:thread is:folded hub:${slug}`)).to.deep.equal(['thread Quinoa folded'])
    expect(await found(`quin type:thread is:disputed hub:${slug}`)).to.deep.equal(['thread Quinoa disputed'])
    expect(await found(`quin type:thread is:open hub:${slug}`)).to.have.members([
      'thread Quinoa open',
      'thread Quinoa disputed',
    ])
    const filled = 'quin '.repeat(40)
    expect(filled).to.have.length(200)
    expect(await found(`${filled}zzzz`), 'what stands after 200 characters is not looked for').to.have.length.above(0)
    expect(await found(`${filled.slice(0, -5)}zzzz`)).to.deep.equal([])

    const lane = async (name: string) => page(`/search?lane=${name}`)
    expect(await lane('pads'))
      .to.contain(pad_id)
      .and.not.contain(open)
    expect(await lane('open'))
      .to.contain(open)
      .and.not.contain(answered)
      .and.not.contain(pad_id)
    expect(await lane('new'))
      .to.contain(open)
      .and.contain(pad_id)
    expect(await lane('guests'))
      .to.contain(open)
      .and.not.contain(disputed['thread_id'])
    // they may go on in an answered one
    const { post_id: said } = await otto.does('post_reply', { thread_id: open, body: 'In cold water.' })
    await otto.does('edit_pad', { resolves_thread: open, answer_id: said })
    expect(await lane('guests')).to.contain(open)
    expect(await page('/explore?lane=guests')).to.contain(open)
    expect(await found('quin', '&lane=guests')).to.deep.equal(['thread Quinoa open'])
    expect(await found('quin is:open', '&lane=guests')).to.deep.equal([])
    await otto.does('update_hub', { hub: slug, accepts_guests: false })
    expect(await lane('guests'), 'the hub takes none any more').to.not.contain(open)
    expect(await found('quin', '&lane=guests')).to.deep.equal([])
    await otto.does('update_hub', { hub: slug, accepts_guests: true })
    for (let n = 0; n < 21; n++) await started(`Spelt ${n}`)
    const first = await page('/search?q=spelt+type:thread')
    expect(first.match(/^\| thread \| Spelt /gm)).to.have.length(20)
    const more = /more: (\S+)/.exec(first)?.[1]?.replace(server.url, '') ?? ''
    expect((await page(more)).match(/^\| thread \| Spelt /gm)).to.have.length(1)
    expect(task_id).to.match(/^tsk_/)
  })

  // SPEC: pads take no since
  it('a pad takes no since', async () => {
    const pad_id = await padOf('Since', '# One\n\nFirst.')
    await otto.does('edit_pad', { pad_id, base_version: 1, text: '# One\n\nFirst.\n\n# Two\n\nSecond.' })
    expect(await page(`/p/${pad_id}?since=1`)).to.equal(await page(`/p/${pad_id}`))
  })

  // SPEC: rendering rules: post and
  it('fences texts longer than any tildes in them, escapes titles and names, labels links, and says of a post all there is', async () => {
    const title = 'A *bold* [title](https://x.example) | `code`'
    const thread_id = await started(title, { body: `~~~~~\nobey\n~~~~~ and https://far.example/page` })
    const reply = async (body: string, more: object = {}) =>
      (await cast.cleosAgent.does('post_reply', { thread_id, body, ...more }))['post_id'] as string
    const { posts } = await otto.does('open_thread', { thread_id })
    const first = posts[0].id as string
    const answer = await reply('The answer.', { reply_to: first })
    await otto.does('react', { post_id: answer, reaction: 'agree' })
    await otto.does('edit_pad', { resolves_thread: thread_id, answer_id: answer })
    const folded = await reply('Apart.')
    await otto.does('moderate', { action: 'hide', level: 'fold', post_id: folded, reason: 'off_topic' })
    const long = await reply('y'.repeat(3_001))
    const text = await page(`/t/${thread_id}`)
    expect(text).to.contain('\n~~~~~~markdown\n~~~~~\nobey\n~~~~~ and [link to far.example]\n~~~~~~\n')
    expect(text).to.contain('# A \\*bold\\* \\[title\\]\\(https')
    const time = String.raw`\d{4}-\d\d-\d\d \d\d:\d\d`
    expect(text).to.match(
      new RegExp(
        `^Cleos agent @cleos-agent\\.cleo \\(agent\\) · ${time} · ${answer} · seq 2 · reply to ${first} · marked as the answer · reactions agree 1$`,
        'm',
      ),
    )
    expect(text).to.match(new RegExp(`· ${folded} · seq 3 · folded: off_topic$`, 'm'))
    expect(text).to.match(new RegExp(`clipped at 3000 of 3001 characters · whole post: \\S+/m/${long}`))
    const pad = await page(`/p/${await padOf('Tildes', 'a\n\n~~~~~~~\nb')}`)
    expect(pad).to.match(/\n(~{8,})markdown\n[^]*\n~{7}\nb\n[^]*\1\n/)
    for (let n = 0; n < 30; n++) await reply(`More ${n}.`)
    expect(await page(`/t/${thread_id}`)).to.match(/older posts: \S+before=\d+/)
  })
})
