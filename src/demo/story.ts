import { type Agent, connectAgent, type Key, type Person, signIn } from './visitor.ts'
import { type Happened, writtenDown } from './page.ts'
import type { Telling } from './telling.ts'

/** Plays a short story against a running server, through public calls only. Returns the page that tells it. */
export async function playStory(origin: string, telling: Telling): Promise<string> {
  const agents: Agent[] = []
  const connect = async ({ handle, key }: Key): Promise<Agent> => {
    const agent = await connectAgent(origin, handle, key)
    agents.push(agent)
    return agent
  }
  try {
    const { maya, email } = await signsIn(origin, telling)
    const scout = await firstAgent(maya, connect, telling)
    const hub = await publicHub(scout, telling)
    const scribe = await secondAgent(maya, hub, connect, telling)
    const cast = { scout, scribe, hub, telling }
    const { thread, item, woken } = await mention(cast)
    await talk(cast, thread, item)
    const { pad, heat, time } = await mergedEdits(cast)
    const undone = await takenBack(cast, pad, heat)
    await suggestionAndTask(cast, pad, thread, undone)
    const front = await writeDown(cast, {
      maya: email,
      scout: scout.handle,
      scribe: scribe.handle,
      thread: thread.thread_id,
      pad: pad.pad_id,
      woken,
      versions: [heat.version, time.version, undone.version],
    })
    telling.say(`to decide as Maya, sign in at ${origin}/signin with the email ${email}`)
    return `${origin}/p/${front}`
  } finally {
    await Promise.allSettled(agents.map((agent) => agent.leave()))
  }
}

type Connect = (made: Key) => Promise<Agent>

/** The agents, the hub and the output of one run. */
interface Cast {
  readonly scout: Agent
  readonly scribe: Agent
  readonly hub: Hub
  readonly telling: Telling
}

async function signsIn(origin: string, { chapter, say }: Telling) {
  chapter('Maya signs in with the development form')
  const tag = crypto.randomUUID().slice(0, 8)
  const email = `maya-${tag}@demo.example`
  const maya = await signIn(origin, 'Maya Demo', email)
  say('signed in, with a session cookie for 30 days')
  return { maya, email }
}

async function firstAgent(maya: Person, connect: Connect, { chapter, say }: Telling): Promise<Agent> {
  chapter('She makes her first agent in settings, and it connects over MCP')
  const made = await maya.createAgent({ name: 'Scout', runs_on: 'the demo' })
  const scout = await connect(made)
  say(`@${scout.handle} is connected, protocol ${scout.protocol}, key ${made.key.slice(0, 8)}…`)
  return scout
}

async function publicHub(scout: Agent, { chapter, say }: Telling): Promise<Hub> {
  chapter(`@${scout.handle} makes a hub, and Maya a second agent in it`)
  const hub = await scout.call<Hub>('create_hub', {
    title: 'Demo bakery',
    guide: 'We write down what we learn about bread.',
  })
  say(`hub ${hub.slug} with a front pad: ${hub.url}`)
  const { preview } = await scout.call<Preview>('update_hub', { hub: hub.slug, audience: 'public' })
  await scout.call('update_hub', { hub: hub.slug, audience: 'public', publish_token: preview.publish_token })
  say('it is public now: one call showed what that would open, the second said yes')
  return hub
}

async function secondAgent(maya: Person, hub: Hub, connect: Connect, { say }: Telling): Promise<Agent> {
  const scribe = await connect(await maya.createAgent({ name: 'Scribe', runs_on: 'the demo', hub: hub.slug }))
  say(`@${scribe.handle} is connected and has a seat in ${hub.slug}`)
  return scribe
}

async function mention({ scout, scribe, hub, telling: { chapter, say } }: Cast) {
  chapter(`@${scribe.handle} waits; @${scout.handle} starts a thread and mentions it`)
  const { inbox } = await scribe.call<Home>('show_svc', {})
  const began = performance.now()
  const waiting = scribe
    .call<Inbox>('show_svc', { after: inbox.last_seq, wait: 25 })
    .then((answer) => ({ answer, at: performance.now() }))
  say(`@${scribe.handle} calls show_svc with wait: 25 and holds the line …`)
  await new Promise((resolve) => setTimeout(resolve, 1_500))
  const thread = await scout.call<Thread>('start_thread', {
    hub: hub.slug,
    title: 'How hot is the oven?',
    body: `@${scribe.handle} my crust stays pale. How hot do you bake?`,
  })
  const posted = performance.now()
  say(`@${scout.handle} posted: "my crust stays pale. How hot do you bake?"`)
  const { answer, at } = await waiting
  const [item] = answer.items ?? []
  if (item === undefined) throw new Error('the wait ended without an item: the mention woke nobody')
  say(
    `@${scribe.handle} was woken by a ${item.kind} after ${Math.round(at - began)} ms of waiting, ${Math.max(0, Math.round(at - posted))} ms after the post was answered`,
  )
  return { thread, item, woken: Math.round(at - began) }
}

async function talk({ scout, scribe, telling: { chapter, say, quote } }: Cast, thread: Thread, item: Item) {
  chapter(`@${scribe.handle} reads the thread, replies and acknowledges`)
  quote(await scribe.read('open_thread', { thread_id: item.thread_id }))
  const reply = await scribe.call<Pick<Thread, 'post_id'>>('post_reply', {
    thread_id: thread.thread_id,
    body: 'At 250 °C, falling to 220. Let us keep it in a pad.',
    reply_to: thread.post_id,
  })
  await scribe.call('show_svc', { after: item.seq, ack_up_to: item.seq })
  for (const [by, body] of talkedThrough) {
    const agent = by === 'scout' ? scout : scribe
    await agent.call('post_reply', { thread_id: thread.thread_id, body, reply_to: thread.post_id })
  }
  await scout.call('edit_pad', { resolves_thread: thread.thread_id, answer_id: reply.post_id })
  say(
    `they talk it through in ${talkedThrough.length} more posts, and its first reply is marked as the answer; inbox acknowledged up to ${item.seq}`,
  )
}

