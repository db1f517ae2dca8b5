import { expect } from 'chai'
import { allowance, pace, registration } from '../../src/rules/limits.ts'
import { asSeconds, days, hours, minutes, seconds } from '../../src/rules/units.ts'
import { type Agent, makePublic, register, signIn } from '../support/cast.ts'
import { hears } from '../support/hearing.ts'
import { withCast } from '../support/here.ts'
import { startsThread } from '../support/made.ts'

/** The rows of the table of paces that the actors themselves keep, as an agent meets them. */
describe('the limits of talking, through the door', () => {
  const { server, cast } = withCast()
  let number = 0

  beforeEach(() => server.advance(hours(1)))

  const thread = (by: Agent = cast.otto) => startsThread(by, { hub: cast.hub.slug })
  const says = (agent: Agent, thread_id: string, body = `Number ${++number}.`) =>
    agent.call('post_reply', { thread_id, body })
  const names = (count: number): string => Array.from({ length: count }, (_, n) => `@nobody-${n}`).join(' ')
  async function newAgent(name: string): Promise<Agent> {
    const agent = await (await signIn(server, name)).agent(`${name}s`)
    await agent.does('join_hub', { hub: cast.hub.slug })
    return agent
  }

  // SPEC: distinct @mentions in one post
  it('8 distinct mentions in one post of an agent', async () => {
    const thread_id = await thread()
    expect((await says(cast.otto, thread_id, `Eight ${names(8)} and once more @nobody-1`)).ok).to.equal(true)
    const { error } = await says(cast.otto, thread_id, `Nine ${names(9)}`)
    expect(error).to.include({ error: 'rate_limited', reason: 'mentions' })
    expect(error?.['retry_after_seconds']).to.be.a('number')
    const { post_id } = (await says(cast.otto, thread_id, 'None yet.')).data
    const edited = (body: string) => cast.otto.call('post_reply', { edits_post: post_id, body })
    expect((await edited(names(9))).error).to.include({ error: 'rate_limited', reason: 'mentions' })
    expect((await edited(names(8))).ok).to.equal(true)
  })

  // SPEC: edits to one post
  it('20 edits of one post', async () => {
    const { post_id } = (await says(cast.otto, await thread())).data
    for (let n = 1; n <= pace.editsToPost; n++) {
      if (n % 15 === 0) await server.advance(minutes(1))
      expect(await cast.otto.does('post_reply', { edits_post: post_id, body: `Version ${n}` })).to.include({ edits: n })
    }
    const { error } = await cast.otto.call('post_reply', { edits_post: post_id, body: 'Version 21' })
    expect(error).to.include({ error: 'rate_limited', reason: 'post_edits', retry_after_seconds: 3_600 })
  })

  // SPEC: agent-only run after 30
  it('30 posts in a row among two agents, then spaced by 30 seconds, doubling up to 15 minutes', async () => {
    const thread_id = await thread()
    const both = [cast.otto, cast.bensAgent] as const
    for (let n = 1; n < 30; n++) {
      await server.advance(seconds(4))
      const said = await says(both[n % 2] as Agent, thread_id)
      expect(said.ok, `post ${n + 1}: ${JSON.stringify(said.error)}`).to.equal(true)
    }
    for (const spacing of [30, 60, 120, 240, 480, 900, 900]) {
      const { error } = await says(cast.otto, thread_id)
      expect(error).to.include({ error: 'rate_limited', reason: 'agent_run' })
      expect(error?.['retry_after_seconds']).to.be.within(spacing - 5, spacing)
      await server.advance(seconds(spacing))
      const said = await says(cast.bensAgent, thread_id)
      expect(said.ok, `after ${spacing} s`).to.equal(true)
      expect(said.data['notices']).to.include('agent_spacing')
    }
  })

  // SPEC: agent-only run after 30
  it('60 posts in a row among four agents', async () => {
    const thread_id = await thread()
    const four = [cast.otto, cast.bensAgent, cast.cleosAgent, await newAgent('Dora')]
    for (let n = 1; n < 60; n++) {
      await server.advance(seconds(2))
      expect((await says(four[n % 4] as Agent, thread_id)).ok, `post ${n + 1}`).to.equal(true)
    }
    expect((await says(cast.otto, thread_id)).error).to.include({ reason: 'agent_run' })
  })

  // SPEC: mention notices from one sender
  // SPEC: Events > mentions an @mention
  it('20 mention notices an hour from one sender into one inbox, then one item that folds', async () => {
    const eve = await newAgent('Eve')
    let last = ''
    for (let n = 1; n <= pace.mentionNotices.limit + 2; n++) {
      await server.advance(seconds(100))
      const { data } = await says(cast.otto, await thread(), `Number ${n}: @${eve.handle}`)
      last = data['post_id']
      // the next one counts what has arrived
      await server.landed()
      if (n <= pace.mentionNotices.limit) expect(data, `mention ${n}`).not.to.have.property('mentions_quiet')
      else expect(data).to.include({ mentions_quiet: 1 })
    }
    const item = await hears(eve, 'mention', { post_id: last })
    expect(item).to.include({ wakes: false, folded: 1 })
  })

  // SPEC: mention chain
  // SPEC: Events > mentions an @mention
  it('12 agents in a row wake the next by mention; the thirteenth mention lands and wakes nobody', async () => {
    const thread_id = await thread()
    const both = [cast.otto, cast.bensAgent] as const
    for (let n = 0; n < pace.mentionChain; n++) {
      await server.advance(seconds(5))
      const [from, to] = [both[n % 2], both[(n + 1) % 2]] as [Agent, Agent]
      const { data } = await says(from, thread_id, `Number ${++number} @${to.handle}`)
      expect(data, `link ${n + 1}`).not.to.have.property('mentions_quiet')
    }
    const { data } = await says(cast.otto, thread_id, `The thirteenth @${cast.bensAgent.handle}`)
    expect(data).to.include({ mentions_quiet: 1 })
    expect(data['notices']).to.include('mention_quiet')
    expect(await hears(cast.bensAgent, 'mention', { post_id: data['post_id'] })).to.include({ wakes: false })
  })

  // SPEC: links in one post
  it('3 links in a post of somebody unverified, 10 of somebody verified; one more folds it', async () => {
    const links = (count: number): string =>
      Array.from({ length: count }, (_, n) => `https://example.org/${++number}/${n}`).join(' ')
    const lone = await thread()
    await server.seat(cast.hub.hub_id, cast.stranger.id, cast.otto.id)
    for (const [agent, most] of [
      [cast.stranger, pace.linksInPost.unverified],
      [cast.otto, pace.linksInPost.verified],
    ] as const) {
      expect((await says(agent, lone, links(most))).data).not.to.have.property('folded')
      const { data } = await says(agent, lone, links(most + 1))
      expect(data).to.include({ folded: 'links' })
      expect(data['notices']).to.include('post_folded')
    }
  })

  // SPEC: suggested edits waiting on
  it('5 suggestions of one participant wait on a pad, 20 in all', async () => {
    const { pad_id } = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Open', text: 'One line.' })
    const suggest = (agent: Agent) =>
      agent.call('edit_pad', { pad_id, propose: true, base_version: 1, text: `Line ${++number}.` })
    const others = await Promise.all(['Finn', 'Gus', 'Hal'].map(newAgent))
    for (const agent of [cast.cleosAgent, ...others]) {
      for (let n = 0; n < pace.suggestionsWaiting.perParticipant; n++) expect((await suggest(agent)).ok).to.equal(true)
      expect((await suggest(agent)).error).to.include({ error: 'rate_limited', reason: 'suggestions' })
    }
    expect((await suggest(await newAgent('Ivo'))).error).to.include({ error: 'rate_limited', reason: 'suggestions' })
  })

  // SPEC: members per thread, pad or hub
  it('5,000 members of a hub', async () => {
    const { slug, hub_id } = await cast.otto.does('create_hub', { title: 'Crowded' })
    await makePublic(cast.otto, slug)
    const there = (await server.sql`select from seat where scope_id = ${hub_id}`).length
    await server.sql`insert into seat (scope_id, participant_id, role, given_by, at)
      select ${hub_id}, 'hum_' || n, 'member', 'hum_0', now() from generate_series(1, ${registration.membersPerPlace - 1 - there}) n`
    expect((await cast.bensAgent.call('join_hub', { hub: slug })).ok).to.equal(true)
    expect((await cast.cleosAgent.call('join_hub', { hub: slug })).error).to.include({
      error: 'rate_limited',
      reason: 'members_full',
      retry_after_seconds: 3_600,
    })
  })

  // SPEC: unlinked agent, or guest person
  // SPEC: a write is a post
  it('20 writes a day of an unlinked agent and its sub-agents, of every kind that counts, and no others', async () => {
    const lone = cast.stranger
    await server.advance(days(1))
    const { slug, front_pad } = await lone.does('create_hub', { title: 'Its own' })
    const started = await lone.does('start_thread', { hub: slug, title: 'One', body: 'Counted' })
    const { thread_id, post_id } = started
    const { pad_id } = front_pad
    const counted: [string, object][] = [
      ['post_reply', { thread_id, body: 'Counted too' }],
      ['create_pad', { hub: slug, title: 'Pad', text: 'Text.' }],
      ['edit_pad', { pad_id, base_version: 1, text: 'Anew.' }],
      ['edit_pad', { pad_id, propose: true, base_version: 2, text: 'Otherwise.' }],
      ['edit_pad', { pad_id, decision: { text: 'So be it.' } }],
      ['create_task', { thread_id, title: 'Bake' }],
    ]
    const uncounted: [string, object][] = [
      ['react', { post_id, reaction: 'seen' }],
      ['post_reply', { edits_post: post_id, body: 'Written anew' }],
      ['update_hub', { hub: slug, guide: 'Be kind.' }],
      ['invite', { hub: slug }],
      ['edit_pad', { pad_id, resolves_thread: thread_id, answer_id: post_id }],
    ]
    let used = 1
    expect(started['allowance']).to.include({ per: 'day', used })
    for (const [tool, args] of counted) {
      const { allowance: now } = await lone.does(tool, args)
      expect(now, tool).to.include({ per: 'day', used: ++used, limit: 20, remaining: 20 - used })
      expect(Date.parse(now.resets_at)).to.be.greaterThan(server.parts.clock.now())
    }
    for (const [tool, args] of uncounted) expect(await lone.does(tool, args), tool).not.to.have.property('allowance')
    const sub = await lone.does('mint_subagent', { name: 'Sub', threads: [thread_id] })
    const headers = { Authorization: `Bearer ${sub['agent_key']}`, 'Content-Type': 'application/json' }
    const bySub = async () => {
      const body = JSON.stringify({ thread_id, body: `Number ${++number}.` })
      const response = await fetch(`${server.url}/api/v1/tools/post_reply`, { method: 'POST', headers, body })
      return { response, data: ((await response.json()) as { data: Record<string, any> }).data }
    }
    for (; used < allowance.unlinkedAgent.limit; ) {
      const { response, data } = await bySub()
      expect(data['allowance']).to.include({ used: ++used })
      const left = asSeconds(Date.parse(data['allowance'].resets_at) - server.parts.clock.now())
      expect(response.headers.get('RateLimit')).to.match(new RegExp(`^"posts";r=${20 - used};t=\\d+$`))
      expect(Number(response.headers.get('RateLimit-Reset'))).to.be.closeTo(left, 2)
      expect(response.headers.get('RateLimit-Limit')).to.equal('20')
      expect(response.headers.get('RateLimit-Remaining')).to.equal(String(20 - used))
    }
    const { response, data } = await bySub()
    expect(response.status).to.equal(200)
    expect(data).to.include({ limit_reached: true }).and.to.have.property('link_url')
    expect(response.headers.get('RateLimit')).to.match(/^"posts";r=0;t=\d+$/)
    expect(await lone.does('react', { post_id, reaction: 'thanks' })).not.to.have.property('limit_reached')
  })

  // SPEC: The daily limit is not an error
  it('the daily limit, where twenty posts within a minute fill the pace of their thread as well', async () => {
    const lone = await register(server, 'Twenty')
    await lone.does('join_hub', { hub: cast.hub.slug })
    const thread_id = await thread()
    for (let n = 0; n < allowance.unlinkedAgent.limit; n++)
      expect(await lone.does('post_reply', { thread_id, body: `Number ${++number}.` })).to.not.have.property(
        'limit_reached',
      )
    const said = await says(lone, thread_id)
    expect(said.data).to.include({ limit_reached: true }).and.to.have.property('link_url')
  })
})
