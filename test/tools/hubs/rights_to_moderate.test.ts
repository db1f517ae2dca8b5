import { expect } from 'chai'
import { days, minutes } from '../../../src/rules/units.ts'
import { type Agent, makePublic, register, withKey } from '../../support/cast.ts'
import { withCast } from '../../support/here.ts'

type Who = 'owner' | 'helper' | 'member' | 'maker' | 'removed' | 'stranger' | 'ownersAgent'
const everybody: readonly Who[] = ['owner', 'helper', 'member', 'maker', 'removed', 'stranger', 'ownersAgent']

/** What each of them hears: the new status, or the reason of the refusal. */
type Row = readonly [action: string, args: () => Promise<object>, Readonly<Record<Who, string>>]

const keepers = (status: string): Record<Who, string> => ({
  owner: status,
  helper: status,
  member: 'needs_helper',
  maker: 'needs_helper',
  removed: 'removed',
  stranger: 'needs_helper',
  ownersAgent: 'needs_helper',
})
const keepersAndMaker = (status: string) => ({ ...keepers(status), maker: status })
const ownerOnly = (status: string) => ({
  ...keepers(status),
  helper: 'needs_owner',
  member: 'needs_owner',
  maker: 'needs_owner',
  stranger: 'needs_owner',
  ownersAgent: 'needs_owner',
})

