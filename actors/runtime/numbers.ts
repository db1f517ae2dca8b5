import { hours, seconds } from '../../src/rules/units.ts'

/** Tuning values of the runtime; the specification's limits are in src/rules/limits.ts. Milliseconds unless noted. */

/** stored in PostgreSQL as the rows of table shard: a change would move every mailbox */
export const shardCount = 64

export const batchSize = { messages: 256, bytes: 1024 * 1024 } as const
/**
 * After this no further message of a batch is begun: what is decided is committed, so that whoever shares it does not wait
 * for the rest, and the lease does not run out meanwhile.
 */
export const batchDecides = 250
/** entries that one read asks for, over all busy streams */
export const readAhead = 512

export const lease = {
  lasts: seconds(5),
  /** interval of renewals, heartbeats and claims */
  tick: seconds(1),
  hostLives: seconds(3),
} as const

/** A PostgreSQL connection silent for this long is given up; whether its commit happened is learnt afterwards. */
export const databaseSilent = seconds(10)

/** A host skips an attempt older than this by Redis's clock. */
export const attemptLives = seconds(5)
/** After this the front-end ends an attempt without a result by a tombstone. */
export const attemptEnds = seconds(6)
/** A write without a reply for this long is looked up in the attempt table, and again at this interval. */
export const replyOverdue = 800
export const sweepEvery = 200

export const mailboxCap = 5_000
/** consumed entries after which a stream is trimmed at once, not at the next tick */
export const trimAfter = 512

export const admission = {
  inFlight: 2_000,
  lag: seconds(2),
  ownerSilent: seconds(4),
} as const

/** messages of one timed rule in flight at once */
export const timersAtOnce = 500

/** The longest time that a reply waits for the messages it caused to arrive. */
export const noticesWithin = 250

export const outboxResend = { every: seconds(2), after: seconds(3), most: 500 } as const

/** states cached per shard; a pad's may be a hundred kilobytes */
export const statesAwake = 128
/** versions that a front-end caches per shard */
export const versionsKept = 2_000

/** host deaths on one message that make it a dead letter */
export const deathsToDeadLetter = 3

/** Attempts of a single message that keeps losing a race for a name: in each round at least one host succeeds. */
export const nameRaces = 40

export const retention = { attempts: hours(72), deadLetters: hours(24 * 30) } as const

/** The longest time that a drain waits for open writes. */
export const drainsWithin = seconds(6)
