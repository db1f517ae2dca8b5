import type { Sql } from '../../sql/client.ts'
import { connectSql, openClient } from '../../sql/connect.ts'
import { ownHubs } from '../../sql/reads/home/own_hubs.ts'
import { threadWithPosts } from '../../sql/reads/thread/thread_with_posts.ts'
import { median } from './load/round.ts'
import { openPlace } from './place.ts'
import { madeOn } from './report.ts'
import { ratioRow, table, took } from './row.ts'
import { seedPeople } from './seed/people.ts'
import { seedHub, seedThreads } from './seed/places.ts'

const rounds = 9
const each = 1_000

/** What a statement costs this process: composed, beside as postgres.js composes it. Gives a Markdown table. */
export async function statements(say: (line: string) => void): Promise<string> {
  const place = await openPlace(say)
  try {
    const sql = place.open(place.databaseUrl)
    const people = await seedPeople(sql, 4, Date.now())
    const hub = await seedHub(sql, 'statements', people, Date.now())
    const [id = ''] = await seedThreads(sql, hub, people, { now: Date.now(), count: 10, posts: 10 })
    const reads: Readonly<Record<string, (on: Sql) => Promise<unknown>>> = {
      'a thread and its newest post': (on) =>
        threadWithPosts(on, { id, posts: 1, decisions: 5, tasks: 10, readers: ['agt_1'] }),
      'the hubs on Home': (on) => ownHubs(on, { publicOn: true, id: 'agt_1', seats_of: 'agt_1' }, 'agt_1', 20),
    }
    const sides = [connectSql, openClient].map((open) => open(place.databaseUrl, { max: 1, planOnce: true }))
    const rows = []
    for (const [name, read] of Object.entries(reads)) {
      const spent: number[][] = [[], []]
      for (let round = 0; round <= rounds; round++)
        for (const [n, on] of sides.entries()) {
          const one = await processorTimeOf(() => read(on))
          // the first round compiles
          if (round > 0) spent[n]?.push(one)
        }
      const [composed = 0, plain = 0] = spent.map(median)
      const sizes = { svc: took(composed), other: took(plain), ratio: composed / plain, most: 0.9 }
      rows.push(ratioRow(`${name}: processor time of a statement`, sizes))
    }
    for (const on of sides) await on.end({ timeout: 1 })
    return `${table(rows)}\n\n${madeOn(place.versions)}`
  } finally {
    await place.stop()
  }
}

async function processorTimeOf(read: () => Promise<unknown>): Promise<number> {
  const before = process.cpuUsage()
  for (let n = 0; n < each; n++) await read()
  const { user, system } = process.cpuUsage(before)
  return (user + system) / 1_000 / each
}
