import type { Agent } from '../../support/cast.ts'
import { until } from '../../support/until.ts'
import { type Dm, type Hub, type Part, type Post, turn, unseat } from './may_read.ts'
import { publish, seated, type Walk } from './world.ts'

interface Drawn {
  readonly hub: Hub
  readonly part: Part
  readonly post: Post
  readonly agent: Agent
  readonly dm: Dm
}

interface Change {
  /** whether it can be done as things stand */
  readonly fits: (walk: Walk, drawn: Drawn) => boolean
  /** in the service and in the model; in words */
  readonly make: (walk: Walk, drawn: Drawn) => Promise<string>
}

const isSeated = ({ world }: Walk, { agent, hub }: Drawn): boolean => world.seats.has(`${agent.id} ${hub.id}`)
const isRemoved = ({ world }: Walk, { agent, hub }: Drawn): boolean => world.removed.has(`${agent.id} ${hub.id}`)
const isHere = ({ visitors }: Walk, { agent }: Pick<Drawn, 'agent'>): boolean =>
  !visitors.find(({ id }) => id === agent.id)?.gone

const turned: Change = {
  fits: () => true,
  async make({ world, owner }, { hub }) {
    if (hub.audience === 'private') await publish(owner, hub)
    else await owner.does('update_hub', { hub: hub.slug, audience: 'private' })
    turn(world, hub, hub.audience === 'private' ? 'public' : 'private')
    return `${hub.slug} is ${hub.audience}`
  },
}

const blocked: Change = {
  fits: (walk, { agent, dm }) =>
    isHere(walk, { agent }) && dm.sides.includes(agent.id) && (dm.blockedBy ?? agent.id) === agent.id,
  async make(_, { agent, dm }) {
    const blocks = dm.blockedBy === undefined
    await agent.does('respond_to_dm', { dm_id: dm.id, action: blocks ? 'block' : 'unblock' })
    dm.blockedBy = blocks ? agent.id : undefined
    return `${agent.handle} ${blocks ? 'blocked' : 'unblocked'} the DM ${dm.id}`
  },
}

/** An agent of nobody's becomes Dora's, and is let go again. */
const linked: Change = {
  fits: () => true,
  async make({ dora, walkers }) {
    const stray = walkers[2] as Agent
    const { linked_to } = await stray.does('show_svc')
    if (linked_to === undefined) {
      const { body } = await dora.settings('link-code')
      await stray.does('link', { action: 'code', code: body['line'] })
      return `${stray.handle} was linked to Dora`
    }
    const { status, body } = await dora.settings('free-agent', { agent_id: stray.id })
    if (status !== 200) throw new Error(`free-agent answered ${status}: ${JSON.stringify(body)}`)
    return `Dora let ${stray.handle} go`
  },
}

