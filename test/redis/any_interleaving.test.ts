import { expect } from 'chai'
import fc from 'fast-check'
import type { Redis } from 'ioredis'
import { openWindows, type Spend, type Spent, type Windows } from '../../src/redis/rolling_windows.ts'
import { minutes, named, per, seconds } from '../../src/rules/units.ts'
import { freshRedis } from '../support/stores.ts'

const start = 1_700_000_000_000
const paces = named({
  short: per(2, seconds(10), { pooled: 'one' }),
  long: per(3, minutes(1), { pooled: 'one', reason: 'thread_pace' }),
  kept: per(4, minutes(1), { pooled: 'what PostgreSQL can refill' }),
  characters: per(100, minutes(1), { pooled: 'characters', reason: 'pad_chars' }),
  distinct: per(2, minutes(1), { pooled: 'one text', reason: 'same_text_across' }),
})
type Name = keyof typeof paces

/** What a write takes from one window. */
interface Take {
  readonly pace: Name
  readonly subject: 'ada' | 'ben'
  readonly cost: number
  readonly member: 'one' | 'two' | 'three'
}

type Step =
  | { readonly do: 'write'; readonly takes: readonly Take[] }
  | { readonly do: 'give back'; readonly which: number; readonly part: boolean }
  | { readonly do: 'commit'; readonly which: number }
  | { readonly do: 'wait'; readonly ms: number }
  | { readonly do: 'wipe' }

const takes: fc.Arbitrary<Take> = fc.record({
  pace: fc.constantFrom(...(Object.keys(paces) as Name[])),
  subject: fc.constantFrom('ada', 'ben'),
  cost: fc.integer({ min: 0, max: 60 }),
  member: fc.constantFrom('one', 'two', 'three'),
})
const which = fc.nat(5)
const steps: fc.Arbitrary<readonly Step[]> = fc.array(
  fc.oneof(
    {
      weight: 6,
      arbitrary: fc.record({
        do: fc.constant('write' as const),
        takes: fc.uniqueArray(takes, {
          minLength: 1,
          maxLength: 4,
          selector: ({ pace, subject }) => `${pace} ${subject}`,
        }),
      }),
    },
    { weight: 2, arbitrary: fc.record({ do: fc.constant('give back' as const), which, part: fc.boolean() }) },
    { weight: 1, arbitrary: fc.record({ do: fc.constant('commit' as const), which }) },
    {
      weight: 3,
      arbitrary: fc.record({
        do: fc.constant('wait' as const),
        ms: fc.oneof(
          fc.constantFrom(0, 1, seconds(10) - 1, seconds(10), minutes(1) - 1, minutes(1)),
          fc.nat(seconds(30)),
        ),
      }),
    },
    { weight: 1, arbitrary: fc.constant({ do: 'wipe' as const }) },
  ),
  { minLength: 5, maxLength: 60 },
)

interface Entry {
  readonly attempt: string
  readonly at: number
  readonly cost: number
  readonly member: string
}

/** Lists of what was taken and when, looked through from end to end: slow, and plainly right. */
class Naive {
  #windows = new Map<string, Entry[]>()
  #written: { readonly subject: string; readonly at: number }[] = []
  #cold = new Set(['kept ada', 'kept ben'])

