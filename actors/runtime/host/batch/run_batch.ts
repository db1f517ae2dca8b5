import { setTimeout as pause } from 'node:timers/promises'
import { insertDeadLetters } from '../../../../sql/runtime/dead_letters.ts'
import { type Batch, oneByOne, withoutLast } from './choose_batch.ts'
import { fenceOf, statements } from './commit.ts'
import { conclude, type Decided, deadLetter, decideBatch, nothingDecided } from './decide.ts'
import { isUniqueViolation, failureOf } from '../../failure.ts'
import { learnOutcome } from './commit_outcome.ts'
import { finish } from './finish.ts'
import type { HostParts } from '../host_parts.ts'
import { connectionLost } from '../../../../sql/runtime/writer.ts'
import { loadBatch, nothingLoaded } from './load.ts'
import { compareStreamIds } from '../../wire/mailbox.ts'
import { batchDecides, nameRaces } from '../../numbers.ts'
import { unexpected } from '../../../../src/rules/errors.ts'
import { refused } from '../../wire/result.ts'
import { type TracedBatch, traceBatch } from './traced.ts'
import { rewind, unread } from '../shards/shard.ts'
import { commitExclusive } from './exclusive.ts'

/**
 * Decides a batch and commits it. At the end it is committed, or its shards are rewound and the streams still hold it.
 */
export async function runBatch(host: HostParts, batch: Batch): Promise<void> {
  let races = 0
  let taken = 0
  let careful = false
  for (;;) {
    try {
      return await attempt(host, batch, careful)
    } catch (error) {
      host.counts.batches_failed++
      for (const shard of batch.offsets.keys()) shard.states.clear()
      const reason = failureOf(error)
      if (reason === 'race' && ++races < 5) continue
      if (careful && batch.items.length === 1 && isUniqueViolation(error) && ++taken < nameRaces) {
        // a random delay, longer after each loss, keeps the hosts from colliding again and again
        await pause(Math.random() * taken)
        continue
      }
      if (reason === 'own' || reason === 'race') {
        if (careful) return await settleApart(host, batch, error)
        // most such failures are a tombstone, a duplicate or a used key: a careful load finds them before the commit
        careful = true
        continue
      }
      for (const shard of batch.offsets.keys()) rewind(shard)
      if (reason === 'lost') return host.checkOwnership()
      host.log.warn({ err: error }, 'a batch was left in its streams: the database did not answer')
      return await pause(100)
    }
  }
}

async function attempt(host: HostParts, batch: Batch, careful: boolean): Promise<void> {
  const traced = traceBatch(host.tracing, batch)
  try {
    await decideAndCommit(host, batch, careful, traced)
  } catch (error) {
    traced.failed()
    throw error
  }
}

async function decideAndCommit(host: HostParts, batch: Batch, careful: boolean, traced: TracedBatch): Promise<void> {
  const { clock, writer, registry, log } = host
  for (const { envelope } of batch.items) if (envelope.ahead) clock.advanceTo(envelope.ahead)
  const now = clock.now()
  const loaded =
    batch.items.length > 0
      ? await writer.read((sql) => {
          keepStatesOfSession(host)
          return loadBatch(sql, batch, { registry, now, careful: careful || mayRepeat(batch) })
        })
      : nothingLoaded
  if (batch.exclusive) {
    const decided = await traced.commit(commitExclusive(host, batch, loaded, now))
    if (decided) return traced.replies(finish(host, batch, decided, loaded))
  }
  const until = performance.now() + batchDecides
  const decided = decideBatch(batch.items, loaded, { registry, now, ahead: clock.ahead, log, until })
  const { left } = decided
  const whole = withoutLast(batch, left)
  for (const { shard, entry } of whole.unreadable)
    decided.deadLetters.push(deadLetter({ shard, entry }, 'this entry is no message'))
  await traced.commit(commitOrLearn(host, whole, decided, now, whole.items.length > 0))
  traced.replies(finish(host, whole, decided, loaded))
  for (const { shard } of left) unread(shard)
}

/** A database that failed over may have lost its last commits: states that were read before are then ahead of it. */
function keepStatesOfSession(host: HostParts): void {
  const session = host.writer.session()
  if (session === host.session) return
  for (const shard of host.shards.values()) shard.states.clear()
  host.session = session
}

async function commitOrLearn(
  host: HostParts,
  batch: Batch,
  decided: Decided,
  now: number,
  restsOnStates = false,
): Promise<void> {
  const { writer, session } = host
  const commit = () =>
    writer.commit((sql) => {
      // the states were read over an earlier connection: the batch stays in its streams and is decided again
      if (restsOnStates && writer.session() !== session) throw connectionLost()
      return statements(sql, batch, decided, now)
    })
  await learnOutcome(host, batch, commit)
}

/** Whether an attempt of the batch may be known already: an exclusive message, or one marked as sent again. */
const mayRepeat = (batch: Batch): boolean => batch.exclusive || batch.items.some(({ envelope }) => envelope.again)

async function settleApart(host: HostParts, batch: Batch, error: unknown): Promise<void> {
  if (batch.items.length <= 1) return bury(host, batch, error)
  // for example two messages took one name: alone, each is answered or refused
  host.log.info({ cause: String(error), messages: batch.items.length }, 'a batch is settled message by message')
  for (const single of oneByOne(batch)) if (isStillNext(host, single)) await runBatch(host, single)
}

/** False when an earlier failure rewound or lost the shard: the message is then read again from its stream. */
const isStillNext = (host: HostParts, { offsets }: Batch): boolean =>
  [...offsets].every(
    ([shard, offset]) => host.shards.get(shard.id) === shard && compareStreamIds(offset, shard.readTo) <= 0,
  )

/** Records a message that fails alone: its result is `internal`, and a dead letter keeps its entry and the error. */
export async function bury(host: HostParts, batch: Batch, error: unknown): Promise<void> {
  const now = host.clock.now()
  const decided = nothingDecided()
  for (const mail of batch.items) {
    conclude(decided, mail, refused(unexpected().toBody()))
    if (mail.envelope.told) decided.delivered.push(mail.envelope.id)
    decided.deadLetters.push(deadLetter(mail, error))
  }
  host.log.error(
    { err: error, attempts: batch.items.map(({ envelope }) => envelope.id) },
    'a message became a dead letter',
  )
  try {
    await commitOrLearn(host, batch, decided, now)
    void finish(host, batch, decided, nothingLoaded)
  } catch (again) {
    if (failureOf(again) === 'own') return buryUnnamed(host, batch, error)
    for (const shard of batch.offsets.keys()) rewind(shard)
    if (failureOf(again) === 'lost') host.checkOwnership()
  }
}

/**
 * When not even the attempt's row can be written (its id is no uuid): keeps the letter; the front-end ends the attempt.
 */
async function buryUnnamed(host: HostParts, batch: Batch, error: unknown): Promise<void> {
  const letters = [...batch.items, ...batch.unreadable].map(({ shard, entry }) => deadLetter({ shard, entry }, error))
  const at = new Date(host.clock.now())
  await host.writer.commit((sql) => [fenceOf(sql, batch), insertDeadLetters(sql, letters, at)])
  void finish(host, batch, nothingDecided(), nothingLoaded)
}
