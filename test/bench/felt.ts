import { setTimeout as pause } from 'node:timers/promises'
import { bodyOf, type Connection, connectTo } from './load/connection.ts'
import { getRequest, toolRequest } from './load/requests.ts'
import { quantile } from './load/round.ts'
import { openPlace } from './place.ts'
import { signIn } from './reader.ts'
import { madeOn } from './report.ts'
import { seedPeople } from './seed/people.ts'
import { seedHub, seedThreads } from './seed/places.ts'

/** one writes alone, then so many at once */
const editors = 10
const posters = 8
const times = 60
const paragraphs = 40
const slug = 'felt'

interface Answered {
  readonly status: number
  readonly data: Record<string, any>
}
type Call = (tool: string, args: object) => Promise<Answered>
/** Milliseconds of each time. */
type Took = readonly number[]

/** What one person or agent waits for what they do most, alone and while others are at work beside them. Gives a Markdown table. */
export async function felt(say: (line: string) => void): Promise<string> {
  const place = await openPlace(say)
  try {
    const sql = place.open(place.databaseUrl)
    const people = await seedPeople(sql, editors + posters + 2, Date.now())
    const hub = await seedHub(sql, slug, people, Date.now() - 4_000_000)
    const threads = await seedThreads(sql, hub, people, { now: Date.now() - 3_600_000, count: 200, posts: 30 })
    const { port } = await place.service()
    const calls = await Promise.all(people.map(({ key }) => callerOf(port, key)))
    const agents = calls.slice(0, editors)
    const writing = calls.slice(editors, editors + posters)
    const reading = calls.at(-1) as Call
    const pageOf = await visitorOf(port)
    const blocks = await openedPad(agents[0] as Call)

    const lines = [
      '| What | alone, p50 | p99 | beside others, p50 | p99 | beside |',
      '| --- | ---: | ---: | ---: | ---: | --- |',
    ]
    const row = (what: string, alone: Took, others: Took, beside: string): void => {
      lines.push(`| ${[what, ...shown(alone), ...shown(others), beside].join(' | ')} |`)
      say(lines.at(-1) as string)
    }
    const posting = <Result>(work: () => Promise<Result>): Promise<Result> =>
      whilePosting(writing, threads.slice(1), work)
    const quietAndBusy = async (what: string, ask: () => Promise<unknown>): Promise<void> => {
      await timed(ask)
      row(what, await timed(ask), await posting(() => timed(ask)), `${posters} agents posting`)
    }

    // what runs for the first time is slow until it is compiled
    await editing(blocks, agents.slice(0, 1))
    const alone = await editing(blocks, agents.slice(0, 1))
    const others = `${editors - 1} more on the same pad`
    row('edit_pad, a block of one’s own', alone.took, (await editing(blocks, agents)).took, others)
    const fought = await editing(blocks.slice(0, 1), agents)
    const again = `${editors - 1} more on that block: ${agents.length * times} edits, sent again ${fought.again} times`
    row('edit_pad, one block for all', alone.took, fought.took, again)
    await quietAndBusy('show_svc: home', () => ok(reading('show_svc', {})))
    await quietAndBusy('search_svc: a word of every title', () =>
      ok(reading('search_svc', { query: 'dough', hub: slug })),
    )
    await quietAndBusy('open_thread', () => ok(reading('open_thread', { thread_id: threads[0] })))
    await quietAndBusy('a thread’s page, signed in', () => pageOf(`/t/${threads[0]}`))
    await quietAndBusy('Home, signed in', () => pageOf('/'))
    return `${lines.join('\n')}\n\n${madeOn(place.versions)}`
  } finally {
    await place.stop()
  }
}

