import { setTimeout as pause } from 'node:timers/promises'
import type { Redis } from 'ioredis'
import type { Sql } from '../../sql/client.ts'
import { connectRedis } from '../../src/redis/connect.ts'
import { capacity, type Cost, type Costs } from './capacity.ts'
import { type Generator, startGenerator } from './load/generator.ts'
import { bodyOf, connectTo } from './load/connection.ts'
import { type Requests, toolRequest } from './load/requests.ts'
import { openPlace, type Place, type Service } from './place.ts'
import { madeOn } from './report.ts'
import { type Person, seedPeople } from './seed/people.ts'
import { seedHub, seedThreads } from './seed/places.ts'
import type { Pace } from './side_by_side.ts'
import { processTime, storesSpent } from './spent.ts'

/** processes that serve, and processes that run actors, of one thread each */
const fleets = [
  [1, 1],
  [1, 2],
  [1, 4],
  [2, 1],
  [4, 1],
  [2, 2],
  [4, 4],
] as const
const connections = 64
const warmUp = 4_000
const slug = 'growth'
const waiting = 400

interface Fleet {
  readonly web: readonly Service[]
  readonly actors: readonly Service[]
}

interface Stores {
  readonly sql: Sql
  readonly redis: Redis
}

/** Posts through more and more processes on one set of stores, what each kind of call costs every one of them, and how far that reaches. Gives Markdown tables. */
export async function growth(say: (line: string) => void, { milliseconds }: Pace): Promise<string> {
  const place = await openPlace(say)
  const redis = connectRedis({ url: place.redisUrl, name: 'bench' })
  const generators = Array.from({ length: 4 }, startGenerator)
  try {
    const sql = place.open(place.databaseUrl)
    const stores = { sql, redis }
    const now = Date.now()
    const people = await seedPeople(sql, 600, now)
    const hub = await seedHub(sql, slug, people, now - 4_000_000)
    const threads = await seedThreads(sql, hub, people, { now: now - 3_600_000, count: 500, posts: 30 })
    await sql`analyze`

    const lines = [
      '| Processes: web | actors | posts / s | processor time of a post: web | actors | PostgreSQL | Redis |',
      '| ---: | ---: | ---: | ---: | ---: | ---: | ---: |',
    ]
    const posts: Requests = { kind: 'posts', door: 'rest', threads, keys: people.slice(-connections).map(keyOf) }
    const grown: { readonly web: number; readonly cost: Cost }[] = []
    let calls: Costs['calls'] | undefined
    const fresh = await started(place, sql, 1, 1)
    const parked = await parkedIn(fresh, generators[0] as Generator, people, threads)
    for (const process of [...fresh.web, ...fresh.actors]) await process.stop()
    for (const [web, actors] of fleets) {
      const fleet = await started(place, sql, web, actors)
      const play = (of: number): Promise<number> =>
        together(generators, fleet, { requests: posts, connections, milliseconds: of })
      await play(warmUp)
      const { calls: posted, cost } = await costOf(stores, fleet, () => play(2 * milliseconds))
      if (actors === 1) grown.push({ web, cost })
      const rate = Math.round(posted / ((2 * milliseconds) / 1_000)).toLocaleString('en')
      lines.push(`| ${[web, actors, rate, ...timesOf(cost)].join(' | ')} |`)
      say(lines.at(-1) as string)
      calls ??= await costsOf({ stores, fleet, generator: generators[0] as Generator, people, threads, say })
      for (const process of [...fleet.web, ...fleet.actors]) await process.stop()
    }
    return [
      lines.join('\n'),
      capacity({ calls: calls as Costs['calls'], parked }, furtherWeb(grown)),
      madeOn(place.versions),
    ].join('\n\n')
  } finally {
    for (const generator of generators) generator.stop()
    redis.disconnect()
    await place.stop()
  }
}

const keyOf = ({ key }: Person): string => key

/** All at once, so that each host claims its share of the shards in its first second. */
async function started(place: Place, sql: Sql, web: number, actors: number): Promise<Fleet> {
  const of = (role: 'web' | 'actors', count: number) =>
    Promise.all(Array.from({ length: count }, () => place.service({ ACTOR_THREADS: '1' }, role)))
  const [serving, hosting] = await Promise.all([of('web', web), of('actors', actors)])
  for (const end = Date.now() + 90_000; Date.now() < end; await pause(250)) {
    const [row] = await sql<{ least: number | null; hosts: number }[]>`
      select min(shards)::int as least, count(*)::int as hosts
      from (select owner, count(*) as shards from shard where owner is not null group by owner) as host`
    if (row?.hosts === actors && (row.least ?? 0) >= Math.floor((64 / actors) * 0.8))
      return { web: serving, actors: hosting }
  }
  throw new Error(`${actors} hosts did not share the shards among them`)
}

/** The same through every web process, from a generator of its own each; gives the number of answers. */
async function together(
  generators: readonly Generator[],
  { web }: Fleet,
  { requests, connections, milliseconds }: { requests: Requests; connections: number; milliseconds: number },
): Promise<number> {
  const answered = await Promise.all(
    web.map(({ port }, n) =>
      (generators[n] as Generator).round({
        port,
        connections: connections / web.length,
        milliseconds,
        requests,
        expect: 200,
      }),
    ),
  )
  return answered.reduce((sum, round) => sum + round.answered, 0)
}

