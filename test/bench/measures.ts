import type { Sql } from '../../sql/client.ts'
import type { Generator } from './load/generator.ts'
import type { Requests } from './load/requests.ts'
import type { Service } from './place.ts'
import { boundRow, perSecond, ratioRow, type Row, took } from './row.ts'
import type { Seeded } from './seed/bench.ts'
import { type Pace, type Side, sideBySide } from './side_by_side.ts'

interface Sent {
  readonly headers: Readonly<Record<string, string>>
  readonly body: string
}

/** What the measures run on. */
export interface Bench {
  readonly generator: Generator
  readonly service: Service
  readonly seeded: Seeded
  /** of the service, to count what was really stored */
  readonly sql: Sql
  /** Koa with one statement, on a copy of the tables */
  readonly oneStatement: number
  /** starts Koa that sends these bytes, and gives its port */
  readonly bareKoa: (bytes: Sent) => Promise<number>
  /** starts Node that parks what it is asked, and answers all with these bytes; gives its port */
  readonly bareNode: (bytes: Sent) => Promise<number>
  readonly pace: Pace
}

export type Measure = (bench: Bench) => Promise<Row[]>

const connections = 64

type Posts = Extract<Requests, { kind: 'posts' }>

/** As many agents post as there are connections. */
const posts = (
  { people }: Seeded,
  { threads, by, door = 'rest' }: { threads: readonly string[]; by: number; door?: Posts['door'] },
): Posts => ({ kind: 'posts', door, threads, keys: people.slice(-by).map(({ key }) => key) })

const manyThreads: Measure = async (bench) => {
  const { svc, baseline } = await postsBesideBaseline(bench, bench.seeded.threads, connections)
  return [ratioOfRates('post_reply over REST, 64 connections, 1,000 threads', svc, baseline, 0.5)]
}

const hotThread: Measure = async (bench) => {
  const { svc, baseline } = await postsBesideBaseline(bench, [bench.seeded.hot], connections)
  return [ratioOfRates('the same, one hot thread', svc, baseline, 1.5)]
}

const oneConnection: Measure = async (bench) => {
  const { svc, baseline } = await postsBesideBaseline(bench, bench.seeded.threads, 1)
  const ratio = svc.p50 / baseline.p50
  return [ratioRow('the same, 1 connection, p50', { svc: took(svc.p50), other: took(baseline.p50), ratio, most: 5 })]
}

async function postsBesideBaseline(
  { generator, service, seeded, sql, oneStatement, pace }: Bench,
  threads: readonly string[],
  connections: number,
): Promise<{ svc: Side; baseline: Side }> {
  const requests = posts(seeded, { threads, by: connections })
  return stored(
    sql,
    ({ svc }) => svc.answered,
    () =>
      sideBySide(
        generator,
        {
          svc: { port: service.port, connections, requests, expect: 200 },
          baseline: { port: oneStatement, connections, requests, expect: 200 },
        },
        pace,
      ),
  )
}

const mcp: Measure = async ({ generator, service: { port }, seeded, sql, pace }) => {
  const side = (door: Posts['door']) => ({
    port,
    connections,
    requests: posts(seeded, { threads: seeded.threads, by: connections, door }),
    expect: 200,
  })
  const { rest, mcp_2025, mcp_2026 } = await stored(
    sql,
    ({ rest, mcp_2025, mcp_2026 }) => rest.answered + mcp_2025.answered + mcp_2026.answered,
    () => sideBySide(generator, { rest: side('rest'), mcp_2025: side('mcp_2025'), mcp_2026: side('mcp_2026') }, pace),
  )
  return [
    ratioOfRates('post_reply over MCP (2025-11-25), beside REST', mcp_2025, rest, 0.6),
    ratioOfRates('post_reply over MCP (2026-07-28), beside REST', mcp_2026, rest, 0.6),
  ]
}

