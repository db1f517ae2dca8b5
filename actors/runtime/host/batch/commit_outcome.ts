import { setTimeout as pause } from 'node:timers/promises'
import { refence } from '../../../../sql/runtime/shards.ts'
import { isServerError } from '../../../../sql/runtime/writer.ts'
import type { Batch } from './choose_batch.ts'
import { failureOf } from '../../failure.ts'
import type { HostParts } from '../host_parts.ts'
import { lease } from '../../numbers.ts'

/** Runs a commit; if its answer is lost, learns the outcome from the offsets. Throws unless the batch is committed. */
export async function learnOutcome(host: HostParts, batch: Batch, commit: () => Promise<void>): Promise<void> {
  try {
    await commit()
  } catch (error) {
    if (failureOf(error) !== 'unknown') throw error
    host.counts.commits_unknown++
    if (!(await didCommit(host, batch))) throw error
  }
}

/** Returns whether the batch committed. One transaction moves all its shards or none: any shard still owned tells. */
async function didCommit(host: HostParts, { offsets }: Batch): Promise<boolean> {
  const shards = [...offsets.keys()]
  const rows = await untilAnswered(host, () => host.writer.read((sql) => refence(sql, shards, lease.lasts)))
  const committed = rows.some((row) => shards.some((shard) => shard.id === row.id && offsets.get(shard) === row.offs))
  for (const shard of shards) {
    const row = rows.find(({ id }) => id === shard.id)
    if (!row) {
      host.lose(shard)
      continue
    }
    shard.epoch = row.epoch
    // finish() counts the commit
    shard.commits = committed ? row.commits - 1 : row.commits
  }
  return committed
}

async function untilAnswered<Answer>(host: HostParts, ask: () => Promise<Answer>): Promise<Answer> {
  for (;;) {
    try {
      return await ask()
    } catch (error) {
      if (host.closed() || (isServerError(error) && failureOf(error) === 'own')) throw error
      await pause(100)
    }
  }
}
