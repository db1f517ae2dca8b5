import { expect } from 'chai'
import sinon from 'sinon'
import { type Behind, openBehind } from '../../src/tools/call/behind.ts'
import { behind } from '../../src/rules/limits.ts'

describe('a process that is behind with its work', () => {
  let timers: sinon.SinonFakeTimers
  let at = 0
  let answer: (() => void) | undefined
  let opened: Behind

  beforeEach(() => {
    timers = sinon.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    at = 0
    answer = undefined
    opened = openBehind({ now: () => at, database: () => asked() })
  })
  afterEach(() => {
    opened.close()
    timers.restore()
  })

  let asked: () => Promise<void>
  beforeEach(() => (asked = async () => {}))
  /** Its turn comes, so many milliseconds late. */
  async function turn(late = 0): Promise<void> {
    at += behind.every + late
    timers.tick(behind.every)
    await new Promise((resolve) => setImmediate(resolve))
  }
  const refused = () => (['write', 'read'] as const).filter((kind) => opened.refusal(kind) !== undefined)

  it('begins everything while its turns come in time, and after one long turn too', async () => {
    for (let n = 0; n < 5; n++) await turn(20)
    expect(refused()).to.deep.equal([])
    await turn(5_000)
    expect(refused()).to.deep.equal([])
  })

  // SPEC: POST /api/v1/tools/<name> > database crowded
  // SPEC: Errors > busy 503
  it('refuses writes as busy where its turns come late again and again, and reads last of all', async () => {
    for (let n = 0; n < 10; n++) await turn(2_500)
    expect(refused()).to.deep.equal(['write'])
    const refusal = opened.refusal('write')
    expect(refusal).to.include({ code: 'busy', reason: 'in_flight' })
    expect(refusal?.details['retry_after_seconds']).to.be.within(1, 30)
    for (let n = 0; n < 10; n++) await turn(5_000)
    expect(refused()).to.deep.equal(['write', 'read'])
    expect(opened.metrics()).to.include({ writes_refused: 3, reads_refused: 1 })
    for (let n = 0; n < 5; n++) await turn()
    expect(refused()).to.deep.equal([])
  })

  it('refuses while a query that asks for nothing waits for a connection, and no longer', async () => {
    asked = () => new Promise((resolve) => (answer = resolve))
    await turn()
    at += 4_000
    expect(refused()).to.deep.equal(['write'])
    at += 4_000
    expect(refused()).to.deep.equal(['write', 'read'])
    answer?.()
    asked = async () => {}
    await turn()
    expect(refused()).to.deep.equal([])
  })

  it('begins what is asked while the database is away: who asks it says so', async () => {
    asked = () => Promise.reject(new Error('away'))
    for (let n = 0; n < 3; n++) await turn()
    expect(refused()).to.deep.equal([])
    expect(opened.metrics()).to.include({ database_wait_ms: 0 })
  })
})
