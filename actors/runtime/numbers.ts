import { hours, seconds } from '../../src/rules/units.ts'

/** The machinery's own numbers; the specification's stand in src/rules/limits.ts. Milliseconds unless named otherwise. */

/** stored in PostgreSQL as the rows of table shard: changing it means moving every mailbox */
export const shardCount = 64

export const batchSize = { messages: 256, bytes: 1024 * 1024 } as const
/** entries a read may bring beyond what one batch takes */
export const readAhead = 512

export const lease = {
  lasts: seconds(5),
  /** renewal, heartbeat and claim */
  tick: seconds(1),
  hostLives: seconds(3),
} as const

/** A connection to PostgreSQL that says nothing for so long is given up; what was committed on it is learnt afterwards. */
export const databaseSilent = seconds(10)

/** An attempt older than this (by Redis's clock) is not begun any more. */
export const attemptLives = seconds(5)
/** After this the front-end ends it by tombstone, whatever became of it. */
export const attemptEnds = seconds(6)
/** A write without a reply for so long is looked up in the attempt table, and again after the same time. */
export const replyOverdue = 800
export const sweepEvery = 200

export const mailboxCap = 5_000
/** consumed entries that may stay in a stream before it is trimmed out of turn */
export const trimAfter = 512

export const admission = {
  inFlight: 2_000,
  lag: seconds(2),
  ownerSilent: seconds(4),
} as const

/** messages of one timed rule that are under way together */
export const timersAtOnce = 500

/** An answer waits so long for what it had told others to arrive, and no longer. */
export const toldWithin = 250

export const outboxResend = { every: seconds(2), after: seconds(3), most: 500 } as const

/** states kept awake, per shard; a pad's may be a hundred kilobytes */
export const statesAwake = 128
/** versions remembered by a front-end, per shard */
export const versionsKept = 2_000

/** the third death on the same message makes it a dead letter */
export const deadlyAt = 3

/** A message alone looks so often for a name that nobody took meanwhile: each time at least one host goes on. */
export const nameRaces = 40

export const kept = { attempts: hours(72), deadLetters: hours(24 * 30) } as const

/** How long a drain waits for writes that are under way. */
export const drainsWithin = seconds(6)