  #of({ pace, subject }: Take): Entry[] {
    return this.#windows.get(`${pace} ${subject}`) ?? []
  }

  #live(take: Take, now: number): Entry[] {
    return this.#of(take).filter(({ at }) => at + paces[take.pace].window_ms > now)
  }

  #used(take: Take, entries: readonly Entry[]): number {
    if (take.pace === 'characters') return entries.reduce((sum, { cost }) => sum + cost, 0)
    return take.pace === 'distinct' ? new Set(entries.map(({ member }) => member)).size : entries.length
  }

  #after(take: Take, now: number): number {
    const live = this.#live(take, now)
    return this.#used(take, [...live, { attempt: '', at: now, cost: take.cost, member: take.member }])
  }

  /** the first moment from `now` on at which this take alone would pass */
  #freeAt(take: Take, now: number): number {
    const { limit, window_ms } = paces[take.pace]
    const leaving = this.#live(take, now).map(({ at }) => at + window_ms)
    return leaving.toSorted((a, b) => a - b).find((moment) => this.#after(take, moment) <= limit) ?? now + window_ms
  }

  write(attempt: string, wanted: readonly Take[], now: number) {
    for (const [index, take] of wanted.entries()) {
      // what comes after a window that refuses is not looked at
      this.#warm(take, now)
      const used = this.#used(take, this.#live(take, now))
      const after = this.#after(take, now)
      if (after > paces[take.pace].limit && after > used) {
        return { ok: false as const, index, used, free_at: this.#freeAt(take, now) }
      }
    }
    const counts = wanted.map((take) => {
      const isNothing = take.pace === 'characters' && take.cost === 0
      const live = this.#live(take, now)
      const entries = isNothing ? live : [...live, { attempt, at: now, cost: take.cost, member: take.member }]
      this.#windows.set(`${take.pace} ${take.subject}`, entries)
      const oldest = Math.min(...entries.map(({ at }) => at), now)
      return { used: this.#used(take, entries), resets_at: oldest + paces[take.pace].window_ms }
    })
    return { ok: true as const, counts }
  }

  giveBack(attempt: string, taken: readonly Take[]): void {
    for (const take of taken) {
      const others = this.#of(take).filter((entry) => entry.attempt !== attempt)
      this.#windows.set(`${take.pace} ${take.subject}`, others)
    }
  }

  commit(taken: readonly Take[], at: number): void {
    for (const { pace, subject } of taken) if (pace === 'kept') this.#written.push({ subject, at })
  }

  writtenSince(subject: string, since: number): number[] {
    return this.#written.filter((one) => one.subject === subject && one.at > since).map(({ at }) => at)
  }

  wipe(): void {
    this.#windows.clear()
    this.#cold = new Set(['kept ada', 'kept ben'])
  }

  #warm(take: Take, now: number): void {
    const name = `${take.pace} ${take.subject}`
    if (!this.#cold.delete(name)) return
    const since = now - paces[take.pace].window_ms
    const before = this.writtenSince(take.subject, since)
    this.#windows.set(
      name,
      before.map((at) => ({ attempt: '', at, cost: 1, member: '' })),
    )
  }
}

describe('rolling windows, in any interleaving of writes, refusals, waits and lost counters', () => {
  let redis: Redis
  let windows: Windows
  before(async () => {
    redis = (await freshRedis()).redis
    windows = openWindows(redis)
  })

  const asSpend = ({ pace, subject, cost, member }: Take, naive: Naive): Spend => ({
    pace: paces[pace],
    subject,
    ...(pace === 'characters' && { cost }),
    ...(pace === 'distinct' && { member }),
    ...(pace === 'kept' && { refill: async (since: number) => naive.writtenSince(subject, since) }),
  })

  it('say what lists of what was taken say', async () => {
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        await redis.flushall()
        const naive = new Naive()
        let now = start
        /** passed, and not yet given back or written */
        const open: { attempt: string; taken: readonly Take[]; at: number; spent: Spent }[] = []
        for (const [number, step] of all.entries()) {
          if (step.do === 'wait') now += step.ms
          else if (step.do === 'wipe') {
            await redis.flushall()
            naive.wipe()
          } else if (step.do === 'write') {
            const attempt = `attempt ${number}`
            const outcome = await windows.spend(
              attempt,
              step.takes.map((take) => asSpend(take, naive)),
              now,
            )
            const { giveBack: _, ...said } = { giveBack: undefined, ...outcome }
            expect(said).to.deep.equal(naive.write(attempt, step.takes, now))
            if (outcome.ok) open.push({ attempt, taken: step.takes, at: now, spent: outcome })
          } else {
            const [one] = open.splice(step.which, 1)
            if (!one) continue
            if (step.do === 'commit') naive.commit(one.taken, one.at)
            else {
              const last = one.taken.length - 1
              await one.spent.giveBack(step.part ? [last] : undefined)
              naive.giveBack(one.attempt, step.part ? one.taken.slice(-1) : one.taken)
              if (step.part) naive.commit(one.taken.slice(0, -1), one.at)
            }
          }
        }
      }),
      { numRuns: 400 },
    )
  })
})