/** A post that was answered with 200 stands in the table, and no other: also where the answer came over MCP. */
async function stored<T>(sql: Sql, answered: (result: T) => number, play: () => Promise<T>): Promise<T> {
  const before = await countPosts(sql)
  const result = await play()
  const inserted = (await countPosts(sql)) - before
  if (inserted !== answered(result))
    throw new Error(`${answered(result)} posts were answered, but ${inserted} were stored`)
  return result
}

async function countPosts(sql: Sql): Promise<number> {
  const [row] = await sql<{ posts: number }[]>`select count(*) as posts from post`
  return row?.posts ?? 0
}

const waits: Measure = async ({ generator, service: { port, cronSecret }, seeded, bareNode }) => {
  const count = 9_000
  const [lone, poster] = seeded.people.slice(-2).map(({ key }) => key) as [string, string]
  const keys = seeded.people.map(({ key }) => key)
  const { crowded, quiet } = seeded
  const bare = await bareNode(await wokenBy(port, lone, crowded))
  const result = await generator.waits({ port, bare, cronSecret, count, keys, crowded, quiet, lone, poster, times: 15 })
  const parked = `${count.toLocaleString('en')} waits parked`
  return [
    boundRow(`${parked}: post to waking 1, p50`, result.one.p50, 'ms', 10),
    boundRow(`${parked}: post to the last of all awake`, result.all.last, 'ms', 500, result.bare),
    boundRow(`${parked}: resident memory a wait`, result.memory.resident / 1024, 'KiB', 25),
  ]
}

/** An answer as those have it who wait: of a thread that is newer than what the caller knows. */
async function wokenBy(port: number, key: string, thread_id: string): Promise<Sent> {
  const answer = await fetch(`http://localhost:${port}/api/v1/tools/open_thread`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ thread_id, since: '0', wait: 1, limit: 1 }),
  })
  if (answer.status !== 200) throw new Error(`open_thread answered ${answer.status}: ${await answer.text()}`)
  return { headers: headersOf(answer), body: await answer.text() }
}

const headersOf = ({ headers }: Response): Record<string, string> =>
  Object.fromEntries([...headers].filter(([name]) => !ownHeaders.has(name)))

/** Headers that Node writes by itself, or that belong to one answer. */
const ownHeaders = new Set(['connection', 'keep-alive', 'date', 'content-length', 'transfer-encoding'])

const page: Measure = async ({ generator, service, seeded, bareKoa, pace }) => {
  const path = `/t/${seeded.page}?format=md`
  const answer = await fetch(`http://localhost:${service.port}${path}`, { headers: { accept: 'text/markdown' } })
  const body = await answer.text()
  const posts = body.split('The dough rested').length - 1
  if (answer.status !== 200 || posts !== 30)
    throw new Error(`${path} answered ${answer.status} with ${posts} posts: ${body.slice(0, 300)}`)
  const headers = headersOf(answer)
  const etag = headers['etag']
  if (etag === undefined) throw new Error(`${path} has no ETag`)

  const koa = await bareKoa({ headers, body })
  const whole = { connections, requests: { kind: 'page', path }, expect: 200 } as const
  const unchanged = { connections, requests: { kind: 'page', path, etag }, expect: 304 } as const
  const ok = await sideBySide(generator, { svc: { port: service.port, ...whole }, koa: { port: koa, ...whole } }, pace)
  const same = await sideBySide(
    generator,
    { svc: { port: service.port, ...unchanged }, koa: { port: koa, ...unchanged } },
    pace,
  )
  const kilobytes = Math.round(Buffer.byteLength(body) / 1024)
  return [
    ratioOfRates(`signed-out Markdown page of 30 posts (${kilobytes} KiB), 200`, ok.svc, ok.koa, 0.4),
    ratioOfRates('the same, 304', same.svc, same.koa, 0.7),
  ]
}

const ratioOfRates = (measure: string, svc: Side, other: Side, least: number): Row =>
  ratioRow(measure, { svc: perSecond(svc.rate), other: perSecond(other.rate), ratio: svc.rate / other.rate, least })

/** In the order of the table. */
export const measures = { manyThreads, hotThread, oneConnection, mcp, waits, page } as const
export type MeasureName = keyof typeof measures
