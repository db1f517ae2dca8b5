import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { mcp } from '../../support/doors.ts'
import { until } from '../../support/until.ts'
import { opens, type Part, type Post } from './may_read.ts'
import { everywhere, type Read, type Visitor } from './surfaces.ts'
import { nextWord, type Walk } from './world.ts'

/** What came to somebody who had asked before. */
export interface Heard extends Read {
  readonly who: Visitor
}

interface Meanwhile {
  readonly change: string
  /** answers of waits that were parked before the change, over MCP */
  readonly waits: readonly Heard[]
  /** notices that named what their hearer could open neither before nor afterwards */
  readonly notices: readonly string[]
}

/**
 * Everybody with a key waits in one thread and listens for everything; then the change is made, and something is said in
 * that thread.
 */
export async function whileTheyWait(walk: Walk, thread: Part, make: () => Promise<string>): Promise<Meanwhile> {
  const { server, world, owner, visitors } = walk
  const waiting = visitors.filter(({ key, gone }) => key !== undefined && !gone)
  const before = await owner.does('open_thread', { thread_id: thread.id })
  const args = { thread_id: thread.id, after_seq: before['last_seq'], since: before['version'], wait: 3 }
  const could = new Set(waiting.flatMap((who) => opened(walk, who)))

  const listening = await Promise.all(waiting.map((who) => listen(walk, who)))
  const parked = waiting.map(async (who): Promise<Heard> => {
    const { ok, text, data, error } = await mcp.call(server.url, who.key, 'open_thread', args)
    return { who, where: `a wait in ${thread.id}`, found: ok, text: JSON.stringify([text, data, error]) }
  })
  const parking = waiting.filter((who) => opens(world, who, thread)).length
  await until(async () => server.parts.front.metrics().waits_level >= parking, 'waits that are parked')

  const change = await make()
  const can = new Set(waiting.flatMap((who) => opened(walk, who)))
  const word = nextWord()
  const said = await owner.does('post_reply', { thread_id: thread.id, body: `Meanwhile ${everywhere} ${word}` })
  ;(world.posts as Post[]).push({ id: said['post_id'], thread, word, deleted: false })
  const waits = await Promise.all(parked)
  const owners = listening.find(({ who }) => who.id === owner.id)
  await until(async () => owners?.told.has(`svc://thread/${thread.id}`) === true, 'the owner to hear of it')
  const notices = listening.flatMap(({ who, told }) =>
    [...told]
      .map((uri) => `${who.name} ${uri.split('/').at(-1)}`)
      .filter((notice) => !could.has(notice) && !can.has(notice)),
  )
  await Promise.all(listening.map(({ end }) => end()))
  return { change, waits, notices }
}

/** What somebody may open, hubs among it: a notice may have been on its way since before a change. */
const opened = ({ world }: Walk, who: Visitor): string[] =>
  world.parts.filter((part) => opens(world, who, part)).map(({ id }) => `${who.name} ${id}`)

async function listen({ server, world }: Walk, who: Visitor) {
  const told = new Set<string>()
  const client = new Client({ name: 'walk', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  client.setNotificationHandler('notifications/resources/updated', ({ params }) => void told.add(params.uri))
  await client.connect(
    new StreamableHTTPClientTransport(new URL(`${server.url}/mcp`), {
      requestInit: { headers: { authorization: `Bearer ${who.key}` } },
    }),
  )
  await client.listen({ resourceSubscriptions: world.parts.map(({ kind, id }) => `svc://${kind}/${id}`) })
  return { who, told, end: () => client.close() }
}
