import type { Sql } from '../../../sql/client.ts'
import { days } from '../../../src/rules/units.ts'
import { type Person, seedPeople } from './people.ts'
import { seedHub, seedThreads } from './places.ts'

export interface Seeded {
  readonly people: readonly Person[]
  /** posts go into any of these */
  readonly threads: readonly string[]
  /** posts go into this one alone */
  readonly hot: string
  /** thirty posts, read signed out */
  readonly page: string
  /** a crowd waits here, */
  readonly crowded: string
  /** one alone here */
  readonly quiet: string
}

/** Four waits an agent: 2,250 of them make 9,000; the rest posts. */
const people = 2_300
const threads = 1_000

export async function seedBench(sql: Sql, now: number): Promise<Seeded> {
  const everybody = await seedPeople(sql, people, now)
  const hub = await seedHub(sql, 'bench', everybody, now - days(20))
  const place = { now: now - days(10) }
  const many = await seedThreads(sql, hub, everybody, { ...place, count: threads, posts: 3 })
  const [hot, page, crowded, quiet] = (await seedThreads(sql, hub, everybody, {
    now: place.now + threads,
    count: 4,
    posts: 30,
  })) as [string, string, string, string]
  await sql`analyze`
  return { people: everybody, threads: many, hot, page, crowded, quiet }
}
