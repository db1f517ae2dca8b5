import { setTimeout as pause } from 'node:timers/promises'
import { insertDeadLetters } from '../../../sql/runtime/dead_letters.ts'
import { type Batch, oneByOne } from './batch.ts'
import { fenceOf, statements } from './commit.ts'
import { conclude, type Decided, deadLetter, decideBatch, nothingDecided } from './decide.ts'
import { isTaken, why } from '../failure.ts'
import { learnOutcome } from './commit_outcome.ts'
import { finish } from './finish.ts'
import type { HostParts } from './host_parts.ts'
import { loadBatch, nothingLoaded } from './load.ts'
import { compareStreamIds } from '../wire/mailbox.ts'
import { nameRaces } from '../numbers.ts'
import { refused, unexpected } from '../wire/result.ts'
import { type TracedBatch, traceBatch } from './traced.ts'
import { rewind } from './shard.ts'
import { commitExclusive } from './exclusive.ts'

/**
 * Decides a batch and commits it, whatever it takes: at the end its entries are committed, or its shards are rewound
 * and the streams still have them.
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
      const reason = why(error)
      if (reason === 'race' && ++races < 5) continue
      if (careful && batch.items.length === 1 && isTaken(error) && ++taken < nameRaces) {
        // each look loses to at most every other host; apart in time they do not meet again and again
        await pause(Math.random() * taken)
        continue
      }
      if (reason === 'own' || reason === 'race') {
        if (careful) return await settleApart(host, batch, error)
        // a tombstone, a duplicate or a key used elsewhere explains most: asked for, they fail no batch
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
      ? await writer.read((sql) => loadBatch(sql, batch, { registry, now, careful: careful || mayRepeat(batch) }))
      : nothingLoaded
  if (batch.exclusive) {
    const decided = await traced.commit(commitExclusive(host, batch, loaded, now))
    if (decided) return traced.replies(finish(host, batch, decided, loaded))
  }
  const decided = decideBatch(batch.items, loaded, { registry, now, ahead: clock.ahead, log })
  for (const { shard, entry } of batch.unreadable)
    decided.deadLetters.push(deadLetter({ shard, entry }, 'this entry is no message'))
  await traced.commit(commitOrLearn(host, batch, decided, now))
  traced.replies(finish(host, batch, decided, loaded))
}

async function commitOrLearn(host: HostParts, batch: Batch, decided: Decided, now: number): Promise<void> {
  await learnOutcome(host, batch, () => host.writer.commit((sql) => statements(sql, batch, decided, now)))
}

/** An exclusive message may find its record or its key used; what was sent twice says so. */
const mayRepeat = (batch: Batch): boolean => batch.exclusive || batch.items.some(({ envelope }) => envelope.again)

async function settleApart(host: HostParts, batch: Batch, error: unknown): Promise<void> {
  if (batch.items.length <= 1) return bury(host, batch, error)
  // two that took one name in the same moment, say: alone, each is answered or refused
  host.log.info({ cause: String(error), messages: batch.items.length }, 'a batch is settled message by message')
  for (const single of oneByOne(batch)) if (isStillNext(host, single)) await runBatch(host, single)
}

/** False where a failure before rewound or lost the shard: its stream brings the message again. */
const isStillNext = (host: HostParts, { offsets }: Batch): boolean =>
  [...offsets].every(
    ([shard, offset]) => host.shards.get(shard.id) === shard && compareStreamIds(offset, shard.readTo) <= 0,
  )

/** The one that fails alone ends as `internal`, with what is needed to look into it. */
export async function bury(host: HostParts, batch: Batch, error: unknown): Promise<void> {
  const now = host.clock.now()
  const decided = nothingDecided()
  for (const mail of batch.items) {
    conclude(decided, mail, refused(unexpected()))
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
    if (why(again) === 'own') return buryUnnamed(host, batch, error)
    for (const shard of batch.offsets.keys()) rewind(shard)
    if (why(again) === 'lost') host.checkOwnership()
  }
}

/** Not even its record can be written (its attempt id is no uuid): the letter is kept, and its front-end ends it. */
async function buryUnnamed(host: HostParts, batch: Batch, error: unknown): Promise<void> {
  const letters = [...batch.items, ...batch.unreadable].map(({ shard, entry }) => deadLetter({ shard, entry }, error))
  const at = new Date(host.clock.now())
  await host.writer.commit((sql) => [fenceOf(sql, batch), insertDeadLetters(sql, letters, at)])
  void finish(host, batch, nothingDecided(), nothingLoaded)
}