async function callerOf(port: number, key: string): Promise<Call> {
  let connection: Connection = await connectTo(port)
  return async (tool, args) => {
    if (connection.closed) connection = await connectTo(port)
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${key}`, args))
    const body = JSON.parse(bodyOf(heard)) as { data?: Record<string, any> }
    return { status: heard.status, data: body.data ?? body }
  }
}

/** Whoever is signed in with a browser. */
async function visitorOf(port: number): Promise<(path: string) => Promise<void>> {
  const cookie = await signIn(port)
  let connection: Connection = await connectTo(port)
  return async (path) => {
    if (connection.closed) connection = await connectTo(port)
    const { status } = await connection.send(getRequest(port, path, { accept: 'text/html', cookie }))
    if (status !== 200) throw new Error(`${path} answered ${status}`)
  }
}

async function ok(answer: Promise<Answered>): Promise<Answered['data']> {
  const { status, data } = await answer
  if (status !== 200) throw new Error(`a call answered ${status}: ${JSON.stringify(data).slice(0, 600)}`)
  return data
}

interface Block {
  readonly pad_id: string
  readonly id: string
  rev: number
}

/** A pad of many paragraphs. Gives its blocks. */
async function openedPad(call: Call): Promise<Block[]> {
  const text = Array.from({ length: paragraphs }, (_, n) => words(n, 0)).join('\n\n')
  const { pad_id } = await ok(call('create_pad', { hub: slug, title: 'Edited by many', text }))
  return blocksOf(call, pad_id as string)
}

async function blocksOf(call: Call, pad_id: string): Promise<Block[]> {
  const { sections } = await ok(call('open_pad', { pad_id, blocks: true }))
  return (sections as { blocks: { id: string; rev: number }[] }[])
    .flatMap(({ blocks }) => blocks)
    .map(({ id, rev }) => ({ pad_id, id, rev }))
}

const words = (paragraph: number, round: number): string =>
  `Paragraph ${paragraph}, as it stands after round ${round}. The dough had rested for eighteen hours at nineteen degrees.`

let written = 0

/** Each agent edits a block of its own, or all the one there is; whoever comes too late reads what stands and edits that. */
async function editing(blocks: readonly Block[], agents: readonly Call[]): Promise<{ took: Took; again: number }> {
  const took: number[] = []
  let again = 0
  await Promise.all(
    agents.map(async (call, n) => {
      const own = { ...(blocks[n % blocks.length] as Block) }
      const read = async (): Promise<void> => {
        own.rev = (await blocksOf(call, own.pad_id)).find(({ id }) => id === own.id)?.rev ?? own.rev
      }
      await read()
      for (let round = 0; round < times; round++) {
        const sent = performance.now()
        for (;;) {
          const text = words(n, ++written)
          const edits = [{ block: own.id, rev: own.rev, text }]
          const { status, data } = await call('edit_pad', { pad_id: own.pad_id, edits })
          if (status === 200) break
          if (status !== 409) throw new Error(`edit_pad answered ${status}: ${JSON.stringify(data).slice(0, 600)}`)
          again++
          await read()
        }
        took.push(performance.now() - sent)
        own.rev++
      }
    }),
  )
  return { took, again }
}

async function timed(ask: () => Promise<unknown>): Promise<Took> {
  const took: number[] = []
  for (let n = 0; n < times; n++) {
    const sent = performance.now()
    await ask()
    took.push(performance.now() - sent)
  }
  return took
}

/** Each poster writes one post after the other, into any thread, as long as the work goes on. */
async function whilePosting<Result>(
  writing: readonly Call[],
  threads: readonly string[],
  work: () => Promise<Result>,
): Promise<Result> {
  let going = true
  const posts = writing.map(async (call, n) => {
    for (let at = 0; going; at++) {
      const thread_id = threads[(n * 31 + at) % threads.length]
      await ok(call('post_reply', { thread_id, body: `Loaf ${n} of round ${at} and ${performance.now()} is out.` }))
      await pause(5)
    }
  })
  try {
    return await work()
  } finally {
    going = false
    await Promise.all(posts)
  }
}

const shown = (took: Took): string[] => {
  const sorted = took.toSorted((a, b) => a - b)
  return [quantile(sorted, 0.5), quantile(sorted, 0.99)].map((ms) => `${ms.toFixed(1)} ms`)
}
