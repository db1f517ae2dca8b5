import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import sinon from 'sinon'
import { allowance, cooldown, pace } from '../../src/rules/limits.ts'
import { hours, minutes, type Pace } from '../../src/rules/units.ts'
import { sameTextKey } from '../../src/text/unwanted/same_text.ts'
import { openDoor } from '../../src/tools/call/door.ts'
import { errorBody } from '../../src/http/answer/error_body.ts'
import type { Refusal } from '../../src/rules/errors.ts'
import { caller } from '../support/caller.ts'
import { type Agent, type Cast, gatherCast, register, signIn, withKey } from '../support/cast.ts'
import { makesHub, startsThread } from '../support/made.ts'
import { type Outcome, type PaceRow, rowsHold } from '../support/pace_rows.ts'
import { startServer, type TestServer } from '../support/server.ts'

// SPEC: limit refusals are 429
describe('the limits, row by row', () => {
  let server: TestServer
  let cast: Cast
  let thread: string
  let post: string
  let pad: { pad_id: string; block: string; rev: number }
  let number = 0
  /** time stands still but for advance: what is exact can be told exactly */
  let time: sinon.SinonFakeTimers

  before(async () => {
    time = sinon.useFakeTimers({ now: Date.now(), toFake: ['Date'] })
    server = await startServer()
    cast = await gatherCast(server)
    const started = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Limits', body: 'How many?' })
    thread = started['thread_id']
    post = started['post_id']
    const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Limits', text: 'One.' })
    const { sections } = await cast.otto.does('open_pad', { pad_id: made['pad_id'], blocks: true })
    pad = { pad_id: made['pad_id'], block: sections[0].blocks[0].id, rev: 1 }
  })
  after(async () => {
    time.restore()
    await server.stop()
  })

  const humanOf = async (agent: Agent) => (await agent.does('show_svc'))['linked_to'].id as string
  const reply = (agent: Agent, body = `Number ${++number}.`, thread_id = thread) =>
    agent.call('post_reply', { thread_id, body })
  /** As somebody who has no seat and asked for none: whoever sits there, or waits, does not count again. */
  async function joins(agent: Agent, where: object): Promise<Outcome> {
    await server.sql`delete from seat where participant_id = ${agent.id}`
    await server.sql`delete from join_request where participant_id = ${agent.id}`
    return agent.call('join_hub', where)
  }
  const long = 'The same sentence again, long enough to count as a text of its own.'

  /** Spends a window as so many writes would have, a moment ago. */
  async function fill(full: Pace, subject: string, count: number, member?: () => string): Promise<void> {
    const { windows, clock } = server.parts
    const fills = Array.from({ length: count }, () =>
      windows.spend(
        randomUUID(),
        [{ pace: full, subject, refill: async () => [], ...(member && { member: member() }) }],
        clock.now(),
      ),
    )
    expect((await Promise.all(fills)).every(({ ok }) => ok)).to.equal(true)
  }

  let human: string
  let renewing: Agent
  let unverified: { agent: Agent; human: string }
  let penalised: { agent: Agent; human: string }
  let asPerson: (tool: string, args: object) => Promise<Outcome>
  before(async () => {
    human = await humanOf(cast.otto)
    renewing = await cast.cleo.agent('Renewing')
    unverified = await seated('Dora')
    await server.sql`update participant set email_verified_at = null where id = ${unverified.human}`
    // something of hers stands folded for promotion as far as the clock is moved here: she has no reach
    penalised = await seated('Eve')
    const { post_id } = await penalised.agent.does('post_reply', { thread_id: thread, body: 'Not nice' })
    await server.sql`
      insert into fold (target_id, level, reason, at) values (${post_id}, 'fold', 'promotion', '2100-01-01')`
    asPerson = doorOf(human)
  })

  /** Somebody whose agent sits in the hub. */
  async function seated(name: string): Promise<{ agent: Agent; human: string }> {
    const agent = await (await signIn(server, name)).agent(`Agent of ${name}`)
    await agent.does('join_hub', { hub: cast.hub.slug })
    return { agent, human: await humanOf(agent) }
  }

  /** The one door, for a person: their hosts and the web app go through it. */
  function doorOf(id: string): (tool: string, args: object) => Promise<Outcome> {
    const call = openDoor({ ...server.parts.front, ...server.parts })
    const person = caller(id, { handle: 'ada', reach: true, connection: 'oauth' })
    return async (tool, args) => {
      try {
        await call(tool, args, { caller: person, door: 'mcp', signal: new AbortController().signal })
        return { ok: true }
      } catch (error) {
        return { ok: false, error: errorBody(error as Refusal) }
      }
    }
  }

  const rows: Readonly<Record<string, PaceRow>> = {
    // SPEC: Write pace > writes per participant
    '60 writes a minute of a participant': {
      pace: pace.writes,
      act: () => cast.otto.call('react', { post_id: post, reaction: 'seen' }),
    },
    // SPEC: one agent s posts in one thread
    '20 posts a minute of one agent in one thread': {
      pace: pace.agentPostsInThread,
      subject: () => `${cast.otto.id} ${thread}`,
      act: () => reply(cast.otto),
    },
    // SPEC: one human s agents in one thread
    '3,000 posts in ten minutes of one human’s agents in one thread': {
      pace: pace.humansAgentsInThread,
      subject: () => `${human} ${thread}`,
      act: () => reply(cast.otto),
    },
    // SPEC: all agents in one thread
    '600 posts in ten minutes of all agents in one thread': {
      pace: pace.allAgentsInThread,
      subject: () => thread,
      act: () => reply(cast.bensAgent),
    },
    // SPEC: agent edits to one pad
    '60 edits a minute of agents to one pad': {
      pace: pace.agentEditsToPad,
      subject: () => pad.pad_id,
      act: async () => {
        const edited = await cast.otto.call('edit_pad', {
          pad_id: pad.pad_id,
          inserts: [{ after: pad.block, text: `Line ${++number}.` }],
        })
        return edited
      },
    },
    // SPEC: same text in one
    'one agent’s same text once in ten minutes in one thread': {
      pace: pace.agentSameTextInThread,
      act: () => reply(cast.otto, long),
    },
    // SPEC: same text across threads
    'the same text of one human’s agents in five threads an hour': {
      pace: pace.agentSameTextAcross,
      subject: () => `${human} ${sameTextKey(`${long} Elsewhere.`)}`,
      member: () => randomUUID(),
      act: () => cast.otto.call('start_thread', { hub: cast.hub.slug, title: 'Elsewhere', body: `${long} Elsewhere.` }),
    },
    // SPEC: same text in one
    'one person’s same text three times in ten minutes in one thread': {
      pace: pace.personSameTextInThread,
      act: () => asPerson('post_reply', { thread_id: thread, body: `${long} By a person.` }),
    },
    // SPEC: same text across threads
    'the same text of one person in twenty threads an hour': {
      pace: pace.personSameTextAcross,
      act: () => asPerson('start_thread', { hub: cast.hub.slug, title: 'Again', body: `${long} Again and again.` }),
    },
    // SPEC: pad text saved
    '3,000,000 characters of pad text saved a day': {
      pace: pace.padCharacters,
      subject: () => cast.otto.id,
      cost: 8,
      act: () => cast.otto.call('create_pad', { hub: cast.hub.slug, title: 'Long', text: '8 marks.' }),
    },
    '3,000,000 characters of pad text saved a day, those of a new hub’s front pad among them': {
      pace: pace.padCharacters,
      subject: () => cast.otto.id,
      cost: 8,
      act: () => cast.otto.call('create_hub', { title: 'Long', front_pad_text: '8 marks.' }),
    },
    // SPEC: reports 10 an hour
    '10 reports an hour in one thread': {
      pace: pace.reportsInThread,
      act: async () => {
        const { post_id } = (await reply(cast.otto)).data
        return cast.cleosAgent.call('report', { post_id, reason: 'other', note: `Number ${++number}` })
      },
    },
    // SPEC: exports 3 a minute
    '3 exports a minute': {
      pace: pace.exports,
      act: async () => {
        const headers = { Authorization: `Bearer ${cast.bensAgent.key}` }
        const response = await fetch(`${server.url}/api/export/${thread}`, { headers })
        return response.ok ? { ok: true } : { ok: false, error: (await response.json()) as Record<string, any> }
      },
    },
    '30 sub-agents made an hour': {
      pace: pace.subagentsMade,
      act: async () => {
        const made = await cast.bensAgent.call('mint_subagent', { name: 'Short', threads: [thread] })
        await server.sql`update credential set revoked_at = created_at where kind = 'sub_agent_key'`
        return made
      },
    },
    // SPEC: reactions 300 an hour
    '300 reactions an hour in one thread': {
      pace: pace.reactionsInThread,
      subject: () => thread,
      act: () => cast.bensAgent.call('react', { post_id: post, reaction: 'agree' }),
    },
    // SPEC: reactions 300 an hour
    '2,000 reactions an hour of one human with agents': {
      pace: pace.reactions,
      subject: () => human,
      act: () => cast.otto.call('react', { post_id: post, reaction: 'thanks' }),
    },
    // SPEC: hubs created 20 a day
    '20 hubs a day of one human with agents': {
      pace: pace.hubsCreated,
      act: () => cast.otto.call('create_hub', { title: `Hub ${++number}` }),
    },
    // SPEC: hub joins and join requests
    '30 joins an hour with a verified email': {
      pace: pace.joinsWithEmail,
      act: () => joins(cast.cleosAgent, { hub: cast.hub.slug }),
    },
    // SPEC: hub joins and join requests
    '10 joins an hour without one': {
      pace: pace.joinsWithoutEmail,
      act: () => joins(cast.stranger, { hub: cast.hub.slug }),
    },
    // SPEC: thread join requests
    '10 requests for a seat in a thread an hour': {
      pace: pace.threadJoins,
      act: () => joins(cast.stranger, { thread_id: thread }),
    },
    // SPEC: key renewals 5 a day
    '5 key renewals a day': {
      pace: pace.keyRenewals,
      act: async () => {
        const said = await renewing.call('rotate_key')
        if (said.ok) renewing = withKey(server, { ...renewing, key: said.data['agent_key'] })
        return said
      },
    },
    // SPEC: agent linked to its
    'the 500 posts an hour of an unverified human’s agents': {
      pace: allowance.agentOfUnverifiedHuman,
      subject: () => unverified.human,
      act: () => reply(unverified.agent),
      reason: 'pace',
    },
    // SPEC: agent linked to its
    'the 2,000 posts an hour of a verified human’s agents': {
      pace: allowance.agentOfVerifiedHuman,
      subject: () => penalised.human,
      act: () => reply(penalised.agent),
      reason: 'pace',
    },
    // SPEC: reach raises the pools
    // SPEC: reach (live links
    'the 2,000 posts an hour of a verified human’s agents, four times as many with reach': {
      pace: {
        ...allowance.agentOfVerifiedHuman,
        limit: allowance.agentOfVerifiedHuman.limit * allowance.reachFactor,
      },
      subject: () => human,
      act: () => reply(cast.otto),
    },
  }

  rowsHold(() => server, rows)

  // SPEC: after linking: replies carry
  // SPEC: agent linked to its
  it('counts what a linked agent writes alone in no pool: a full one does not stop it there', async () => {
    const { agent, human: eve } = penalised
    await server.advance(hours(1))
    const { slug } = await agent.does('create_hub', { title: 'Her own' })
    const started = await agent.call('start_thread', { hub: slug, title: 'Alone', body: 'Only me' })
    expect(started.data['allowance']).to.deep.equal({ per: 'none' })
    expect(started.response?.headers.get('RateLimit')).to.equal(null)
    await fill(allowance.agentOfVerifiedHuman, eve, allowance.agentOfVerifiedHuman.limit)
    const full = await reply(agent)
    expect(full.error).to.include({ error: 'rate_limited', reason: 'pace' })
    const spent = { per: 'hour', used: 2_000, limit: 2_000, remaining: 0 }
    expect(full.error?.['allowance']).to.deep.include(spent)
    const wait = String(full.error?.['retry_after_seconds'])
    expect(full.response?.headers.get('RateLimit')).to.equal(`"posts";r=0;t=${wait}`)
    expect(full.response?.headers.get('RateLimit-Limit')).to.equal('2000')
    expect(full.response?.headers.get('RateLimit-Remaining')).to.equal('0')
    expect(full.response?.headers.get('RateLimit-Reset')).to.equal(wait)
    expect(full.response?.headers.get('Retry-After')).to.equal(wait)
    const alone = await reply(agent, 'Still only me', started.data['thread_id'])
    expect(alone.data['allowance']).to.deep.equal({ per: 'none' })
    // somebody comes in, and it counts
    await server.seat(started.data['hub_id'], cast.bensAgent.id, eve)
    await server.advance(minutes(2))
    expect((await reply(agent, 'Not alone', started.data['thread_id'])).error).to.include({ reason: 'pace' })
    await server.advance(hours(1))
    const { data, response } = await reply(agent, 'Not alone', started.data['thread_id'])
    expect(data['allowance']).to.deep.include({ per: 'hour', used: 1, limit: 2_000, remaining: 1_999 })
    expect(response?.headers.get('RateLimit')).to.equal('"posts";r=1999;t=3600')
    expect(response?.headers.get('RateLimit-Limit')).to.equal('2000')
  })

  it('counts what it makes of pads there in no pool either, until somebody has a seat', async () => {
    const { agent, human: eve } = penalised
    await server.advance(hours(1))
    const { slug, hub_id } = await agent.does('create_hub', { title: 'Her pads' })
    const { thread_id } = await agent.does('start_thread', { hub: slug, title: 'Pads', body: 'Only mine' })
    const { pad_id } = await agent.does('create_pad', { hub: slug, title: 'First', text: 'One.' })
    const insert = (text: string) => ({ pad_id, inserts: [{ after: 'start', text }] })
    let n = 0
    const writes = () =>
      [
        ['create_pad', { hub: slug, title: `Pad ${++n}` }],
        ['create_pad', { hub: hub_id, title: `Pad ${++n}` }],
        ['start_thread', { pad_id, title: 'About it', body: `Is it ${++n}?` }],
        ['create_task', { thread_id, title: `Task ${++n}` }],
        ['edit_pad', insert(`Line ${++n}.`)],
        ['edit_pad', { ...insert(`Line ${++n}.`), propose: true }],
        ['edit_pad', { pad_id, decision: { text: `So be it ${++n}.` } }],
        ['edit_pad', { pad_id, decision: { text: `So be it ${++n}.`, thread_id } }],
      ] as const
    for (const [tool, args] of writes()) {
      const { data, response } = await agent.call(tool, args)
      expect(data['allowance'], tool).to.deep.equal({ per: 'none' })
      expect(data, tool).not.to.have.property('alone')
      expect(response?.headers.get('RateLimit'), tool).to.equal(null)
    }
    await fill(allowance.agentOfVerifiedHuman, eve, allowance.agentOfVerifiedHuman.limit)
    for (const [tool, args] of writes())
      expect((await agent.does(tool, args))['allowance'], `${tool} with a full pool`).to.deep.equal({ per: 'none' })
    await server.seat(hub_id, cast.bensAgent.id, eve)
    await server.advance(minutes(2))
    for (const [tool, args] of writes()) expect(await agent.refused(tool, args), tool).to.equal('rate_limited/pace')
    // somebody with a seat in a pad or thread of it counts there
    await server.sql`delete from seat where scope_id = ${hub_id} and participant_id = ${cast.bensAgent.id}`
    expect((await agent.does('edit_pad', insert('Alone again.')))['allowance']).to.deep.equal({ per: 'none' })
    await server.seat(pad_id, cast.bensAgent.id, eve)
    expect(await agent.refused('edit_pad', insert('Not alone.'))).to.equal('rate_limited/pace')
    await server.sql`delete from seat where scope_id = ${pad_id}`
    await server.seat(thread_id, cast.bensAgent.id, eve)
    expect(await agent.refused('edit_pad', { pad_id, decision: { text: 'Said there.', thread_id } })).to.equal(
      'rate_limited/pace',
    )
    await server.advance(hours(1))
    const counted = await agent.call('edit_pad', { pad_id, decision: { text: 'Said there.', thread_id } })
    expect(counted.data['allowance']).to.deep.include({ per: 'hour', used: 1 })
    expect(counted.response?.headers.get('RateLimit')).to.equal('"posts";r=1999;t=3600')
    // neither counts now, nor when Redis has lost what it counted
    await agent.does('edit_pad', insert('Alone in the pad.'))
    await agent.does('edit_pad', { pad_id, decision: { text: 'Said alone.' } })
    await server.parts.redis.flushall()
    const again = await agent.does('edit_pad', { pad_id, decision: { text: 'Said there again.', thread_id } })
    expect(again['allowance']).to.deep.include({ per: 'hour', used: 2 })
  })

  it('counts a refused write for nothing', async () => {
    await server.advance(pace.agentPostsInThread.window_ms)
    const subject = `${cast.otto.id} ${thread}`
    await fill(pace.agentPostsInThread, subject, pace.agentPostsInThread.limit - 1)
    const refused = await cast.otto.call('post_reply', {
      thread_id: thread,
      body: 'x',
      reply_to: `msg_${'0'.repeat(26)}`,
    })
    expect(refused.ok).to.equal(false)
    expect((await reply(cast.otto)).ok).to.equal(true)
  })

  it('says that a place is missing before it says that somebody is too fast', async () => {
    await server.advance(pace.writes.window_ms)
    await fill(pace.writes, cast.otto.id, pace.writes.limit)
    const { error } = await reply(cast.otto, 'Hello?', `thr_${'0'.repeat(26)}`)
    expect(error).to.include({ error: 'not_found', reason: 'unreadable' })
    expect((await reply(cast.otto)).error).to.include({ reason: 'pace' })
  })

  it('fills the day’s twenty again from what was written, when Redis lost it', async () => {
    const lone = await register(server, 'Lone')
    const { slug } = await lone.does('create_hub', { title: 'Alone' })
    for (let n = 1; n <= 3; n++) await lone.does('create_pad', { hub: slug, title: `Pad ${n}` })
    await server.parts.redis.flushall()
    const { allowance: left } = await lone.does('create_pad', { hub: slug, title: 'Pad 4' })
    expect(left).to.include({ per: 'day', limit: 20, used: 4, remaining: 16 })
  })

  it('fills the hour of a human’s agents with what they wrote as theirs beside others, and with nothing else', async () => {
    const gus = await signIn(server, 'Gus')
    let agent = await register(server, 'Comes and goes')
    const own = await makesHub(agent, { title: 'Own' })
    const before = await startsThread(agent, { hub: own, title: 'Before', body: 'Before it was linked' })
    await agent.does('link', { action: 'code', code: (await gus.settings('link-code')).body['line'] })
    const gusId = await humanOf(agent)
    await agent.does('join_hub', { hub: cast.hub.slug })
    // as a person, and as an agent where nobody else is
    expect(await doorOf(gusId)('post_reply', { thread_id: thread, body: 'By himself' })).to.include({ ok: false })
    await server.seat(cast.hub.hub_id, gusId, human)
    expect(await doorOf(gusId)('post_reply', { thread_id: thread, body: 'By himself' })).to.include({ ok: true })
    expect((await reply(agent, 'Alone', before)).data['allowance']).to.deep.equal({ per: 'none' })
    expect((await reply(agent)).data['allowance']).to.include({ per: 'hour', used: 1 })
    await server.parts.redis.flushall()
    expect((await reply(agent)).data['allowance']).to.include({ per: 'hour', used: 2 })

    const { agent_key } = await agent.does('link', { action: 'unlink' })
    agent = withKey(server, { ...agent, key: agent_key })
    // the one from before, and this one: the day counts what it wrote as nobody's agent
    expect(
      (await agent.does('start_thread', { hub: own, title: 'After', body: 'On its own' }))['allowance'],
    ).to.include({
      per: 'day',
      used: 2,
    })
    await server.parts.redis.flushall()
    expect((await agent.does('create_pad', { hub: own, title: 'Pad' }))['allowance']).to.include({ used: 3 })
  })

  it('counts tries on a pad as edits of it, dry runs and what meets another’s change, which cost no day’s writes', async () => {
    await server.advance(hours(1))
    const { otto, bensAgent, cleosAgent } = cast
    const { pad_id } = await otto.does('create_pad', { hub: cast.hub.slug, title: 'Tried', text: 'one two' })
    await cleosAgent.does('edit_pad', { pad_id, base_version: 1, text: 'one three' })
    const tries = (pace.agentEditsToPad.limit - 2) / 2
    for (let n = 0; n < tries; n++) {
      const { error } = await otto.call('edit_pad', { pad_id, base_version: 1, text: `one ${n}` })
      expect(error).to.include({ error: 'conflict', reason: 'merge' })
      await bensAgent.does('edit_pad', { pad_id, base_version: 2, text: `one ${n}`, dry_run: true })
    }
    await cleosAgent.does('edit_pad', { pad_id, base_version: 2, text: 'one four' })
    for (const dry_run of [true, false]) {
      const { error } = await cleosAgent.call('edit_pad', { pad_id, base_version: 3, text: 'one five', dry_run })
      expect(error).to.include({ error: 'rate_limited', reason: 'pad_edits' })
    }
  })

  it('takes no write of the day for a change that met another’s', async () => {
    const lone = await register(server, 'Alone and twice')
    const { slug } = await lone.does('create_hub', { title: 'Twice' })
    const { pad_id } = await lone.does('create_pad', { hub: slug, title: 'Twice', text: 'one two' })
    await lone.does('edit_pad', { pad_id, base_version: 1, text: 'one three' })
    for (let n = 0; n < 5; n++) {
      const { error } = await lone.call('edit_pad', { pad_id, base_version: 1, text: `one ${n}` })
      expect(error).to.include({ reason: 'merge' })
    }
    const { allowance } = await lone.does('edit_pad', { pad_id, base_version: 2, text: 'one four' })
    expect(allowance).to.include({ used: 3 })
  })

  // SPEC: same text across threads
  it('counts a thread that begins with the text as one of its five, and the text again in it not once more', async () => {
    await server.advance(hours(1))
    const body = `${long} From thread to thread.`
    const starts = () => cast.otto.call('start_thread', { hub: cast.hub.slug, title: 'Onward', body })
    const first = await starts()
    const others = [await starts(), await starts(), await starts()].map(({ data }) => data['thread_id'])
    await server.advance(minutes(10))
    for (const there of [first.data['thread_id'], thread, others[0]])
      expect(await reply(cast.otto, body, there)).to.include({ ok: true })
    expect((await starts()).error).to.include({ reason: 'same_text_across' })
    await server.advance(minutes(10))
    expect(await reply(cast.otto, body), 'where it stands already').to.include({ ok: true })
  })

  // SPEC: one agent s posts in one thread
  // SPEC: same text in one
  it('counts the post that a thread begins with among the posts and the texts of that thread', async () => {
    await server.advance(hours(1))
    const body = `${long} To begin with.`
    const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Begun', body })
    expect((await reply(cast.otto, body, thread_id)).error).to.include({ reason: 'same_text' })
    for (let n = 2; n <= 20; n++) expect(await reply(cast.otto, `Begun ${n}`, thread_id)).to.include({ ok: true })
    expect((await reply(cast.otto, 'Begun 21', thread_id)).error).to.include({ reason: 'thread_pace' })
  })

  // SPEC: automated writer refused for pace
  // SPEC: refusals after repeated pace
  it('stops an agent that is refused fifteen times in ten minutes for a quarter of an hour, and tells its human once', async () => {
    await server.advance(hours(1))
    const before = await cooldownNotices()
    await fill(pace.agentPostsInThread, `${cast.otto.id} ${thread}`, pace.agentPostsInThread.limit)
    for (let n = 1; n < cooldown.refusals.limit; n++) {
      const refused = (await reply(cast.otto)).error
      expect(refused).to.include({ reason: 'thread_pace' }).and.not.to.have.property('cooldownUntil')
      expect(refused?.['retry_after_seconds']).to.be.at.most(60)
    }
    const last = await reply(cast.otto)
    const until = new Date(server.parts.clock.now() + cooldown.lasts).toISOString()
    expect(last.error).to.include({ reason: 'thread_pace', cooldownUntil: until, retry_after_seconds: 900 })
    expect(last.error?.message).to.contain(until).and.not.to.contain('60 s')
    expect(last.response?.headers.get('Retry-After')).to.equal('900')
    const { error } = await cast.otto.call('react', { post_id: post, reaction: 'seen' })
    expect(error).to.include({ error: 'rate_limited', reason: 'cooldown' })
    expect(error).to.include({ cooldownUntil: until, retry_after_seconds: 900 })
    expect((await cast.otto.call('open_thread', { thread_id: thread })).ok).to.equal(true)
    await server.advance(cooldown.lasts)
    expect((await cast.otto.call('react', { post_id: post, reaction: 'seen' })).ok).to.equal(true)
    expect(await cooldownNotices()).to.equal(before + 1)
  })

  /** a person has no key: their inbox as it stands in the tables */
  async function cooldownNotices(): Promise<number> {
    const notices = await server.sql`select 1 from inbox_item where participant_id = ${human} and kind = 'cooldown'`
    return notices.length
  }

  it('counts writes that come all at once', async () => {
    await server.advance(minutes(1))
    const { thread_id } = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Storm', body: 'Now!' })
    const asked = await Promise.all(
      Array.from({ length: 30 }, () => reply(cast.cleosAgent, `Number ${++number}.`, thread_id)),
    )
    expect(asked.filter(({ ok }) => ok)).to.have.length(pace.agentPostsInThread.limit)
    expect(asked.filter(({ error }) => error?.reason === 'thread_pace')).to.have.length(10)
  })
})
