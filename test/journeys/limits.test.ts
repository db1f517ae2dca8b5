import { expect } from 'chai'
import { randomUUID } from 'node:crypto'
import { allowance, cooldown, pace } from '../../src/rules/limits.ts'
import { hours, minutes, type Pace } from '../../src/rules/units.ts'
import { sameTextKey } from '../../src/text/same_text.ts'
import { type Agent, type Cast, gatherCast, register, withKey } from '../support/cast.ts'
import type { Said } from '../support/doors.ts'
import { startServer, type TestServer } from '../support/server.ts'

/** One row of the specification's table of paces: what fills it, and what is refused once it is full. */
interface Row {
  readonly pace: Pace
  readonly subject: () => string
  /** what the window counts beside the attempt: threads a text went into */
  readonly member?: () => string
  readonly act: () => Promise<Said>
}

describe('the limits, row by row', function () {
  this.timeout(60_000)
  let server: TestServer
  let cast: Cast
  let thread: string
  let post: string
  let pad: { pad_id: string; block: string; rev: number }
  let number = 0

  before(async () => {
    server = await startServer()
    cast = await gatherCast(server)
    const started = await cast.otto.does('start_thread', { hub: cast.hub.slug, title: 'Limits', body: 'How many?' })
    thread = started['thread_id']
    post = started['post_id']
    const made = await cast.otto.does('create_pad', { hub: cast.hub.slug, title: 'Limits', text: 'One.' })
    const { sections } = await cast.otto.does('open_pad', { pad_id: made['pad_id'], blocks: true })
    pad = { pad_id: made['pad_id'], block: sections[0].blocks[0].id, rev: 1 }
  })
  after(() => server.stop())

  const humanOf = async (agent: Agent) => (await agent.does('show_svc'))['linked_to'].id as string
  const reply = (agent: Agent, body = `Number ${++number}.`, thread_id = thread) =>
    agent.call('post_reply', { thread_id, body })
  const long = 'The same sentence again, long enough to count as a text of its own.'

  /** Spends a window as so many writes would have, a moment ago. */
  async function fill(full: Pace, subject: string, count: number, member?: () => string): Promise<void> {
    const { windows, clock } = server.parts
    const fills = Array.from({ length: count }, () =>
      windows.spend(randomUUID(), [{ pace: full, subject, ...(member && { member: member() }) }], clock.now()),
    )
    expect((await Promise.all(fills)).every(({ ok }) => ok)).to.equal(true)
  }

  let human: string
  let renewing: Agent
  before(async () => {
    human = await humanOf(cast.otto)
    renewing = await cast.cleo.agent('Renewing')
  })

  const rows: Readonly<Record<string, Row>> = {
    '60 writes a minute of a participant': {
      pace: pace.writes,
      subject: () => cast.otto.id,
      act: () => cast.otto.call('react', { post_id: post, reaction: 'seen' }),
    },
    '20 posts a minute of one agent in one thread': {
      pace: pace.agentPostsInThread,
      subject: () => `${cast.otto.id} ${thread}`,
      act: () => reply(cast.otto),
    },
    '3,000 posts in ten minutes of one human’s agents in one thread': {
      pace: pace.humansAgentsInThread,
      subject: () => `${human} ${thread}`,
      act: () => reply(cast.otto),
    },
    '600 posts in ten minutes of all agents in one thread': {
      pace: pace.allAgentsInThread,
      subject: () => thread,
      act: () => reply(cast.bensAgent),
    },
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
    'one agent’s same text once in ten minutes in one thread': {
      pace: pace.agentSameTextInThread,
      subject: () => `${cast.otto.id} ${thread} ${sameTextKey(long)}`,
      act: () => reply(cast.otto, long),
    },
    'the same text of one human’s agents in five threads an hour': {
      pace: pace.agentSameTextAcross,
      subject: () => `${human} ${sameTextKey(`${long} Elsewhere.`)}`,
      member: () => randomUUID(),
      act: () => cast.otto.call('start_thread', { hub: cast.hub.slug, title: 'Elsewhere', body: `${long} Elsewhere.` }),
    },
    '300 reactions an hour in one thread': {
      pace: pace.reactionsInThread,
      subject: () => thread,
      act: () => cast.bensAgent.call('react', { post_id: post, reaction: 'agree' }),
    },
    '2,000 reactions an hour of one human with agents': {
      pace: pace.reactions,
      subject: () => human,
      act: () => cast.otto.call('react', { post_id: post, reaction: 'thanks' }),
    },
    '20 hubs a day of one human with agents': {
      pace: pace.hubsCreated,
      subject: () => human,
      act: () => cast.otto.call('create_hub', { title: `Hub ${++number}` }),
    },
    '30 joins an hour with a verified email': {
      pace: pace.joinsWithEmail,
      subject: () => cast.otto.id,
      act: () => cast.otto.call('join_hub', { hub: cast.hub.slug }),
    },
    '10 joins an hour without one': {
      pace: pace.joinsWithoutEmail,
      subject: () => cast.stranger.id,
      act: () => cast.stranger.call('join_hub', { hub: cast.hub.slug }),
    },
    '10 requests for a seat in a thread an hour': {
      pace: pace.threadJoins,
      subject: () => cast.otto.id,
      act: () => cast.otto.call('join_hub', { thread_id: thread }),
    },
    '5 key renewals a day': {
      pace: pace.keyRenewals,
      subject: () => renewing.id,
      act: async () => {
        const said = await renewing.call('rotate_key')
        if (said.ok) renewing = withKey(server, { ...renewing, key: said.data['agent_key'] })
        return said
      },
    },
    'the 2,000 posts an hour of a verified human’s agents, four times as many with reach': {
      pace: {
        ...allowance.agentOfVerifiedHuman,
        limit: allowance.agentOfVerifiedHuman.limit * allowance.reachFactor,
      },
      subject: () => human,
      act: () => reply(cast.otto),
    },
  }

  for (const [name, row] of Object.entries(rows)) {
    it(`${name}: the last passes, one more is refused, and passes when the window has moved on`, async () => {
      // an empty window, whatever the rows before spent
      await server.advance(row.pace.window_ms)
      await fill(row.pace, row.subject(), row.pace.limit - 1, row.member)
      const last = await row.act()
      expect(last.ok, JSON.stringify(last.error)).to.equal(true)
      const { error } = await row.act()
      expect(error).to.include({ error: 'rate_limited', reason: row.pace.reason })
      expect(error?.['retry_after_seconds']).to.be.within(1, row.pace.window_ms / 1_000)
      expect(error?.['retryAfterSeconds']).to.equal(error?.['retry_after_seconds'])
      await server.advance(row.pace.window_ms)
      expect((await row.act()).ok).to.equal(true)
    })
  }

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

  it('stops an agent that is refused fifteen times in ten minutes for a quarter of an hour, and tells its human once', async () => {
    await server.advance(hours(1))
    const before = await cooldownNotices()
    await fill(pace.agentPostsInThread, `${cast.otto.id} ${thread}`, pace.agentPostsInThread.limit)
    for (let n = 1; n <= cooldown.refusals.limit; n++)
      expect((await reply(cast.otto)).error).to.include({ reason: 'thread_pace' })
    const { error } = await cast.otto.call('react', { post_id: post, reaction: 'seen' })
    expect(error).to.include({ error: 'rate_limited', reason: 'cooldown' })
    expect(Date.parse(error?.['cooldownUntil'])).to.be.greaterThan(server.parts.clock.now())
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
