import { expect } from 'chai'
import { type SinonFakeTimers, useFakeTimers } from 'sinon'
import type { Health } from '../../src/http/health.ts'
import { type Doors, openDoors, said } from './doors_alone.ts'
import { until } from '../support/until.ts'

describe('GET /healthz', () => {
  let doors: Doors
  afterEach(() => doors.close())

  const well: Health = {
    database: async () => {},
    mailboxes: async () => {},
    pendingMigrations: async () => [],
    stalled: () => 0,
  }
  const asked = async (over: Partial<Health>) => {
    doors = await openDoors(() => said('unreached'), {}, { health: { ...well, ...over } })
    const res = await fetch(`${doors.url}/healthz`)
    return { status: res.status, retryAfter: res.headers.get('retry-after'), body: await res.json() }
  }

  // SPEC: 200 {ok: true}
  // SPEC: Summary > get /healthz
  it('says ok', async () => {
    expect(await asked({})).to.deep.equal({ status: 200, retryAfter: null, body: { ok: true } })
  })

  it('says that the database is away', async () => {
    const answer = await asked({ database: () => Promise.reject(new Error('connect ECONNREFUSED')) })
    expect(answer).to.deep.equal({ status: 503, retryAfter: '5', body: { ok: false, reason: 'database' } })
  })

  it('looks once for all who ask meanwhile, and anew for the next', async () => {
    let [looked, answer] = [0, () => {}]
    const database = () => {
      looked++
      return new Promise<void>((resolve) => (answer = resolve))
    }
    doors = await openDoors(() => said('unreached'), {}, { health: { ...well, database } })
    let asked = 0
    doors.server.on('request', () => asked++)
    const ask = () => fetch(`${doors.url}/healthz`).then(({ status }) => status)
    for (const times of [1, 2]) {
      const crowd = Array.from({ length: 20 }, ask)
      await until(() => asked === times * crowd.length, 'all have asked')
      expect(looked).to.equal(times)
      answer()
      expect(await Promise.all(crowd)).to.deep.equal(crowd.map(() => 200))
    }
  })

  it('says that the schema is behind', async () => {
    const answer = await asked({ pendingMigrations: async () => ['0009_more'] })
    expect(answer).to.deep.equal({ status: 503, retryAfter: '5', body: { ok: false, reason: 'schema_behind' } })
  })

  it('says how long a write has waited once that is more than five seconds', async () => {
    const answer = await asked({ stalled: () => 5_001.4 })
    expect(answer.status).to.equal(503)
    expect(answer.body).to.deep.equal({ ok: false, reason: 'writes_stalled', waitMs: 5_001 })
    await doors.close()
    expect((await asked({ stalled: () => 5_000 })).status).to.equal(200)
  })

  describe('where Redis takes no messages', () => {
    let clock: SinonFakeTimers
    beforeEach(() => {
      clock = useFakeTimers({ toFake: ['performance'] })
    })
    afterEach(() => clock.restore())

    it('says that writes are stalled once that lasts longer than a write may wait', async () => {
      let shut = true
      const mailboxes = async () => {
        if (shut) throw new Error('OOM command not allowed')
      }
      doors = await openDoors(() => said('unreached'), {}, { health: { ...well, mailboxes } })
      const ask = async () => {
        const res = await fetch(`${doors.url}/healthz`)
        return [res.status, await res.json()]
      }
      expect(await ask()).to.deep.equal([200, { ok: true }])
      clock.tick(5_000)
      expect(await ask()).to.deep.equal([200, { ok: true }])
      clock.tick(1)
      expect(await ask()).to.deep.equal([503, { ok: false, reason: 'writes_stalled', waitMs: 5_001 }])
      shut = false
      expect(await ask()).to.deep.equal([200, { ok: true }])
      shut = true
      clock.tick(60_000)
      expect(await ask(), 'counted anew').to.deep.equal([200, { ok: true }])
      clock.tick(60_000)
      expect(await ask(), 'and anew where nobody asked for a while').to.deep.equal([200, { ok: true }])
    })
  })
})
