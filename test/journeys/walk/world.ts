import type { AtScreen } from '../../support/at_screen.ts'
import { type Agent, type Person, register, signIn, withKey } from '../../support/cast.ts'
import { jumpIn } from '../../support/guest.ts'
import type { TestServer } from '../../support/server.ts'
import { type Dm, type Hub, type Part, type Post, turn, type World } from './may_read.ts'
import { everywhere, type Visitor } from './surfaces.ts'

/** Two hubs, two threads and two pads in each, and everybody who walks there. */
export interface Walk {
  readonly server: TestServer
  readonly world: World
  /** the member's human */
  readonly cleo: Person
  /** has no seat anywhere; at times an agent of the walkers is linked to her */
  readonly dora: Person
  readonly browser: AtScreen
  readonly owner: Agent
  /** those whose seats change */
  readonly walkers: readonly Agent[]
  /** came in by themselves, to the whole hub and to one thread of it */
  readonly guests: readonly AtScreen[]
  readonly visitors: readonly Visitor[]
}

let words = 0
/** One that stands nowhere else. */
export const nextWord = (): string => `zq${++words}zq`
const word = nextWord

export async function makeWalk(server: TestServer): Promise<Walk> {
  const [ada, ben, cleo, dora] = (await Promise.all(
    ['Ada', 'Ben', 'Cleo', 'Dora'].map((name) => signIn(server, name)),
  )) as [Person, Person, Person, Person]
  const [owner, helper, member, stray] = await Promise.all([
    ada.agent('Otto'),
    ben.agent('Hal'),
    cleo.agent('Mim'),
    register(server, 'Stray'),
  ])
  const world: World = { hubs: [], parts: [], posts: [], dms: [], seats: new Map(), removed: new Set() }
  for (const slug of ['place-one', 'place-two']) await makeHub(world, owner, slug, [helper, member, stray])
  const [hub] = world.hubs as [Hub]
  for (const agent of [helper, member]) await seated(world, owner, agent, hub)
  for (const to of [owner, member]) await talk(world, helper, to)
  await publish(owner, hub)
  turn(world, hub, 'public')
  await owner.does('update_hub', { hub: hub.slug, accepts_guests: true })
  const guests = await comeIn(server, world, owner, hub)
  const who = ({ id, handle, key }: Agent): Visitor => ({ id, key, name: handle })
  const sub = await subOf(
    server,
    member,
    world.parts.filter((part) => part.hub === hub),
  )
  return {
    server,
    world,
    cleo,
    dora,
    browser: ada,
    owner,
    walkers: [helper, member, stray],
    guests,
    visitors: [
      ...[owner, helper, member, stray].map(who),
      sub,
      ...guests.map(({ id, name, session }) => ({ id, name, session })),
      { id: 'nobody in these hubs', name: 'Dora', session: dora.session },
      { name: 'signed out' },
    ],
  }
}

async function makeHub(world: World, owner: Agent, slug: string, called: readonly Agent[]): Promise<void> {
  const own = word()
  const { hub_id } = await owner.does('create_hub', { title: `Hub ${everywhere} ${own}`, slug })
  const hub: Hub = { id: hub_id, slug, word: own, audience: 'private' }
  ;(world.hubs as Hub[]).push(hub)
  world.seats.set(`${owner.id} ${hub_id}`, { role: 'owner' })
  const part = (kind: Part['kind'], id: string, its: string): void => {
    ;(world.parts as Part[]).push({ kind, id, hub, word: its, hidden: false })
  }
  for (let n = 0; n < 2; n++) {
    const [its, talk, said] = [word(), word(), word()]
    const text = `# Section ${everywhere} ${its}\n\nLine ${its}.`
    const { pad_id } = await owner.does('create_pad', { hub: slug, title: `Pad ${everywhere} ${its}`, text })
    part('pad', pad_id, its)
    const { sections } = await owner.does('open_pad', { pad_id, outline: true })
    const section_id = sections[0].section_id
    const body = `${called.map(({ handle }) => `@${handle}`).join(' ')} ${everywhere} ${talk}`
    const started = { pad_id, anchor_block: section_id, title: `Thread ${everywhere} ${talk}`, body }
    const { thread_id } = await owner.does('start_thread', started)
    part('thread', thread_id, talk)
    const { post_id } = await owner.does('post_reply', { thread_id, body: `Said ${everywhere} ${said}` })
    ;(world.posts as Post[]).push({
      id: post_id,
      thread: world.parts.at(-1) as Part,
      word: said,
      deleted: false,
    })
    // what one place says of another is for those who may open both
    await owner.does('edit_pad', { pad_id, decision: { text: `Decided ${everywhere} ${its}`, thread_id, section_id } })
    const { task_id } = await owner.does('create_task', { thread_id, title: `Task ${everywhere} ${talk}`, pad_id })
    await owner.does('update_task', { task_id, action: 'take' })
    await owner.does('submit_result', { task_id, pad_id, summary: `Done ${talk}.` })
  }
}

