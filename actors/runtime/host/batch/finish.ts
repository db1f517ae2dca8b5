import type { Batch } from './choose_batch.ts'
import type { Decided } from './decide.ts'
import type { HostParts } from '../host_parts.ts'
import type { Loaded } from './load.ts'
import { publishBatch } from './publish.ts'
import { stateKey } from '../shards/shard.ts'

/** After the commit: drafts become the states, and the outcome is published. Resolves when the replies are out. */
export function finish(host: HostParts, batch: Batch, decided: Decided, loaded: Loaded): Promise<unknown> {
  for (const [shard, offset] of batch.offsets) {
    shard.offset = offset
    shard.commits++
    shard.untrimmed++
    if (shard.probe) delete shard.probe
  }
  for (const { shard, envelope } of batch.items) {
    shard.untrimmed++
    const awake = stateKey(envelope)
    if (decided.drafts.has(awake)) continue
    const state = loaded.states.get(awake)
    if (batch.exclusive || state === undefined) shard.states.forget(awake)
    else shard.states.set(awake, state)
  }
  for (const [awake, { shard, state }] of decided.drafts) shard.states.set(awake, state)
  const { counts } = host
  counts.batches++
  counts.messages += batch.items.length
  counts.outdated += batch.taken - batch.items.length - batch.unreadable.length
  counts.refusals += decided.refusals
  counts.dead_letters += decided.deadLetters.length
  counts.tells += decided.tells.length
  return publishBatch(host, batch, decided)
}