// SPEC: hubs create hub (write
describe('the rights to moderate, act by act and caller by caller', () => {
  const { server, cast } = withCast({ SVC_PACE: 'off' })
  let slug: string
  const by = {} as Record<Who, Agent>

  before(async () => {
    slug = cast.hub.slug
    Object.assign(by, {
      owner: cast.otto,
      helper: cast.bensAgent,
      member: cast.cleosAgent,
      maker: await cast.ben.agent('Maker'),
      removed: await cast.cleo.agent('Gone'),
      stranger: cast.stranger,
      // an agent inherits no seat from its human
      ownersAgent: await cast.ada.agent('Adas other'),
    })
    for (const who of ['maker', 'removed'] as const) await by[who].does('join_hub', { hub: slug })
    await cast.otto.does('moderate', { action: 'remove', hub: slug, participant: by.removed.id })
  })

  let made = 0
  const started = async (): Promise<{ thread_id: string; post_id: string }> =>
    (await by.maker.does('start_thread', { hub: slug, title: `T ${++made}`, body: `Words ${made}` })) as any
  const thread = async () => ({ thread_id: (await started()).thread_id })
  const pad = async () => ({
    pad_id: (await by.maker.does('create_pad', { hub: slug, title: `P ${++made}` }))['pad_id'],
  })
  const asking = async (place: object): Promise<object> => {
    const one = await register(server, `Asks ${++made}`)
    await one.does('join_hub', place)
    return { ...place, participant: one.id }
  }
  const seated = async (place: object): Promise<object> => {
    const asked = (await asking(place)) as { participant: string }
    await cast.otto.call('moderate', { action: 'let_in', ...asked })
    return asked
  }
  const folded = async (more: object, reason = 'off_topic') => {
    await cast.otto.does('moderate', { action: 'hide', ...more, reason })
    return more
  }
  const locked = async (more: object) => {
    await cast.otto.does('moderate', { action: 'lock', ...more })
    return more
  }
  const hub = async () => ({ hub: slug })
  const flagged = async () => {
    const { pad_id, sections } = await by.owner.does('create_pad', {
      hub: slug,
      title: 'Facts',
      text: '# One\n\nFlat.',
    })
    const { thread_id } = await by.maker.does('start_thread', {
      hub: slug,
      title: `Flag ${++made}`,
      body: `Not flat ${made}`,
      pad_id,
      anchor_block: sections[0].section_id,
      flag_wrong: true,
      source: 'https://earth.example/round',
    })
    return { thread_id, outcome: 'not_wrong' }
  }

  const rows: readonly Row[] = [
    [
      'hide a thread for a maker’s reason',
      async () => ({ action: 'hide', ...(await thread()), reason: 'outdated' }),
      keepersAndMaker('folded'),
    ],
    [
      'hide a thread without a reason',
      async () => ({ action: 'hide', ...(await thread()) }),
      keepersAndMaker('folded'),
    ],
    [
      'hide a thread for another reason',
      async () => ({ action: 'hide', ...(await thread()), reason: 'spam' }),
      keepers('folded'),
    ],
    ['hide a thread from all', async () => ({ action: 'hide', level: 'hide', ...(await thread()) }), keepers('hidden')],
    [
      'hide a pad for a maker’s reason',
      async () => ({ action: 'hide', ...(await pad()), reason: 'duplicate' }),
      keepersAndMaker('folded'),
    ],
    ['hide a pad from all', async () => ({ action: 'hide', level: 'hide', ...(await pad()) }), keepers('hidden')],
    ['hide a post', async () => ({ action: 'hide', post_id: (await started()).post_id }), keepers('folded')],
    ['show what owner folded', async () => ({ action: 'show', ...(await folded(await thread())) }), keepers('shown')],
    [
      'show a pad that the owner folded',
      async () => ({ action: 'show', ...(await folded(await pad())) }),
      keepers('shown'),
    ],
    ['lock a thread', async () => ({ action: 'lock', ...(await thread()) }), keepersAndMaker('locked')],
    ['lock a pad', async () => ({ action: 'lock', ...(await pad()) }), keepersAndMaker('locked')],
    [
      'unlock what the owner locked',
      async () => ({ action: 'unlock', ...(await locked(await thread())) }),
      keepers('unlocked'),
    ],
    ['resume agents', async () => ({ action: 'resume_agents', ...(await hub()) }), keepers('resumed')],
    [
      'let in to a thread',
      async () => ({ action: 'let_in', ...(await asking(await thread())) }),
      keepersAndMaker('joined'),
    ],
    [
      'turn away from a thread',
      async () => ({ action: 'turn_away', ...(await asking(await thread())) }),
      keepersAndMaker('turned_away'),
    ],
    [
      'remove from a thread',
      async () => ({ action: 'remove', ...(await seated(await thread())) }),
      keepersAndMaker('removed'),
    ],
    ['remove from the hub', async () => ({ action: 'remove', ...(await seated(await hub())) }), keepers('removed')],
    ['settle a flag', async () => ({ action: 'settle_flag', ...(await flagged()) }), keepers('settled')],
    [
      'name a helper',
      async () => ({ action: 'set_role', role: 'helper', ...(await seated(await hub())) }),
      ownerOnly('helper'),
    ],
    [
      'remove the owner',
      async () => ({ action: 'remove', ...(await hub()), participant: cast.ada.handle }),
      {
        ...ownerOnly('only_owner'),
        member: 'needs_helper',
        maker: 'needs_helper',
        stranger: 'needs_helper',
        ownersAgent: 'needs_helper',
      },
    ],
    [
      'object to a takeover that nobody asked for',
      async () => ({ action: 'object_takeover', ...(await hub()) }),
      ownerOnly('target'),
    ],
    [
      'take over a hub whose owner is there',
      async () => ({ action: 'take_over', ...(await hub()) }),
      {
        owner: 'needs_helper',
        helper: 'not_quiet_yet',
        member: 'needs_helper',
        maker: 'needs_helper',
        removed: 'removed',
        stranger: 'needs_seat',
        ownersAgent: 'needs_seat',
      },
    ],
  ]
  for (const [act, args, expected] of rows) {
    it(act, async () => {
      const heard: Record<string, string> = {}
      for (const who of everybody) {
        const said = await by[who].call('moderate', await args())
        heard[who] = said.ok ? said.data['status'] : (said.error?.reason ?? '')
        if (said.ok) expect(said.data['already'], `${who} ${act}`).to.equal(act === 'resume agents' ? true : undefined)
      }
      expect(heard).to.deep.equal(expected)
    })
  }

  // SPEC: pauses: admins can pause
  // SPEC: reading still works
  it('pause agents: owner and helpers, sparing theirs by seat and by human, and nobody else’s', async () => {
    for (const who of ['member', 'maker', 'stranger', 'ownersAgent'] as const) {
      expect((await by[who].call('moderate', { action: 'pause_agents', hub: slug })).error?.reason, who).to.equal(
        'needs_helper',
      )
    }
    await by.ownersAgent.does('join_hub', { hub: slug })
    const { thread_id, post_id } = await started()
    expect(await by.helper.does('moderate', { action: 'pause_agents', hub: slug })).to.include({ status: 'paused' })
    const writes = (agent: Agent, body: string) => agent.call('post_reply', { thread_id, body: `${body} ${++made}` })
    for (const who of ['owner', 'helper', 'ownersAgent'] as const) {
      expect((await writes(by[who], 'Spared')).ok, who).to.equal(true)
    }
    for (const [tool, more] of [
      ['post_reply', { thread_id, body: 'Not now' }],
      ['react', { post_id, reaction: 'seen' }],
      ['create_pad', { hub: slug, title: 'Not now' }],
      ['start_thread', { hub: slug, title: 'Not now', body: 'Not now' }],
      ['create_task', { thread_id, title: 'Not now' }],
      ['report', { post_id, reason: 'spam' }],
      ['moderate', { action: 'lock', thread_id }],
    ] as const) {
      const said = await by.maker.call(tool, more)
      expect(said.error, tool).to.include({ error: 'locked', reason: 'agents_paused', hub_id: cast.hub.hub_id })
      expect(said.response?.status).to.equal(423)
    }
    for (const [tool, more] of [
      ['open_thread', { thread_id }],
      ['open_hub', { hub: slug }],
      ['catch_up', { hub: slug }],
    ] as const)
      expect((await by.maker.call(tool, more)).ok, tool).to.equal(true)
    expect(await by.maker.does('open_hub', { hub: slug })).to.include({ agents_paused: true })
    const left = await by.ownersAgent.does('moderate', { action: 'remove', hub: slug, participant: by.ownersAgent.id })
    expect(left, 'leaving is always allowed').to.include({ status: 'removed' })
    const entry = (await by.owner.does('open_hub', { hub: slug, log: true }))['log'].find(
      ({ action }: any) => action === 'pause_agents',
    ).entry
    expect(await by.owner.does('moderate', { action: 'show', entry })).to.include({ status: 'resumed' })
    expect((await writes(by.maker, 'Again')).ok).to.equal(true)
  })

  it('says already, and keeps no second entry, where it was so before', async () => {
    const { thread_id } = await started()
    const asked = await seated(await hub())
    const flag = await flagged()
    const twice: readonly object[] = [
      { action: 'hide', thread_id },
      { action: 'lock', thread_id },
      { action: 'unlock', thread_id },
      { action: 'show', thread_id },
      { action: 'pause_agents', hub: slug },
      { action: 'resume_agents', hub: slug },
      { action: 'set_role', role: 'helper', ...asked },
      { action: 'let_in', ...asked },
      { action: 'remove', ...asked },
      { action: 'settle_flag', ...flag },
    ]
    for (const args of twice) {
      const first = await by.owner.does('moderate', args)
      const again = await by.owner.does('moderate', args)
      expect(again, JSON.stringify(args)).to.include({
        already: true,
        status: first['status'],
        action: first['action'],
      })
      expect(again).not.to.have.property('entry')
      expect(again['target']).to.deep.equal(first['target'])
    }
  })

  it('a private hub is missing to whoever has no seat, whatever they ask', async () => {
    const { slug: closed } = await by.owner.does('create_hub', { title: 'Closed' })
    const { thread_id, post_id } = await by.owner.does('start_thread', { hub: closed, title: 'In', body: 'Inside' })
    const { entry } = await by.owner.does('moderate', { action: 'lock', thread_id })
    const asked: readonly object[] = [
      { action: 'hide', thread_id },
      { action: 'hide', post_id },
      { action: 'lock', thread_id },
      { action: 'pause_agents', hub: closed },
      { action: 'remove', hub: closed, participant: by.owner.id },
      { action: 'let_in', thread_id, participant: by.stranger.id },
      { action: 'set_role', hub: closed, participant: by.owner.id, role: 'member' },
      { action: 'take_over', hub: closed },
      { action: 'object_takeover', hub: closed },
      { action: 'settle_flag', thread_id, outcome: 'fixed' },
      { action: 'show', entry },
    ]
    for (const who of ['member', 'stranger', 'ownersAgent'] as const) {
      for (const args of asked) {
        const { error } = await by[who].call('moderate', args)
        expect(error, `${who} ${JSON.stringify(args)}`).to.include({ error: 'not_found', reason: 'unreadable' })
      }
    }
  })

  it('a hidden thread or pad is missing to its own maker too, and to nobody who keeps the hub', async () => {
    const [{ thread_id }, { pad_id }] = [await thread(), await pad()]
    for (const more of [{ thread_id }, { pad_id }]) {
      await by.helper.does('moderate', { action: 'hide', level: 'hide', reason: 'abuse', ...more })
      const tool = 'thread_id' in more ? 'open_thread' : 'open_pad'
      for (const who of ['maker', 'member', 'stranger', 'ownersAgent'] as const) {
        expect(await by[who].refused(tool, more), who).to.equal('not_found/unreadable')
        const undone = await by[who].call('moderate', { action: 'show', ...more })
        expect(undone.error, who).to.include({ reason: 'unreadable' })
      }
      for (const who of ['owner', 'helper'] as const) expect((await by[who].call(tool, more)).ok, who).to.equal(true)
    }
  })

  // SPEC: hub with quiet owner
  it('any act of the owner ends a request to take over; without one it goes through after thirty days', async () => {
    const acts: readonly [string, (hub: string, thread_id: string, post_id: string) => Promise<unknown>][] = [
      ['posts', (_, thread_id) => owner.does('post_reply', { thread_id, body: 'I am here.' })],
      ['reacts', (_, __, post_id) => owner.does('react', { post_id, reaction: 'seen' })],
      ['makes a pad', (hub) => owner.does('create_pad', { hub, title: 'New' })],
      ['changes the hub', (hub) => owner.does('update_hub', { hub, guide: 'Read this.' })],
      ['moderates', (_, thread_id) => owner.does('moderate', { action: 'lock', thread_id })],
      ['nothing', () => Promise.resolve()],
    ]
    const renewed = async (agent: Agent) =>
      withKey(server, { ...agent, key: (await agent.does('rotate_key'))['agent_key'] })
    let owner = by.owner
    let asker = by.member
    const hubs: { act: string; hub: string; thread_id: string; post_id: string }[] = []
    for (const [act] of acts) {
      const { slug: hub } = await owner.does('create_hub', { title: `Hub where the owner ${act}` })
      await makePublic(owner, hub)
      const started = await owner.does('start_thread', { hub, title: 'Talk', body: 'Talk' })
      await asker.does('join_hub', { hub })
      hubs.push({ act, hub, thread_id: started['thread_id'], post_id: started['post_id'] })
    }
    await server.advance(days(89))
    ;[owner, asker] = await Promise.all([renewed(owner), renewed(asker)])
    await server.advance(days(1) + minutes(1))
    for (const { hub } of hubs) {
      expect(await asker.does('moderate', { action: 'take_over', hub })).to.include({ status: 'requested' })
    }
    await server.advance(minutes(1))
    for (const [n, [, does]] of acts.entries()) {
      const { hub, thread_id, post_id } = hubs[n] as (typeof hubs)[number]
      await does(hub, thread_id, post_id)
    }
    await server.advance(days(30))
    await server.fires()
    const seats: Record<string, string> = {}
    for (const { act, hub } of hubs) seats[act] = (await asker.does('open_hub', { hub }))['seat']
    expect(seats).to.deep.equal({
      posts: 'member',
      reacts: 'member',
      'makes a pad': 'member',
      'changes the hub': 'member',
      moderates: 'member',
      nothing: 'owner',
    })
  })
})
