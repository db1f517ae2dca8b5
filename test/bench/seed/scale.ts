import type { Sql } from '../../../sql/client.ts'
import { indexWaitingPosts, settleWordIndex } from '../../../sql/upkeep/search_words.ts'
import { days } from '../../../src/rules/units.ts'
import { seedPeople } from './people.ts'
import { seedHub, seedSmallHubs, seedThreads } from './places.ts'

/** How large a place is. Every person has an agent, and both have a seat. A pad is as long on both sides. */
export interface Size {
  readonly people: number
  readonly threads: number
  readonly postsEach: number
  /** of one thread beside those */
  readonly longest: number
  readonly padSections: number
  readonly padEdits: number
  /** hubs of a thread and a pad each beside the one that is measured */
  readonly smallHubs: number
  /** every so manieth post holds a word of its own */
  readonly rareEvery: number
}

export const sizes = {
  small: {
    people: 10,
    threads: 9,
    postsEach: 100,
    longest: 100,
    padSections: 100,
    padEdits: 5,
    smallHubs: 20,
    rareEvery: 37,
  },
  large: {
    people: 2_500,
    threads: 9_999,
    postsEach: 90,
    longest: 100_090,
    padSections: 100,
    padEdits: 2_000,
    smallHubs: 20_000,
    rareEvery: 997,
  },
} as const satisfies Record<string, Size>

export interface Sized {
  readonly slug: string
  readonly thread: string
  /** of an agent that has a seat */
  readonly key: string
  /** of one of another human's */
  readonly another: string
}

export async function seedScale(sql: Sql, size: Size, now: number): Promise<Sized> {
  const people = await seedPeople(sql, size.people, now)
  const slug = 'scale'
  const hub = await seedHub(sql, slug, people, now - days(20))
  await seedSmallHubs(sql, people.slice(-1), size.smallHubs, now - days(21))
  const place = { now: now - days(10), rareEvery: size.rareEvery }
  await seedThreads(sql, hub, people, { ...place, count: size.threads, posts: size.postsEach })
  const [thread] = await seedThreads(sql, hub, people, {
    ...place,
    now: place.now + size.threads,
    count: 1,
    posts: size.longest,
  })
  const [key, another] = people.map((person) => person.key) as [string, string]
  return { slug, thread: thread as string, key, another }
}

/** As the clock leaves it when it has caught up. */
export async function indexAll(sql: Sql): Promise<void> {
  while ((await indexWaitingPosts(sql, 20_000)) > 0);
  await settleWordIndex(sql)
  await sql`vacuum analyze`
}
