import { takesWrites } from '../../../sql/runtime/ping.ts'
import type { Clock } from '../../../src/clock.ts'
import type { Sql } from '../../../sql/client.ts'
import { insertTombstones, readAttempts } from '../../../sql/runtime/attempts.ts'
import { tooManyInFlight, outcomeUnknown } from './admission.ts'
import type { Attempt, Attempts } from './attempts.ts'
import { failureOf } from '../failure.ts'
import type { Log } from '../log.ts'
import { attemptEnds, replyOverdue, sweepEvery } from '../numbers.ts'
import { isEnded } from '../wire/result.ts'

export interface Sweep {
  readonly databaseIsDown: () => boolean
  /** makes the next sweep look up all overdue writes, when many replies may have been lost */
  readonly soon: () => void
  stop(): void
  readonly counts: Counts
}

interface Counts {
  looked_up: number
  found: number
  ended: number
  unknown: number
}

interface Sweeping {
  readonly sql: Sql
  readonly attempts: Attempts
  readonly clock: Clock
  readonly log: Log
}

const databaseAnswersWithin = 2_000

/** Looks up writes whose reply is overdue, and ends those older than attemptEnds. */
export function openSweep(parts: Sweeping): Sweep {
  const { sql, attempts, log } = parts
  const counts: Counts = { looked_up: 0, found: 0, ended: 0, unknown: 0 }
  let databaseDown = false
  let running = false
  const timer = setInterval(() => void sweep(), sweepEvery)
  timer.unref()

  async function sweep(): Promise<void> {
    if (databaseDown) giveUpUnknown(attempts, counts)
    if (running || (attempts.open.size === 0 && !databaseDown)) return
    running = true
    try {
      const now = performance.now()
      const overdue = [...attempts.open.values()].filter(
        (attempt) => now - attempt.startedAt > replyOverdue && now - attempt.askedAt > replyOverdue,
      )
      if (overdue.length > 0) await lookUp(parts, counts, overdue, now)
      if (databaseDown) databaseDown = !(await inTime(takesWrites(sql)))
    } catch (error) {
      if (failureOf(error) === 'own' && !(error instanceof TooSlow))
        log.error({ err: error }, 'overdue writes could not be looked up')
      else {
        if (!databaseDown) log.warn({ err: error }, 'the database does not answer')
        databaseDown = true
      }
    } finally {
      running = false
    }
  }

  return {
    counts,
    databaseIsDown: () => databaseDown,
    soon: () => {
      for (const attempt of attempts.open.values()) attempt.askedAt = 0
    },
    stop: () => clearInterval(timer),
  }
}

async function lookUp(
  { sql, attempts, clock }: Sweeping,
  counts: Counts,
  overdue: readonly Attempt[],
  now: number,
): Promise<void> {
  for (const attempt of overdue) attempt.askedAt = now
  counts.looked_up += overdue.length
  const past = overdue.filter((attempt) => now - attempt.startedAt > attemptEnds)
  if (past.length > 0) {
    const gone = new Set(await inTime(insertTombstones(sql, past.map(asRow), new Date(clock.now()))))
    for (const attempt of past) if (gone.has(attempt.id)) attempts.fail(attempt, tooManyInFlight(attemptEnds / 1000))
    counts.ended += gone.size
  }
  const open = overdue.filter(({ id }) => attempts.open.has(id)).map(({ id }) => id)
  if (open.length === 0) return
  for (const { id, result } of await inTime(readAttempts(sql, open))) {
    const attempt = attempts.open.get(id)
    // our tombstone was written, but the answer to its insert was lost
    if (attempt && isEnded(result)) attempts.fail(attempt, tooManyInFlight(attemptEnds / 1000))
    else if (attempts.conclude(id, JSON.parse(result))) counts.found++
  }
}

/** Fails writes whose outcome cannot be learnt because the database does not answer. */
function giveUpUnknown(attempts: Attempts, counts: Counts): void {
  const now = performance.now()
  for (const attempt of attempts.open.values()) {
    if (now - attempt.startedAt < attemptEnds + databaseAnswersWithin) return
    counts.unknown++
    attempts.fail(attempt, outcomeUnknown())
  }
}

const asRow = ({ id, shard, to }: Attempt): Parameters<typeof insertTombstones>[1][number] => ({ id, shard, actor: to })

class TooSlow extends Error {}

function inTime<Rows>(query: PromiseLike<Rows>): Promise<Rows> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new TooSlow('the database did not answer in time')), databaseAnswersWithin)
    query.then(
      (rows) => {
        clearTimeout(timer)
        resolve(rows)
      },
      (error) => {
        clearTimeout(timer)
        reject(error)
      },
    )
  })
}
