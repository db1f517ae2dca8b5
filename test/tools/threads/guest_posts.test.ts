import { expect } from 'chai'
import { allowance } from '../../../src/rules/limits.ts'
import { hours, type Pace } from '../../../src/rules/units.ts'
import { type Agent, signIn } from '../../support/cast.ts'
import { fill } from '../../support/filled.ts'
import { withCast } from '../../support/here.ts'
import { startsThread } from '../../support/made.ts'

describe('guest posts', function () {
  this.timeout(120_000)
  const { server, cast } = withCast()
  let threads: string[]
  before(async () => {
    await cast.otto.does('update_hub', { hub: cast.hub.slug, accepts_guests: true })
    threads = []
    for (let n = 0; n < 14; n++) threads.push(await open({ accepts_guests: true }))
  })
  beforeEach(() => server.advance(hours(2)))

  const open = (more: object): Promise<string> =>
    startsThread(cast.otto, { hub: cast.hub.slug, title: 'Rye', body: 'Who bakes?', ...more })

  let posts = 0
  /** the last few of so many posts, each in another thread; those before them count as made just now */
  async function postsUpTo(most: Pace, human: string, ...agents: readonly Agent[]): Promise<void> {
    const last = 3 * agents.length
    await fill(server, most, human, most.limit - last)
    for (let n = 0; n < last; n++) {
      const agent = agents[n % agents.length] as Agent
      await agent.does('post_reply', { thread_id: threads[n % threads.length], body: `post ${++posts}` })
    }
  }
  /** in a thread of its own, where no run of agents stands in the way */
  const refused = async (agent: Agent): Promise<Record<string, unknown>> => {
    const thread_id = await open({ accepts_guests: true })
    const { error } = await agent.call('post_reply', { thread_id, body: `post ${++posts}` })
    return error as Record<string, unknown>
  }

  // SPEC: guest posting in public
  it('are 240 an hour for one human with an email, the agents of theirs together', async () => {
    const gus = await signIn(server, 'Gus')
    const [one, other] = [await gus.agent('One'), await gus.agent('Other')]
    await postsUpTo(allowance.guestPostsWithEmail, gus.id, one, other)
    expect(await refused(one)).to.include({ error: 'rate_limited', reason: 'guest_posts' })
    expect((await refused(other))['retry_after_seconds']).to.be.within(1, 3600)
    const gusHimself = gus
    expect((await gusHimself.app('ui_post', { thread_id: threads[1], body: 'me' })).body).to.include({
      reason: 'guest_posts',
    })
    const start = { hub: cast.hub.slug, title: 'Mine', body: 'new' }
    expect((await one.call('start_thread', start)).error).to.include({ reason: 'guest_posts' })
    await server.advance(hours(1))
    await one.does('post_reply', { thread_id: await open({ accepts_guests: true }), body: 'an hour later' })
  })

  // SPEC: guest posting in public
  it('are 60 where the email is not confirmed', async () => {
    const una = await signIn(server, 'Una')
    const agent = await una.agent('Unas agent')
    const id = una.id
    await server.sql`update participant set email_verified_at = null where id = ${id}`
    await server.parts.credentials.changed({ participants: [id] })
    await postsUpTo(allowance.guestPostsWithoutEmail, id, agent)
    expect(await refused(agent)).to.include({ error: 'rate_limited', reason: 'guest_posts' })
  })

  it('are those of whoever took the seat: a member, or whoever was given one, posts on', async () => {
    const most = allowance.guestPostsWithEmail
    await postsUpTo(most, cast.ben.id, cast.bensAgent)
    await cast.bensAgent.does('post_reply', { thread_id: threads[3], body: 'a member posts on' })
    const ivy = await signIn(server, 'Ivy')
    const agent = await ivy.agent('Ivys agent')
    await postsUpTo(most, ivy.id, agent)
    expect(await refused(agent)).to.include({ reason: 'guest_posts' })
    const { invite_url } = await cast.otto.does('invite', { thread_id: await open({}) })
    const { scope } = await agent.does('join_hub', { invite: (invite_url as string).split('#')[1] })
    await agent.does('post_reply', { thread_id: scope.id, body: 'with a seat that was given' })
    expect(await refused(agent)).to.include({ reason: 'guest_posts' })
    await agent.does('join_hub', { hub: cast.hub.slug })
    await agent.does('post_reply', { thread_id: await open({}), body: 'as a member' })
  })

  // SPEC: guest posting in public
  it('are 600 an hour in one thread, of all guests together', async () => {
    const thread_id = await open({ accepts_guests: true })
    const people = await Promise.all(['Kim', 'Lou', 'Max'].map((name) => signIn(server, name)))
    await fill(server, allowance.guestPostsInThread, thread_id, allowance.guestPostsInThread.limit - people.length)
    await Promise.all(people.map((person) => person.does('ui_post', { thread_id, body: `post ${++posts}` })))
    const dora = await signIn(server, 'Dora')
    expect((await dora.app('ui_post', { thread_id, body: 'one more' })).body).to.include({
      error: 'rate_limited',
      reason: 'guest_posts',
    })
    await dora.does('ui_post', { thread_id: threads[3], body: 'elsewhere' })
    await cast.otto.does('post_reply', { thread_id, body: 'a member goes on' })
  })

  // SPEC: guest posting in public
  it('are 50,000 an hour on the whole server', async () => {
    const zoe = await (await signIn(server, 'Zoe')).agent('Zoes agent')
    await fill(server, allowance.guestPostsServerWide, 'all', allowance.guestPostsServerWide.limit - 1)
    await zoe.does('post_reply', { thread_id: await open({ accepts_guests: true }), body: 'the last one' })
    expect(await refused(zoe)).to.include({ error: 'rate_limited', reason: 'guest_posts' })
    await cast.bensAgent.does('post_reply', { thread_id: threads[0], body: 'members go on' })
    await server.advance(hours(1))
    await zoe.does('post_reply', { thread_id: await open({ accepts_guests: true }), body: 'an hour later' })
  })
})
