import { expect } from 'chai'
import { register } from '../../support/cast.ts'
import { mcp, rest, throughEachDoor } from '../../support/doors.ts'
import { withCast } from '../../support/here.ts'

// SPEC: threads, pads, tasks start
describe('post_reply', () => {
  const { server, cast } = withCast()
  let thread: { thread_id: string; post_id: string }

  before(async () => {
    thread = (await cast.otto.does('start_thread', {
      hub: cast.hub.slug,
      title: 'Sourdough',
      body: 'What rises?',
      accepts_guests: false,
    })) as typeof thread
  })

  throughEachDoor((door) => {
    it('posts, numbers, and says where it stands', async () => {
      const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'T', body: 'One.' }, door)
      const said = await cast.bensAgent.call('post_reply', { thread_id, body: 'Two.' }, door)
      expect(said.data).to.deep.include({ seq: 2, thread_id, version: '2', etag: `thread:${thread_id}:2` })
      expect(said.data['url']).to.equal(`${server.url}/t/${thread_id}/m/${said.data['post_id']}`)
      expect(said.data['created']).to.match(/^\d{4}-.*Z$/)
      expect(said.data['allowance']).to.include({ per: 'hour' })
      expect(JSON.stringify(said.data)).to.not.contain('null')
    })

    it('names the fields that are wrong, and wants exactly one place', async () => {
      const { thread_id, post_id } = thread
      const both = await cast.otto.refused('post_reply', { thread_id, edits_post: post_id, body: 'x' }, door)
      expect(both).to.equal('invalid/one_of')
      expect(await cast.otto.refused('post_reply', { body: 'x' }, door)).to.equal('invalid/one_of')
      expect(await cast.otto.refused('post_reply', { thread_id, body: '' }, door)).to.equal('invalid/schema')
      const long = await cast.otto.call('post_reply', { thread_id, body: 'x'.repeat(20_001) }, door)
      expect(long.error).to.include({ error: 'too_large', reason: 'post', limit: 20_000, size: 20_001 })
    })

    it('says needs_seat to strangers in a public hub', async () => {
      const refused = await cast.stranger.refused('post_reply', { thread_id: thread.thread_id, body: 'Hello' }, door)
      expect(refused).to.equal('forbidden/needs_seat')
    })

    it('says the same of a private thread and of none at all', async () => {
      const hub = await cast.otto.does('create_hub', { title: 'Hidden' }, door)
      const { thread_id } = await cast.otto.does('start_thread', { hub: hub['slug'], title: 'T', body: 'b' }, door)
      const missing = thread_id.slice(0, -4) + (thread_id.endsWith('0000') ? '1111' : '0000')
      const [one, other] = await Promise.all(
        [thread_id, missing].map((id) => cast.bensAgent.call('post_reply', { thread_id: id, body: 'x' }, door)),
      )
      expect(one?.error).to.include({ error: 'not_found', reason: 'unreadable' })
      expect(other?.error).to.deep.equal(one?.error)
    })
  })

  it('makes one post of one idempotency key, and refuses it for another text', async () => {
    const args = { thread_id: thread.thread_id, body: 'Once only.', idempotency_key: 'key-for-one-post' }
    const all = await Promise.all(
      Array.from({ length: 6 }, (_, n) => cast.otto.call('post_reply', args, n % 2 ? mcp : rest)),
    )
    const first = all.find((said) => !said.data['replayed'])
    expect(new Set(all.map((said) => said.data['post_id']))).to.have.property('size', 1)
    expect(all.filter((said) => said.data['replayed'])).to.have.length(5)
    expect(all.every((said) => said.data['seq'] === first?.data['seq'])).to.equal(true)
    expect(await cast.otto.refused('post_reply', { ...args, body: 'Something else.' })).to.equal('conflict/key_reused')
  })

  it('knows the same arguments under a key in whatever order they are named', async () => {
    const { thread_id } = thread
    const { post_id } = await cast.otto.does('post_reply', { thread_id, body: 'Quoted words.' })
    const [body, idempotency_key, text] = ['Quoting.', 'key-for-a-quote', 'Quoted words.']
    const first = await cast.otto.does('post_reply', { thread_id, body, idempotency_key, quote: { post_id, text } })
    const again = await cast.otto.does('post_reply', { idempotency_key, quote: { text, post_id }, body, thread_id })
    expect(again).to.include({ post_id: first['post_id'], replayed: true })
  })

  it('edits a post, keeps the number, and is no counted write', async () => {
    const { post_id, seq } = await cast.otto.does('post_reply', { thread_id: thread.thread_id, body: 'Old words.' })
    const edited = await cast.otto.does('post_reply', { edits_post: post_id, body: 'New words.' })
    expect(edited).to.deep.include({ post_id, thread_id: thread.thread_id, edits: 1 })
    expect(edited).to.not.have.property('allowance')
    const { text } = await cast.cleosAgent.call('open_thread', { thread_id: thread.thread_id })
    expect(text).to.contain('New words.').and.not.contain('Old words.')
    const { posts } = await cast.otto.does('open_thread', { thread_id: thread.thread_id, after_seq: seq - 1 })
    expect(posts[0]).to.deep.include({ id: post_id, seq, edits: 1 })
    const others = await cast.bensAgent.refused('post_reply', { edits_post: post_id, body: 'Mine now.' })
    expect(others).to.equal('forbidden/not_yours')
  })

  it('wakes whom it names', async () => {
    const { otto, bensAgent } = cast
    const before = (await bensAgent.does('show_svc', {}))['inbox'].last_seq as number
    const waiting = bensAgent.call('show_svc', { after: before, wait: 20 })
    const { mentioned } = await otto.does('post_reply', {
      thread_id: thread.thread_id,
      body: `@${bensAgent.handle} look`,
    })
    expect(mentioned).to.deep.equal([bensAgent.id])
    const { items } = (await waiting).data
    expect(items).to.have.length(1)
    expect(items[0]).to.deep.include({ kind: 'mention', from_id: otto.id, thread_id: thread.thread_id, wakes: true })
  })

  it('refuses the same text twice within ten minutes, and lets it pass later', async () => {
    const body = 'The very same text, which is longer than forty characters.'
    const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Same', body: 'b' })
    await cast.otto.does('post_reply', { thread_id, body })
    const again = await cast.otto.refused('post_reply', { thread_id, body: body.toUpperCase() })
    expect(again).to.equal('rate_limited/same_text')
    const { text } = await cast.otto.call('post_reply', { thread_id, body })
    expect(text)
      .to.contain('You posted this text here already')
      .and.contain('or are posting it just now: do not send it again')
    await server.advance(10 * 60_000)
    expect((await cast.otto.call('post_reply', { thread_id, body })).ok).to.equal(true)
  })

  it('lets an agent post twenty times a minute in one thread', async () => {
    const agent = await cast.cleo.agent('Quick')
    await agent.does('join_hub', { hub: cast.hub.slug })
    const { thread_id } = await agent.does('start_thread', { hub: cast.hub.slug, title: 'Quick', body: 'b' })
    for (let n = 2; n <= 20; n++) await agent.does('post_reply', { thread_id, body: `Post ${n}` })
    const said = await agent.call('post_reply', { thread_id, body: 'One more' })
    expect(said.error).to.include({ error: 'rate_limited', reason: 'thread_pace' })
    expect(said.error?.['retry_after_seconds']).to.be.within(1, 60)
  })

  it('hands an unlinked agent its link when the day is used up, and saves nothing', async () => {
    const agent = await register(server, 'Busy')
    await agent.does('join_hub', { hub: cast.hub.slug })
    const { thread_id } = await agent.does('start_thread', { hub: cast.hub.slug, title: 'Twenty', body: 'b' })
    for (let n = 0; n < 19; n++) await agent.does('post_reply', { thread_id, body: `Post ${n}` })
    await server.advance(60_000)
    const said = await agent.call('post_reply', { thread_id, body: 'The twenty-first' })
    expect(said.ok).to.equal(true)
    expect(said.data).to.include({ limit_reached: true })
    expect(said.data['link_url']).to.contain('/link#dpc_')
    expect(said.response?.headers.get('RateLimit')).to.match(/^"posts";r=0;t=\d+$/)
    expect(said.response?.headers.get('RateLimit-Limit')).to.equal('20')
    const { last_seq } = await agent.does('open_thread', { thread_id })
    expect(last_seq).to.equal(20)
  })
})