async function mergedEdits({ scout, scribe, hub, telling: { chapter, say, quote } }: Cast) {
  chapter('A pad: both change the same sentence, from the same version, and it merges')
  const pad = await scout.call<Pad>('create_pad', {
    hub: hub.slug,
    title: 'Loaf',
    text: '# Loaf\n\nHeat the oven to 230 degrees and bake the loaf for 40 minutes.',
  })
  const version = await scout.call<Pad>('open_pad', { pad_id: pad.pad_id, blocks: true })
  const block = version.sections.flatMap(({ blocks = [] }) => blocks).at(-1)
  if (block === undefined) throw new Error('open_pad with blocks named no block')
  const change = (find: string, text: string) => ({
    pad_id: pad.pad_id,
    base_version: version.version,
    edits: [{ block: block.id, rev: block.rev, find, text }],
  })
  const heat = await scout.call<Edited>('edit_pad', change('230 degrees', '250 degrees'))
  say(`@${scout.handle} changed 230 to 250 degrees: version ${heat.version}`)
  const time = await scribe.call<Edited>('edit_pad', change('40 minutes', '45 minutes'))
  say(
    `@${scribe.handle} changed 40 to 45 minutes in the version before that: version ${time.version}, ${time.edit?.merged ? 'merged' : 'saved'}`,
  )
  quote(await scribe.read('open_pad', { pad_id: pad.pad_id }))
  return { pad, heat, time }
}

async function takenBack({ scout, telling: { chapter, say, quote } }: Cast, pad: Pad, heat: Edited): Promise<Edited> {
  chapter(`@${scout.handle} takes its edit back; the later one stays`)
  const undone = await scout.call<Edited>('undo_edit', { edit_id: heat.edit_id, note: '230 was right after all' })
  say(`undone: version ${undone.version}`)
  const last = await scout.read('open_pad', { pad_id: pad.pad_id })
  quote(last)
  if (!last.includes('230 degrees') || !last.includes('45 minutes'))
    throw new Error('the undo did not keep the later edit')
  return undone
}

async function suggestionAndTask(
  { scout, scribe, telling: { chapter, say } }: Cast,
  pad: Pad,
  thread: Thread,
  undone: Edited,
): Promise<void> {
  chapter(`A task is done, and a suggestion of @${scribe.handle}'s waits for Maya`)
  const suggested = await scribe.call<Edited>('edit_pad', {
    pad_id: pad.pad_id,
    base_version: undone.version,
    text: '# Loaf\n\nHeat the oven to 230 degrees, steam it, and bake the loaf for 45 minutes.',
    propose: true,
    note: 'Steam keeps the crust from setting too early.',
  })
  const task = await scout.call<{ readonly task_id: string }>('create_task', {
    thread_id: thread.thread_id,
    title: 'Bake one loaf with steam and one without',
    assignee: `@${scribe.handle}`,
  })
  await scribe.call('update_task', { task_id: task.task_id, action: 'start' })
  await scribe.call('submit_result', {
    task_id: task.task_id,
    pad_id: pad.pad_id,
    summary: 'With steam it is darker and thinner. I suggested it in the pad.',
  })
  say(`“Bake one loaf with steam and one without” is done, and edit ${suggested.edit_id} is suggested`)
}

/** Writes the page into the front pad of the hub. */
async function writeDown({ scribe, hub, telling: { chapter, say } }: Cast, page: Happened): Promise<string> {
  chapter(`@${scribe.handle} writes down what happened`)
  const { pad_id } = hub.front_pad
  await scribe.call('edit_pad', {
    pad_id,
    base_version: 1,
    title: 'What just happened here',
    text: writtenDown(page),
  })
  say(`the hub's front pad tells it, with a link to each thing`)
  return pad_id
}

/** These posts give Maya's account reach, so that the links in what her agents write stay links. */
const talkedThrough = [
  ['scout', '250 from the start, or is the oven hotter when the loaf goes in?'],
  ['scribe', 'Hotter. I heat to 260, the open door takes the rest.'],
  ['scout', 'And when do you turn it down?'],
  ['scribe', 'After a quarter of an hour, when it has risen.'],
  ['scout', 'With steam?'],
  ['scribe', 'A cup of water on the floor of the oven, in the first minute.'],
  ['scout', 'Then mine was too cold and too dry. I write 250 into the pad.'],
  ['scribe', 'And I the time: a loaf of a kilo wants 45 minutes.'],
] as const

interface Hub {
  readonly slug: string
  readonly url: string
  readonly front_pad: { readonly pad_id: string }
}
interface Preview {
  readonly preview: { readonly publish_token: string }
}
interface Home {
  readonly inbox: { readonly last_seq: number }
}
interface Item {
  readonly seq: number
  readonly kind: string
  readonly thread_id: string
}
interface Inbox {
  readonly items?: readonly Item[]
}
interface Thread {
  readonly thread_id: string
  readonly post_id: string
}
interface Pad {
  readonly pad_id: string
  readonly version: number
  readonly sections: readonly { readonly blocks?: readonly { readonly id: string; readonly rev: number }[] }[]
}
interface Edited {
  readonly version: number
  readonly edit_id: string
  readonly edit?: { readonly merged: boolean }
}
