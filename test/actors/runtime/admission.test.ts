import { expect } from 'chai'
import { type Attempt, openAttempts } from '../../../actors/runtime/front/attempts.ts'
import { admit, busyDatabase, outcomeUnknown, tooManyInFlight } from '../../../actors/runtime/front/admission.ts'
import { openFeed } from '../../../actors/runtime/front/feed.ts'
import { encodeFrames } from '../../../actors/runtime/wire/frames.ts'
import type { Front } from '../../../actors/runtime/front/front.ts'
import { shardOf } from '../../../actors/runtime/wire/mailbox.ts'
import { mailboxKey } from '../../../src/redis/keys.ts'
import { entriesIn, ledger } from '../../chaos/ledger.ts'
import { type Running, startRunning } from './running.ts'
import { refusalOf } from '../../support/refusal.ts'
import { until } from '../../support/until.ts'

describe('admission', () => {
  const quiet = () => {
    const feed = openFeed(() => false)
    feed.begin()
    return { feed, attempts: openAttempts(), databaseIsDown: () => false }
  }

  it('lets a write in where nothing speaks against it', () => {
    expect(admit(0, quiet())).to.equal(undefined)
  })

  it('says busy, database where the database is away', () => {
    const refusal = admit(0, { ...quiet(), databaseIsDown: () => true })
    expect([refusal?.status, refusal?.reason]).to.deep.equal([503, 'database'])
  })

  it('tells a write that may stand from one that changed nothing', () => {
    expect(outcomeUnknown().details).to.deep.equal({ outcome: 'unknown', retry_after_seconds: 5 })
    expect(busyDatabase().details).to.deep.equal({ retry_after_seconds: 5 })
  })

  it('says busy, in_flight past the writes of its own under way', () => {
    const parts = quiet()
    for (let n = 0; n < 2_000; n++)
      parts.attempts.add({
        id: `${n}`,
        shard: 0,
        to: '',
        startedAt: 0,
        askedAt: 0,
        resolve() {},
        reject() {},
      } satisfies Attempt)
    expect(admit(0, parts)?.reason).to.equal('in_flight')
  })

  it('says how long what lies there takes where a shard lags, and lets the others write', () => {
    const parts = quiet()
    parts.feed.take(encodeFrames([[3, 1, 1, 7_400, []]]))
    expect(admit(3, parts)?.details).to.deep.equal({ retry_after_seconds: 7 })
    expect(admit(4, parts)).to.equal(undefined)
  })

  it('refuses where the owner of a shard has been silent', () => {
    const parts = quiet()
    parts.feed.sign(3).seenAt = performance.now() - 4_100
    expect(admit(3, parts)?.reason).to.equal('in_flight')
  })

  it('keeps retry_after_seconds between 1 and 30, whole', () => {
    for (const [seconds, told] of [
      [0, 1],
      [Number.NaN, 1],
      [2.6, 3],
      [Number.POSITIVE_INFINITY, 30],
    ] as const)
      expect(tooManyInFlight(seconds).details).to.deep.equal({ retry_after_seconds: told })
  })

  describe('with nobody who takes the messages', () => {
    let running: Running
    let front: Front

    before(async () => {
      running = await startRunning()
      front = await running.front()
    })
    after(() => running.stop())

    const refusedOrDone = (asked: Promise<unknown>) =>
      asked.then(
        () => undefined,
        (refusal: unknown) => refusal,
      )
    const append = (id: string) => front.ask(ledger, id, 'append', { ledger: id, entry: 'x' })

    it('refuses past the cap of a mailbox and drops nothing', async () => {
      const key = mailboxKey(shardOf('full'))
      const filling = running.redis.pipeline()
      for (let n = 0; n < 5_000; n++) filling.xadd(key, '*', 'm', '')
      await filling.exec()
      const refusal = await refusalOf(append('full'))
      expect(refusal.toBody()).to.deep.include({ error: 'busy', reason: 'in_flight' })
      expect(await running.redis.xlen(key)).to.equal(5_000)
      expect(front.stalled()).to.equal(undefined)
    })

    it('ends a write that nobody took, for ever, and says how long writes have waited', async () => {
      const refusal = await refusalOf(append('late'))
      expect([refusal.status, refusal.reason]).to.deep.equal([503, 'in_flight'])
      expect(refusal.details.retry_after_seconds).to.be.within(1, 30)
      expect(front.stalled()).to.be.greaterThan(5_000)
      await running.host()
      await until(async () => (await refusedOrDone(append('late'))) === undefined, 'the new owner is heard of')
      expect(await entriesIn(running.sql, 'late')).to.have.length(1)
      expect(front.stalled()).to.equal(undefined)
    })
  })
})
