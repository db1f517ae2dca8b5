import { connect, type Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { openPlace, type Service } from './place.ts'
import { madeOn } from './report.ts'
import { seedPeople } from './seed/people.ts'
import { seedHub, seedThreads } from './seed/places.ts'

/** of everybody else, each once in so many milliseconds: under every limit that a person could meet */
const others = { readers: 20, readEvery: 500, writers: 20, writeEvery: 1_500 }
const most = { reads: 250, writes: 500 }

interface Worst {
  readonly name: string
  /** requests that are under way together */
  readonly together: number
  send(n: number): Promise<number>
}

/**
 * What everybody else waits while one participant or one network sends its worst, within the limits and beyond them. Gives
 * a Markdown table.
 */
export async function hostile(say: (line: string) => void, milliseconds: number): Promise<string> {
  const place = await openPlace(say)
  try {
    const sql = place.open(place.databaseUrl)
    const people = await seedPeople(sql, others.readers + others.writers + 8, Date.now())
    const hub = await seedHub(sql, 'hostile', people, Date.now() - 4_000_000)
    const seeded = { now: Date.now() - 3_600_000, count: others.writers + 1, posts: 30 }
    const threads = await seedThreads(sql, hub, people, seeded)
    const service = await place.service({ SVC_PACE: 'on', TRUST_PROXY: '1' })
    const keys = people.map(({ key }) => key)
    const [own, ...rest] = threads as [string, ...string[]]
    const worst = await worstOf(service, keys.slice(0, 8), own)

    const lines = [
      '| Somebody sends | answers to them | reads, p99 | writes, p99 | 503 | stalled | |',
      '| --- | ---: | ---: | ---: | ---: | ---: | --- |',
    ]
    for (const one of worst) {
      const { answers, reads, writes, busy, stalled } = await beside(service, one, keys.slice(8), rest, milliseconds)
      const [read, write] = [p99(reads), p99(writes)]
      const met = read <= most.reads && write <= most.writes && busy === 0 && stalled === 0
      const told = [...answers].map(([status, times]) => `${times} × ${status}`).join(', ')
      const cells = [
        one.name,
        told,
        `${Math.round(read)} ms`,
        `${Math.round(write)} ms`,
        busy,
        stalled,
        met ? 'yes' : '**no**',
      ]
      lines.push(`| ${cells.join(' | ')} |`)
      say(lines.at(-1) as string)
    }
    const bounds = `To reach: reads ${most.reads} ms, writes ${most.writes} ms, nobody answered 503, /healthz never stalled.`
    return `${lines.join('\n')}\n\n${bounds}\n${madeOn(place.versions)}`
  } finally {
    await place.stop()
  }
}

/** Words, paragraphs and headings that cost most for their size, as a participant or a stranger may send them. */
async function worstOf({ port }: Service, keys: readonly string[], thread_id: string): Promise<Worst[]> {
  const [search, big, many, secrets, links, fast] = keys as [string, string, string, string, string, string]
  const call = caller(port)
  const said = async (key: string, tool: string, args: object) =>
    (await (await call(key, tool, args)).json()) as { data: any }
  const { slug } = (await said(big, 'create_hub', { title: 'Worst' })).data
  const paragraphs = Array.from({ length: 4_000 }, (_, n) => `Line ${n}.`).join('\n\n')
  const long = (await said(big, 'create_pad', { hub: slug, title: 'Long', text: paragraphs })).data
  const { slug: second } = (await said(many, 'create_hub', { title: 'Headings' })).data
  const headings = Array.from({ length: 990 }, (_, n) => `# H ${n}\n\nWords ${n}.`).join('\n\n')
  const headed = (await said(many, 'create_pad', { hub: second, title: 'Headings', text: headings })).data
  const distinct = Array.from({ length: 58_000 }, (_, n) => String.fromCodePoint(0x4e00 + (n % 20_000))).join('')
  const turned = paragraphs.split('\n\n').toReversed().join('\n\n')
  const status = async (answer: Promise<Response>): Promise<number> => {
    const { status, body } = await answer
    await body?.cancel()
    return status
  }
  const dry = (text: string) => call(big, 'edit_pad', { pad_id: long.pad_id, base_version: 1, text, dry_run: true })
  const words = 'a b c d e f g h i j k l m n o p q r'.split(' ')
  const idle: Socket[] = []
  return [
    { name: 'nothing', together: 1, send: async () => (await pause(1_000), 200) },
    {
      name: 'searches of eighteen one-letter words, signed out',
      together: 90,
      send: (n) => {
        const q = encodeURIComponent([...words.slice(n % 18), ...words.slice(0, n % 18)].join(' '))
        return status(
          fetch(`http://localhost:${port}/search?q=${q}`, { headers: { 'X-Forwarded-For': '198.51.100.7' } }),
        )
      },
    },
    {
      name: 'searches as an agent',
      together: 30,
      send: (n) => status(call(search, 'search_svc', { query: `${words[n % 18]} the dough ${n}` })),
    },
    { name: 'dry runs: 58,000 characters for 4,000 paragraphs', together: 8, send: () => status(dry(distinct)) },
    { name: 'dry runs: 4,000 paragraphs turned round', together: 8, send: () => status(dry(turned)) },
    {
      name: 'sections that a pad of 990 headings has not',
      together: 16,
      send: (n) => status(call(many, 'open_pad', { pad_id: headed.pad_id, sections: [(0x10000000 + n).toString(16)] })),
    },
    {
      name: 'posts that look like secrets all along',
      together: 16,
      send: (n) => status(call(secrets, 'post_reply', { thread_id, body: `${n} ${'eyJhbGciOi'.repeat(1_900)}` })),
    },
    {
      name: 'posts of one long address',
      together: 16,
      send: (n) => status(call(links, 'post_reply', { thread_id, body: `${n} ${'https://a'.repeat(2_100)}` })),
    },
    {
      name: 'posts as fast as they go',
      together: 64,
      send: (n) => status(call(fast, 'post_reply', { thread_id, body: `Number ${n}.` })),
    },
    {
      name: 'keys that are none',
      together: 64,
      send: (n) => status(call(`dpa_${String(n).padStart(43, 'x')}`, 'show_svc', {})),
    },
    {
      name: 'connections on which nothing is said',
      together: 50,
      async send() {
        const socket = connect(port, '127.0.0.1')
        socket.on('error', () => undefined)
        idle.push(socket)
        if (idle.length > 2_000) idle.shift()?.destroy()
        await pause(20)
        return 0
      },
    },
  ]
}

const caller =
  (port: number) =>
  (key: string, tool: string, args: object): Promise<Response> =>
    fetch(`http://localhost:${port}/api/v1/tools/${tool}`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${key}` },
      body: JSON.stringify(args),
    })

interface Beside {
  readonly answers: ReadonlyMap<number, number>
  readonly reads: readonly number[]
  readonly writes: readonly number[]
  readonly busy: number
  readonly stalled: number
}

async function beside(
  { port }: Service,
  worst: Worst,
  keys: readonly string[],
  threads: readonly string[],
  milliseconds: number,
): Promise<Beside> {
  const call = caller(port)
  const answers = new Map<number, number>()
  const [reads, writes]: [number[], number[]] = [[], []]
  const counts = { busy: 0, stalled: 0 }
  let going = true

  async function again(every: number, ask: (n: number) => Promise<number>, into: number[]): Promise<void> {
    await pause(Math.random() * every)
    for (let n = 0; going; n++) {
      const sent = performance.now()
      if ((await ask(n)) === 503) counts.busy++
      into.push(performance.now() - sent)
      await pause(Math.max(0, every - (performance.now() - sent)))
    }
  }
  const asked = async (answer: Promise<Response>): Promise<number> => {
    const { status, body } = await answer
    await body?.cancel()
    return status
  }
  const readers = keys
    .slice(0, others.readers)
    .map((key, n) => again(others.readEvery, () => asked(call(key, 'open_thread', { thread_id: threads[n] })), reads))
  const writers = keys
    .slice(others.readers, others.readers + others.writers)
    .map((key, n) =>
      again(
        others.writeEvery,
        (at) => asked(call(key, 'post_reply', { thread_id: threads[n], body: `Reply ${n} ${at} ${worst.name}` })),
        writes,
      ),
    )
  const health = again(250, async () => {
    const answer = await fetch(`http://localhost:${port}/healthz`)
    if (((await answer.json()) as { reason?: string }).reason === 'writes_stalled') counts.stalled++
    return 200
  }, [])
  let sent = 0
  const attackers = Array.from({ length: worst.together }, async () => {
    while (going) {
      const status = await worst.send(sent++).catch(() => 0)
      answers.set(status, (answers.get(status) ?? 0) + 1)
    }
  })
  await pause(milliseconds)
  going = false
  await Promise.all([...readers, ...writers, health, ...attackers])
  return { answers, reads, writes, ...counts }
}

const p99 = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.min(times.length - 1, Math.floor(times.length * 0.99))] ?? 0
