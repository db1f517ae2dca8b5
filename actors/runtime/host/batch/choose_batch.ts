import { batchSize } from '../../numbers.ts'
import { arrivedAt, compareStreamIds } from '../../wire/mailbox.ts'
import type { Envelope } from '../../wire/envelope.ts'
import { isExclusive, isOfLongJob, type Registry } from '../../registry.ts'
import { stateKey, type Entry, type Shard } from '../shards/shard.ts'

export interface Item {
  readonly shard: Shard
  readonly entry: Entry
}

/** An item that is a valid message. */
export interface Mail extends Item {
  readonly envelope: Envelope
}

/** What one transaction covers: the oldest entries of each shard, without a gap. */
export interface Batch {
  /** to be decided, in mailbox order, without duplicates */
  readonly items: Mail[]
  /** entries that are no message of this version */
  readonly unreadable: Item[]
  /** the new offset of each shard */
  readonly offsets: Map<Shard, string>
  /** number of entries consumed, including expired, unreadable and duplicate ones */
  readonly taken: number
  /** its only item is an exclusive message */
  readonly exclusive: boolean
}

interface Choosing {
  readonly registry: Registry
  /** epoch milliseconds by Redis's clock */
  readonly redisNow: number
}

/**
 * Takes batch after batch off the shards' queues, in the order of `shards`; undefined when all are empty. A long job goes
 * on in every second one at most while something else waits, and in a batch of its own: who writes meanwhile waits for
 * one of its messages, and not for a second that shares their batch.
 */
export function openChoice(): (shards: readonly Shard[], choosing: Choosing) => Batch | undefined {
  let wasOfLongJob = false
  return (shards, choosing) => {
    const others = () => chooseBatch(shards, choosing)
    const batch = wasOfLongJob ? others() : undefined
    const ofLongJob = batch ? undefined : chooseOfLongJob(shards, choosing)
    wasOfLongJob = ofLongJob !== undefined
    return batch ?? ofLongJob ?? others()
  }
}

function chooseOfLongJob(shards: readonly Shard[], choosing: Choosing): Batch | undefined {
  const { registry } = choosing
  const shard = shards.find(({ queue: [next] }) => next?.envelope && isOfLongJob(registry.message(next.envelope)))
  return shard && chooseHeads([shard], choosing)
}

function chooseBatch(shards: Iterable<Shard>, { registry, redisNow }: Choosing): Batch | undefined {
  const offsets = new Map<Shard, string>()
  const items: Mail[] = []
  const unreadable: Item[] = []
  const attempts = new Set<string>()
  const touched = new Set<string>()
  let bytes = 0
  let taken = 0

  for (const shard of shards) {
    let used = 0
    for (const entry of shard.queue) {
      const { envelope } = entry
      const message = envelope && registry.message(envelope)
      if (
        taken > 0 &&
        (taken >= batchSize.messages || bytes + entry.body.length > batchSize.bytes || isExclusive(message))
      )
        break
      if (isOfLongJob(message)) break
      // its facts would be loaded before an earlier message of its actor is decided
      if (envelope && message && 'afresh' in message && message.afresh && touched.has(stateKey(envelope))) break
      used++
      taken++
      bytes += entry.body.length
      offsets.set(shard, entry.streamId)
      if (!envelope) unreadable.push({ shard, entry })
      if (!envelope || isTooOld(entry, redisNow) || attempts.has(envelope.id)) continue
      attempts.add(envelope.id)
      touched.add(stateKey(envelope))
      items.push({ shard, entry, envelope })
      if (isExclusive(message)) {
        shard.queue.splice(0, used)
        return { items, unreadable, offsets, taken, exclusive: true }
      }
    }
    if (used > 0) shard.queue.splice(0, used)
    if (taken >= batchSize.messages || bytes >= batchSize.bytes) break
  }
  return taken > 0 ? { items, unreadable, offsets, taken, exclusive: false } : undefined
}

/** Returns whether the next entry must be tried alone, since an owner may have died on it; clears marks once passed. */
export const needsTryingAlone = (shard: Shard): boolean => {
  const next = shard.queue[0]
  if (shard.tryAloneTo === undefined || next === undefined) return false
  if (compareStreamIds(next.streamId, shard.tryAloneTo) <= 0) return true
  delete shard.tryAloneTo
  delete shard.probe
  return false
}

/** Takes one unexpired message of each shard, with the expired entries before it. An exclusive one is taken alone. */
export function chooseHeads(shards: readonly Shard[], { registry, redisNow }: Choosing): Batch {
  const batch: Batch & { exclusive: boolean; taken: number } = {
    items: [],
    unreadable: [],
    offsets: new Map(),
    taken: 0,
    exclusive: false,
  }
  for (const shard of shards) {
    while (true) {
      const entry = shard.queue[0]
      if (!entry) break
      const { envelope } = entry
      const exclusive = isExclusive(envelope && registry.message(envelope))
      if (exclusive && batch.taken > 0) break
      shard.queue.shift()
      batch.taken++
      batch.offsets.set(shard, entry.streamId)
      if (!envelope) batch.unreadable.push({ shard, entry })
      else if (!isTooOld(entry, redisNow)) {
        batch.items.push({ shard, entry, envelope })
        batch.exclusive = exclusive
        break
      }
    }
    if (batch.exclusive) break
  }
  return batch
}

/** What remains of a batch without these last messages of it: of each shard only what comes before the first of them. */
export function withoutLast(batch: Batch, left: readonly Mail[]): Batch {
  if (left.length === 0) return batch
  const cut = new Map<Shard, string>()
  for (const { shard, entry } of left) if (!cut.has(shard)) cut.set(shard, entry.streamId)
  const comesBefore = ({ shard, entry }: Item): boolean => {
    const first = cut.get(shard)
    return first === undefined || compareStreamIds(entry.streamId, first) < 0
  }
  const items = batch.items.slice(0, batch.items.length - left.length)
  const unreadable = batch.unreadable.filter(comesBefore)
  const offsets = new Map([...batch.offsets].filter(([shard]) => !cut.has(shard)))
  for (const { shard, entry } of [...items, ...unreadable]) {
    if (!cut.has(shard)) continue
    const offset = offsets.get(shard)
    if (offset === undefined || compareStreamIds(entry.streamId, offset) > 0) offsets.set(shard, entry.streamId)
  }
  return { ...batch, items, unreadable, offsets, taken: items.length + unreadable.length }
}

/** Splits a batch into batches of one message; unreadable entries go with the first. */
export function oneByOne(batch: Batch): Batch[] {
  const singles = batch.items.map(
    (mail): Batch => ({
      items: [mail],
      unreadable: [],
      offsets: new Map([[mail.shard, mail.entry.streamId]]),
      taken: 1,
      exclusive: batch.exclusive,
    }),
  )
  for (const [shard, offset] of batch.offsets) {
    const last = singles.findLast((single) => single.offsets.has(shard)) ?? singles[0]
    last?.offsets.set(shard, offset)
  }
  singles[0]?.unreadable.push(...batch.unreadable)
  return singles
}

function isTooOld({ streamId, envelope }: Entry, redisNow: number): boolean {
  return envelope?.ttl !== undefined && redisNow - arrivedAt(streamId) > envelope.ttl
}