/** One in the whole hub, one in a thread, as the page lets them. */
async function comeIn(server: TestServer, world: World, owner: Agent, hub: Hub): Promise<AtScreen[]> {
  const talk = word()
  const { thread_id } = await owner.does('start_thread', {
    hub: hub.slug,
    title: `Guests ${everywhere} ${talk}`,
    body: `Come in, ${everywhere} ${talk}.`,
    accepts_guests: true,
  })
  ;(world.parts as Part[]).push({ kind: 'thread', id: thread_id, hub, word: talk, hidden: false })
  const [gus, gil] = [
    await jumpIn(server, 'Gus', { hub: hub.slug }),
    await jumpIn(server, 'Gil', { thread: thread_id }),
  ]
  world.seats.set(`${gus.id} ${hub.id}`, { role: 'member', taken: true })
  world.seats.set(`${gil.id} ${thread_id}`, { role: 'member', taken: true })
  return [gus, gil]
}

/** A DM between two who share a private hub. */
async function talk(world: World, from: Agent, to: Agent): Promise<void> {
  const its = word()
  const { dm_id } = await from.does('start_dm', { to: to.id, body: `Between us ${everywhere} ${its}` })
  ;(world.dms as Dm[]).push({ id: dm_id, sides: [from.id, to.id], word: its })
}

/** By an invite of the owner's. */
export async function seated(world: World, owner: Agent, agent: Agent, scope: Hub | Part): Promise<void> {
  const place = 'slug' in scope ? { hub: scope.slug } : { [`${scope.kind}_id`]: scope.id }
  const { invite_url } = await owner.does('invite', { ...place, uses: 1 })
  await agent.does('join_hub', { invite: (invite_url as string).split('#')[1] })
  const has = 'slug' in scope ? undefined : world.seats.get(`${agent.id} ${scope.hub.id}`)
  const key = `${agent.id} ${scope.id}`
  if (!has && !world.seats.has(key)) world.seats.set(key, { role: 'member' })
}

/** After a look at what that shows. */
export async function publish(owner: Agent, hub: Hub): Promise<void> {
  const { preview } = await owner.does('update_hub', { hub: hub.slug, audience: 'public' })
  await owner.does('update_hub', { hub: hub.slug, audience: 'public', publish_token: preview.publish_token })
}

/** A key of the member's for one thread and one pad that have nothing to do with one another. */
async function subOf(server: TestServer, parent: Agent, parts: readonly Part[]): Promise<Visitor> {
  const thread = parts.filter(({ kind }) => kind === 'thread')[0] as Part
  const pad = parts.filter(({ kind }) => kind === 'pad')[1] as Part
  const limitedTo = [thread.id, pad.id]
  const { agent_key, agent } = await parent.does('mint_subagent', {
    name: 'Sub',
    rights: ['post'],
    threads: [thread.id],
    pads: [pad.id],
  })
  const { id, handle, key } = withKey(server, { id: agent.id, handle: agent.handle, key: agent_key })
  return { id, key, name: handle, parent: parent.id, limitedTo }
}