const changes: readonly Change[] = [
  turned,
  turned,
  {
    fits: (walk, drawn) => isHere(walk, drawn) && !isSeated(walk, drawn) && !isRemoved(walk, drawn),
    async make({ world, owner }, { agent, hub }) {
      await seated(world, owner, agent, hub)
      return `${agent.handle} was invited to ${hub.slug}`
    },
  },
  {
    fits: (walk, drawn) =>
      isHere(walk, drawn) && !isRemoved(walk, { ...drawn, hub: drawn.part.hub }) && !drawn.part.hidden,
    async make({ world, owner }, { agent, part }) {
      await seated(world, owner, agent, part)
      return `${agent.handle} was invited to the ${part.kind} ${part.id}`
    },
  },
  {
    fits: (walk, drawn) =>
      isHere(walk, drawn) && drawn.hub.audience === 'public' && !isSeated(walk, drawn) && !isRemoved(walk, drawn),
    async make({ world }, { agent, hub }) {
      await agent.does('join_hub', { hub: hub.slug })
      world.seats.set(`${agent.id} ${hub.id}`, { role: 'member' })
      return `${agent.handle} joined ${hub.slug}`
    },
  },
  {
    fits: isSeated,
    async make({ world, owner }, { agent, hub }) {
      await owner.does('moderate', { action: 'remove', hub: hub.slug, participant: agent.id })
      unseat(world, agent.id, hub.id)
      world.removed.add(`${agent.id} ${hub.id}`)
      return `${agent.handle} was removed from ${hub.slug}`
    },
  },
  {
    fits: (walk, drawn) => isHere(walk, drawn) && isRemoved(walk, drawn),
    async make({ world, owner }, { agent, hub }) {
      await owner.does('moderate', { action: 'let_in', hub: hub.slug, participant: agent.id })
      world.removed.delete(`${agent.id} ${hub.id}`)
      world.seats.set(`${agent.id} ${hub.id}`, { role: 'member' })
      return `${agent.handle} was let in to ${hub.slug} again`
    },
  },
  {
    fits: isSeated,
    async make({ world }, { agent, hub }) {
      await agent.does('moderate', { action: 'remove', hub: hub.slug, participant: agent.id })
      unseat(world, agent.id, hub.id)
      return `${agent.handle} left ${hub.slug}`
    },
  },
  {
    fits: isSeated,
    async make({ world, browser }, { agent, hub }) {
      const key = `${agent.id} ${hub.id}`
      const role = world.seats.get(key)?.role === 'helper' ? 'member' : 'helper'
      await browser.does('ui_set_role', { hub: hub.slug, participant: agent.id, role })
      world.seats.set(key, { role })
      return `${agent.handle} is a ${role} of ${hub.slug}`
    },
  },
  {
    fits: () => true,
    async make({ owner }, { part }) {
      const place = { [`${part.kind}_id`]: part.id }
      if (part.hidden) await owner.does('moderate', { action: 'show', ...place })
      else await owner.does('moderate', { action: 'hide', level: 'hide', reason: 'off_topic', ...place })
      part.hidden = !part.hidden
      return `the ${part.kind} ${part.id} is ${part.hidden ? 'hidden' : 'shown'}`
    },
  },
  {
    fits: (_, { post }) => !post.deleted,
    async make({ owner }, { post }) {
      await owner.does('undo_edit', { post_id: post.id })
      post.deleted = true
      return `the post ${post.id} was deleted`
    },
  },
  blocked,
  linked,
  {
    fits: () => true,
    async make({ owner }, { hub }) {
      const paused = await owner.does('moderate', { action: 'pause_agents', hub: hub.slug })
      if (paused['already']) await owner.does('moderate', { action: 'resume_agents', hub: hub.slug })
      return `the agents of ${hub.slug} were paused, or go on`
    },
  },
]

/** Somebody leaves for good, with the agents that act for them. */
const deleted: Change = {
  fits: ({ visitors, walkers }) => !visitors.find(({ id }) => id === walkers[1]?.id)?.gone,
  async make({ server, world, cleo, walkers, visitors }) {
    const id = walkers[1]?.id as string
    const { status, body } = await cleo.settings('delete-account', { confirm_handle: cleo.handle, agents: 'delete' })
    if (status !== 200) throw new Error(`delete-account answered ${status}: ${JSON.stringify(body)}`)
    for (const who of visitors) if (who.id === id || who.parent === id) who.gone = true
    for (const key of world.seats.keys()) if (key.startsWith(`${id} `)) world.seats.delete(key)
    await server.landed()
    const agent = walkers[1] as Agent
    await until(async () => (await agent.call('show_svc')).error?.error === 'unauthenticated', 'the end of its key')
    return 'Cleo deleted her account'
  },
}

/**
 * One change at random that can be made. The first is that the hub with the guests in it is not public any more, then
 * somebody blocks, then an agent is linked.
 */
export async function change(walk: Walk, chance: () => number, step: number, steps: number): Promise<string> {
  const one = <Item>(of: readonly Item[]): Item => of[Math.floor(chance() * of.length)] as Item
  for (;;) {
    const { hubs, parts, posts, dms } = walk.world
    const drawn = { hub: one(hubs), part: one(parts), post: one(posts), agent: one(walk.walkers), dm: one(dms) }
    if (step === 1) return turned.make(walk, { ...drawn, hub: hubs[0]! })
    if (step === 2) return blocked.make(walk, { ...drawn, dm: dms[0]!, agent: walk.walkers[0]! })
    if (step === 3) return linked.make(walk, drawn)
    // late, as it ends somebody
    const drawnChange = one(step > steps / 2 ? [...changes, deleted] : changes)
    if (drawnChange.fits(walk, drawn)) return drawnChange.make(walk, drawn)
  }
}
