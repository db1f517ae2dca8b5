import { markProbes } from '../../../../sql/runtime/shards.ts'
import { chooseHeads, needsTryingAlone } from './choose_batch.ts'
import type { HostParts } from '../host_parts.ts'
import { deathsToDeadLetter } from '../../numbers.ts'
import { isExclusive } from '../../registry.ts'
import { bury, runBatch } from './run_batch.ts'
import { rewind, type Shard } from '../shards/shard.ts'

/**
 * After an owner died, tries the first messages of its shards one per shard at a time, each marked in the database
 * before the try, so that a message that kills its host is known by its mark. A marked message is tried all alone, and
 * the third death makes it a dead letter. Returns false when no shard needs this care.
 */
export async function tryAlone(host: HostParts, owned: readonly Shard[]): Promise<boolean> {
  const waiting = owned.filter(needsTryingAlone)
  const first = waiting[0]
  if (!first) return false
  const suspect = waiting.find(isSuspect) ?? waiting.find((shard) => isExclusive(headOf(host, shard)))
  const tried = suspect ? [suspect] : waiting
  const batch = chooseHeads(tried, { registry: host.registry, redisNow: host.redisNow() })
  const marks = batch.items.map(({ shard, entry }) => {
    const before = shard.probe?.streamId === entry.streamId ? shard.probe.count : 0
    return { id: shard.id, epoch: shard.epoch, probe: entry.streamId, count: before + 1 }
  })
  if (marks.some(({ count }) => count >= deathsToDeadLetter)) {
    await bury(host, batch, new Error(`its host died ${deathsToDeadLetter} times while this message was tried`))
    return true
  }
  if (marks.length > 0 && !(await mark(host, marks))) {
    for (const shard of batch.offsets.keys()) rewind(shard)
    return true
  }
  await runBatch(host, batch)
  return true
}

const isSuspect = (shard: Shard): boolean =>
  shard.probe !== undefined && shard.probe.streamId === shard.queue[0]?.streamId

function headOf({ registry }: HostParts, shard: Shard): object | undefined {
  const envelope = shard.queue[0]?.envelope
  return envelope && registry.message(envelope)
}

async function mark(host: HostParts, marks: Parameters<typeof markProbes>[1]): Promise<boolean> {
  try {
    if ((await host.writer.read((sql) => markProbes(sql, marks))) === marks.length) return true
    host.checkOwnership()
  } catch (error) {
    host.log.warn({ err: error }, 'a message could not be marked')
  }
  return false
}