async function costOf(
  { sql, redis }: Stores,
  { web, actors }: Fleet,
  play: () => Promise<number>,
): Promise<{ readonly calls: number; readonly cost: Cost }> {
  const look = async () => ({
    web: web.reduce((sum, { pid }) => sum + processTime(pid), 0),
    actors: actors.reduce((sum, { pid }) => sum + processTime(pid), 0),
    ...(await storesSpent(sql, redis)),
  })
  const before = await look()
  const calls = await play()
  const after = await look()
  const each = (part: keyof Cost): number => (after[part] - before[part]) / calls
  return {
    calls,
    cost: {
      web: each('web'),
      actors: each('actors'),
      database: each('database'),
      redis: each('redis'),
      commits: each('commits'),
      wal: each('wal'),
      traffic: each('traffic'),
    },
  }
}

/** What one more web process costs each post: it hears of every commit. */
function furtherWeb(grown: readonly { readonly web: number; readonly cost: Cost }[]): Pick<Cost, 'web' | 'redis'> {
  const one = grown.find(({ web }) => web === 1)
  const four = grown.find(({ web }) => web === 4)
  if (!one || !four) throw new Error('one and four web processes are what is compared')
  const slope = (part: 'web' | 'redis'): number => Math.max(0, (four.cost[part] - one.cost[part]) / 3)
  return { web: slope('web'), redis: slope('redis') }
}

async function costsOf({
  stores,
  fleet,
  generator,
  people,
  threads,
  say,
}: {
  readonly stores: Stores
  readonly fleet: Fleet
  readonly generator: Generator
  readonly people: readonly Person[]
  readonly threads: readonly string[]
  readonly say: (line: string) => void
}): Promise<Costs['calls']> {
  const { port } = fleet.web[0] as Service
  const [thread, quiet] = threads as [string, string]
  const reader = keyOf(people[5] as Person)
  const ask = async (tool: string, args: object): Promise<Record<string, any>> => {
    const connection = await connectTo(port)
    const heard = await connection.send(toolRequest(port, tool, `Bearer ${reader}`, args))
    connection.close()
    if (heard.status !== 200) throw new Error(`${tool} answered ${heard.status}: ${bodyOf(heard).slice(0, 300)}`)
    return (JSON.parse(bodyOf(heard)) as { data: Record<string, any> }).data
  }
  const text = Array.from({ length: 40 }, (_, n) => `Paragraph ${n}: the dough rested eighteen hours.`).join('\n\n')
  const { pad_id } = await ask('create_pad', { hub: slug, title: 'Costs', text })
  const { next, version } = await ask('open_thread', { thread_id: quiet, limit: 1 })
  const since = (next?.since ?? version) as string
  const waiters = people.slice(10, 10 + waiting).map(keyOf)
  const page = `/t/${thread}?format=md`
  const etag = (await fetch(`http://localhost:${port}${page}`)).headers.get('etag') as string

  const calls: Readonly<Record<keyof Costs['calls'], Requests>> = {
    post_reply: { kind: 'posts', door: 'rest', threads: threads.slice(9), keys: people.slice(-connections).map(keyOf) },
    edit_pad: { kind: 'call', tool: 'edit_pad', args: { pad_id, title: 'Costs, {n}' }, key: reader },
    open_thread: { kind: 'call', tool: 'open_thread', args: { thread_id: thread }, key: reader },
    open_pad: { kind: 'call', tool: 'open_pad', args: { pad_id }, key: reader },
    catch_up: { kind: 'call', tool: 'catch_up', args: { hub: slug }, key: reader },
    home: { kind: 'call', tool: 'show_svc', args: {}, key: reader },
    search: { kind: 'call', tool: 'search_svc', args: { query: 'autolyse', hub: slug }, key: reader },
    inbox: { kind: 'call', tool: 'show_svc', args: { after: 0, wait: 1 }, key: waiters },
    wait: {
      kind: 'call',
      tool: 'open_thread',
      args: { thread_id: quiet, since, wait: 1, limit: 1 },
      key: waiters,
    },
    page: { kind: 'page', path: page },
    unchanged: { kind: 'page', path: page, etag },
  }
  const measured: Record<string, Cost> = {}
  for (const [name, requests] of Object.entries(calls)) {
    const many = name === 'wait' || name === 'inbox' ? waiting : name === 'post_reply' ? connections : 4
    const expect = name === 'unchanged' ? 304 : 200
    const play = async (milliseconds: number) =>
      (await generator.round({ port, connections: many, milliseconds, requests, expect })).answered
    await play(1_500)
    measured[name] = (await costOf(stores, fleet, () => play(3_000))).cost
    say(`${name}: ${timesOf(measured[name]).join(', ')}`)
  }
  return measured as Costs['calls']
}

/** Bytes of a parked wait, in a process that has done nothing else: of one that has, what it gives back hides them. */
async function parkedIn(
  fleet: Fleet,
  generator: Generator,
  people: readonly Person[],
  [, crowded, quiet]: readonly string[],
): Promise<number> {
  const { port, cronSecret } = fleet.web[0] as Service
  const { memory } = await generator.waits({
    port,
    cronSecret,
    count: 2_000,
    keys: people.slice(0, 500).map(keyOf),
    crowded: crowded as string,
    quiet: quiet as string,
    lone: keyOf(people[598] as Person),
    poster: keyOf(people[599] as Person),
    times: 1,
  })
  return memory.resident
}

const timesOf = ({ web, actors, database, redis }: Cost): string[] =>
  [web, actors, database, redis].map((part) => `${Math.max(0, part).toFixed(2)} ms`)
