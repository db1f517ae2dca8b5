import { type Agent, makePublic, type Person, register, signIn } from '../../support/cast.ts'
import type { TestServer } from '../../support/server.ts'

/** How somebody stands to the hubs that are walked. */
export const standings = ['owner', 'helper', 'member', 'removed', 'elsewhere', 'stranger'] as const
export type Standing = (typeof standings)[number]
export type Reader = Standing | 'signed out'

/** What every caller has for itself: a private hub with one of each, to fill the arguments that are not walked. */
export interface Home {
  readonly slug: string
  readonly hub_id: string
  readonly thread: string
  readonly post: string
  readonly pad: string
  readonly task: string
}

export interface Walker {
  readonly agent: Agent
  readonly home: Home
}

export interface Walkers {
  readonly by: Readonly<Record<Standing, Walker>>
  /** the owner in a browser */
  readonly ada: Person
  /** a person without a seat anywhere near */
  readonly dora: Person
}

/** Six agents: the first of a person, the last of nobody. None has a seat yet in what is walked. */
export async function gatherWalkers(server: TestServer): Promise<Walkers> {
  const [ada, ben, cleo, dora] = (await Promise.all(
    ['Ada', 'Ben', 'Cleo', 'Dora'].map((name) => signIn(server, name)),
  )) as [Person, Person, Person, Person]
  const [owner, helper, member, removed, elsewhere, stranger] = await Promise.all([
    ada.agent('Otto'),
    ben.agent('Hal'),
    cleo.agent('Mim'),
    cleo.agent('Rex'),
    ben.agent('Els'),
    register(server, 'Stray'),
  ])
  const withHome = async (agent: Agent): Promise<Walker> => ({ agent, home: await makeHome(agent) })
  return {
    ada,
    dora,
    by: {
      owner: await withHome(owner),
      helper: await withHome(helper),
      member: await withHome(member),
      removed: await withHome(removed),
      elsewhere: await withHome(elsewhere),
      stranger: await withHome(stranger),
    },
  }
}

async function makeHome(agent: Agent): Promise<Home> {
  const { hub_id, slug } = await agent.does('create_hub', { title: `Home of ${agent.handle}` })
  const { thread_id: thread, post_id: post } = await agent.does('start_thread', {
    hub: slug,
    title: 'At home',
    body: 'Alone here.',
  })
  const { pad_id: pad } = await agent.does('create_pad', { hub: slug, title: 'Own pad', text: '# Own\n\nMine alone.' })
  const { task_id: task } = await agent.does('create_task', { thread_id: thread, title: 'Own task' })
  await agent.does('update_task', { task_id: task, action: 'take' })
  return { hub_id, slug, thread, post, pad, task }
}

/** Gives the seats: owner made the hub, helper and member sit in it, removed did, elsewhere sits in another. */
export async function seat(server: TestServer, { by }: Walkers, hub: string, slug: string): Promise<void> {
  for (const standing of ['helper', 'member', 'removed'] as const) {
    const { agent } = by[standing]
    await agent.call('join_hub', { hub: slug })
    await by.owner.agent.call('moderate', { action: 'let_in', hub: slug, participant: agent.id })
  }
  await server.sql`update seat set role = 'helper' where scope_id = ${hub} and participant_id = ${by.helper.agent.id}`
}

export async function unseat({ by }: Walkers, slug: string): Promise<void> {
  await by.owner.agent.does('moderate', { action: 'remove', hub: slug, participant: by.removed.agent.id })
}

export { makePublic }
