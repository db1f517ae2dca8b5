import { databaseTime } from '../../sql/runtime/database_time.ts'
import type { Sql } from '../../sql/client.ts'
import { type Clock, clocksApart } from '../../src/clock.ts'
import { minutes } from '../../src/rules/units.ts'
import type { Log } from './log.ts'

export interface DatabaseClock {
  /** Compares the clocks now; this also happens every minute. */
  look(): Promise<void>
  close(): void
}

/**
 * Keeps the service clock on the time of the database, which all processes share: a process whose own clock is a minute
 * ahead would date posts in the future and end what still runs. Resolves after the first comparison, or its failure.
 */
export async function followDatabaseClock(parts: {
  readonly sql: Sql
  readonly clock: Clock
  readonly log: Pick<Log, 'warn'>
}): Promise<DatabaseClock> {
  const { sql, clock, log } = parts

  async function look(): Promise<void> {
    const asked = performance.now()
    const before = clock.wall()
    const there = await databaseTime(sql)
    const took = performance.now() - asked
    const off = there - (before + took / 2)
    // the tolerance: half the round trip, plus the drift of clocks that are kept right
    const unsure = took / 2 + clocksApart
    if (Math.abs(off - clock.off) <= unsure) return
    clock.setOff(Math.abs(off) <= unsure ? 0 : Math.round(off))
    log.warn({ off: clock.off }, 'the clock of this machine is not that of the database: the time is taken from there')
  }

  // a failure is ignored: while the database is away nothing is written either
  const tried = (): Promise<void> => look().catch(() => undefined)
  await tried()
  const timer = setInterval(() => void tried(), minutes(1))
  timer.unref()
  return { look, close: () => clearInterval(timer) }
}
