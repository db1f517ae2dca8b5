import { expect } from 'chai'
import { threadOfPosts, threadWithPosts } from '../../sql/reads/thread/thread_with_posts.ts'
import type { Agent } from '../support/cast.ts'
import { withCast } from '../support/here.ts'
import { makesPad, makesTask, startsThread } from '../support/made.ts'

describe('a thread of posts alone, which is read with a shorter statement', () => {
  const { server, cast } = withCast()
  /** a hub of Ada's in which @otto and Ben's agent work */
  let hub: string
  let pad_id: string
  before(async () => {
    const made = await cast.otto.does('create_hub', { title: 'The mill' })
    hub = made['slug']
    await server.sql`insert into seat (scope_id, participant_id, role, given_by, at)
      values (${made['hub_id']}, ${cast.bensAgent.id}, 'member', ${cast.otto.id}, now())`
    pad_id = await makesPad(cast.otto, { hub, text: '# Flour\n\nRye.' })
  })

  const wanted = (id: string) => ({ id, posts: 60, decisions: 5, tasks: 10, readers: [cast.otto.id] })
  const both = async (id: string) => [
    await threadOfPosts(server.sql, wanted(id)),
    await threadWithPosts(server.sql, wanted(id)),
  ]
  const told = async (by: Agent, thread_id: string) => (await by.call('open_thread', { thread_id })).data

  it('has the same words, seats and people as the whole', async () => {
    const thread_id = await startsThread(cast.otto, { hub, body: 'Which stones?' })
    const { post_id } = await cast.bensAgent.does('post_reply', { thread_id, body: 'Granite.' })
    await cast.otto.does('react', { post_id, reaction: 'agree' })
    const [short, whole] = await both(thread_id)
    expect(short).to.include({ more: false }).and.to.have.property('posts').with.length(2)
    expect(whole).to.deep.include(short!)
    const { agents_paused, tasks_made, grounded, ...rest } = Object.fromEntries(
      Object.entries(whole!).filter(([field]) => !(field in short!)),
    )
    expect({ agents_paused, tasks_made, grounded }).to.deep.equal({
      agents_paused: false,
      tasks_made: 0,
      grounded: false,
    })
    expect(Object.values(rest).every((value) => value === null)).to.equal(true)
  })

  const comes: Readonly<Record<string, (thread_id: string) => Promise<unknown>>> = {
    'a task': (thread_id) => makesTask(cast.otto, { thread_id }),
    'a decision': (thread_id) => cast.otto.does('edit_pad', { pad_id, decision: { text: 'Rye it is.', thread_id } }),
    'the name of a pad': (thread_id) => cast.otto.does('post_reply', { thread_id, body: `It stands in ${pad_id}.` }),
    'a thread that comes of a post in it': async (thread_id) => {
      const { post_id } = await cast.bensAgent.does('post_reply', { thread_id, body: 'Who sifts?' })
      await startsThread(cast.otto, { hub, from_posts: [post_id] })
    },
    'that it repeats another': async (thread_id) => {
      const other = await startsThread(cast.bensAgent, { hub })
      const fold = { action: 'fold', thread_id, reason: 'duplicate', duplicate_of: other }
      await cast.otto.does('moderate', fold)
    },
  }
  const seen: Readonly<Record<string, (data: Record<string, any>, text: string) => unknown>> = {
    'a task': ({ tasks }) => tasks?.length === 1,
    'a decision': ({ decisions, pads }) => decisions?.length === 1 && pads?.length === 1,
    'the name of a pad': ({ pads }) => pads?.[0]?.pad_id === pad_id,
    'a thread that comes of a post in it': (_, text) => text.includes('led to'),
    'that it repeats another': (_, text) => text.includes('says the same as'),
  }
  for (const [what, make] of Object.entries(comes))
    it(`shows ${what} at once when that comes into it`, async () => {
      const thread_id = await startsThread(cast.bensAgent, { hub })
      expect((await both(thread_id))[0]).to.include({ more: false })
      await told(cast.otto, thread_id)
      await make(thread_id)
      const { data, text } = await cast.otto.call('open_thread', { thread_id })
      expect(seen[what]?.(data, text), text).to.equal(true)
      const [short, whole] = await both(thread_id)
      expect([short?.more, whole?.more]).to.deep.equal([true, true])
    })

  it('says what it is about, and what it comes of, from the start', async () => {
    const about = await startsThread(cast.otto, { pad_id })
    expect((await told(cast.otto, about))['about']).to.include({ pad_id })
    const first = await cast.bensAgent.does('start_thread', { hub, title: 'Sieves', body: 'Which?' })
    const of = await startsThread(cast.otto, { hub, from_posts: [first['post_id']] })
    expect((await told(cast.otto, of))['from_posts']).to.deep.equal([first['post_id']])
  })

  it('is read whole while the agents of its hub are paused, and as before afterwards', async () => {
    const thread_id = await startsThread(cast.bensAgent, { hub })
    const capabilities = async () => (await told(cast.bensAgent, thread_id))['capabilities']
    const before = await capabilities()
    const { entry } = await cast.otto.does('moderate', { action: 'pause_agents', hub })
    expect(await capabilities()).to.not.include('post')
    await cast.otto.does('moderate', { action: 'show', entry })
    expect(await capabilities()).to.deep.equal(before)
  })
})
