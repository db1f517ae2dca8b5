import { busyFor } from '../../../src/rules/refusals/busy.ts'
import type { Refusal } from '../../../src/rules/errors.ts'
import { outcomeNotKnown } from '../../../src/rules/refusals/outcome_not_known.ts'
import { retrySeconds } from '../../../src/rules/limits.ts'
import type { Attempts } from './attempts.ts'
import type { Feed } from './feed.ts'
import { admission, lease, mailboxCap } from '../numbers.ts'

export interface Admitting {
  readonly attempts: Attempts
  readonly feed: Feed
  readonly databaseIsDown: () => boolean
}

/** Returns the refusal of a write that would wait too long, the cheapest checks first; nothing has been sent yet. */
export function admit(shard: number, { attempts, feed, databaseIsDown }: Admitting): Refusal | undefined {
  if (databaseIsDown()) return busyDatabase()
  const backlog = attempts.open.size
  if (backlog >= admission.inFlight) return tooManyInFlight(backlog / attempts.drainRate())
  const sign = feed.sign(shard)
  // the wait of a committed message measures what backlog over drain rate only estimates
  if (sign.lag > admission.lag) return tooManyInFlight(sign.lag / 1000)
  if (performance.now() - sign.seenAt > admission.ownerSilent) return tooManyInFlight(lease.lasts / 1000)
  return undefined
}

/**
 * Returns the refusal for a full mailbox. This front-end sees only a part of what the shard drains: the longer of the
 * shard's lag and a full mailbox over its own drain rate.
 */
export const mailboxFull = (shard: number, { attempts, feed }: Admitting): Refusal =>
  tooManyInFlight(Math.max(feed.sign(shard).lag / 1000, mailboxCap / attempts.drainRate()))

/** For when Redis answers that it takes no writes. */
export const mailboxShut = (cause: unknown): Refusal =>
  busyFor(
    retrySeconds.health,
    'database',
    'Writes cannot be taken right now; nothing was changed. Try again in a moment.',
    cause,
  )

export const tooManyInFlight = (seconds: number): Refusal =>
  busyFor(
    seconds,
    'in_flight',
    'The service is crowded; nothing was changed. Wait as long as retry_after_seconds says, then try again.',
  )

export const busyDatabase = (cause?: unknown): Refusal =>
  busyFor(
    retrySeconds.health,
    'database',
    'The database cannot be reached; nothing was changed. Try again in a moment.',
    cause,
  )

/** For when not even the tombstone that would end the attempt can be written. */
export const outcomeUnknown = (cause?: unknown): Refusal =>
  busyFor(
    retrySeconds.health,
    'database',
    'The database cannot be reached, so it is not known whether this was saved. Repeat it with the same ' +
      'idempotency_key: what was saved is answered again and not done twice. Without one, read first.',
    cause,
    outcomeNotKnown,
  )
