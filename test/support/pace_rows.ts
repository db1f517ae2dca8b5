import { randomUUID } from 'node:crypto'
import { expect } from 'chai'
import { asSeconds, type Pace } from '../../src/rules/units.ts'
import type { TestServer } from './server.ts'

/** One row of the specification's tables of paces: what spends it, and whose it is. */
export interface PaceRow {
  readonly pace: Pace
  readonly act: () => Promise<Outcome>
  /** Whose window it is: what fills all but its last place as so many writes would have. Left out: they are all made. */
  readonly subject?: () => string
  /** what the window counts beside the attempt: threads a text went into, characters */
  readonly member?: () => string
  readonly cost?: number
  /** told as reason where it is not the pace's own */
  readonly reason?: string
  /** a fixed window: its edges lie on the clock, not after what was spent */
  readonly fixed?: boolean
  /** thousands: many are made at the same time */
  readonly together?: boolean
}

export interface Outcome {
  readonly ok: boolean
  readonly error?: Readonly<Record<string, any>>
}

/** What an operation of the settings, or a route, answered. */
export const outcomeOf = ({ status, body }: { status: number; body: Record<string, any> }): Outcome =>
  status === 200 ? { ok: true } : { ok: false, error: body }

/**
 * A test a row, exact where the clock of the tests stands still: the last one passes, one more is refused and told how
 * long, a millisecond before the window has moved on still, and passes when it has.
 */
export function rowsHold(server: () => TestServer, rows: Readonly<Record<string, PaceRow>>): void {
  for (const [name, row] of Object.entries(rows)) {
    it(`${name}: the last passes, one more is refused, to the millisecond`, async () => {
      const { window_ms, limit } = row.pace
      const { clock } = server().parts
      // an empty window, whatever the rows before spent
      const left = row.fixed ? window_ms - (clock.now() % window_ms) : window_ms
      await server().advance(left)
      const before = row.subject ? await fill(server(), row) : row.act
      const atOnce = row.together ? 100 : 1
      for (let n = 1; before && n < limit; n += atOnce) {
        const made = Array.from({ length: Math.min(atOnce, limit - n) }, before)
        for (const outcome of await Promise.all(made)) expectPassed(outcome, `number ${n}`)
      }
      expectPassed(await row.act(), 'the last')

      expectRefused(await row.act(), asSeconds(window_ms))
      await server().advance(window_ms - 1)
      expectRefused(await row.act(), 1)
      await server().advance(1)
      expectPassed(await row.act(), 'when the window has moved on')
    })

    const expectRefused = ({ error }: Outcome, retry_after_seconds: number): void => {
      const reason = row.reason ?? row.pace.reason
      expect(error).to.include({ error: 'rate_limited', reason, retry_after_seconds })
      expect(error?.['retryAfterSeconds']).to.equal(retry_after_seconds)
      expect(error?.['message']).to.be.a('string').and.match(/Wait/)
    }
  }
}

const expectPassed = ({ ok, error }: Outcome, which: string): void => {
  expect(ok, `${which}: ${JSON.stringify(error)}`).to.equal(true)
}

/** nothing that was written before belongs in it */
const wholeAsItIs = { refill: async () => [] }

/** Spends all but the last of a window as so many writes would have. */
async function fill({ parts: { windows, clock } }: TestServer, row: PaceRow): Promise<undefined> {
  const { pace, member, cost } = row
  const subject = row.subject?.() as string
  const spends = cost === undefined ? pace.limit - 1 : 1
  const spendOne = () => {
    const counted = member ? { member: member() } : cost !== undefined ? { cost: pace.limit - cost } : wholeAsItIs
    return windows.spend(randomUUID(), [{ pace, subject, ...counted }], clock.now())
  }
  const filled = await Promise.all(Array.from({ length: spends }, spendOne))
  expect(filled.every(({ ok }) => ok)).to.equal(true)
}
