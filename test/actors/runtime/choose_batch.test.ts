import { expect } from 'chai'
import { actor, message } from '../../../actors/runtime/actor.ts'
import { openChoice } from '../../../actors/runtime/host/batch/choose_batch.ts'
import { newShard, type Shard } from '../../../actors/runtime/host/shards/shard.ts'
import { registryOf } from '../../../actors/runtime/registry.ts'
import type { Envelope } from '../../../actors/runtime/wire/envelope.ts'

describe('the batches of a host', () => {
  const on = {
    step: message({ ofLongJob: true, decide: () => ({ reply: {} }) }),
    write: message({ decide: () => ({ reply: {} }) }),
  }
  const registry = registryOf([actor({ name: 'toy', load: async () => new Map(), on })])
  const choosing = { registry, redisNow: 0 }

  /** Shards with these operations in their queues, oldest first. */
  const shardsOf = (...queues: readonly (readonly (keyof typeof on)[])[]): Shard[] =>
    queues.map((operations, id) => {
      const shard = newShard({ id, epoch: 1, offs: '0-0', commits: 0, clean: true, probe: null, probe_n: 0 })
      for (const [n, operation] of operations.entries())
        shard.queue.push({
          streamId: `${n + 1}-0`,
          body: '',
          envelope: { id: `${id}/${n}`, actor: 'toy', to: `toy_${id}`, operation, args: {} } as unknown as Envelope,
        })
      return shard
    })

  /** Which shards' messages come together, batch after batch. */
  const chosen = (shards: readonly Shard[]): string[][] => {
    const choose = openChoice()
    const batches: string[][] = []
    for (let batch = choose(shards, choosing); batch; batch = choose(shards, choosing))
      batches.push(batch.items.map(({ envelope }) => envelope.id))
    return batches
  }

  it('hold what waits in all shards, in the order of each', () => {
    expect(chosen(shardsOf(['write', 'write'], ['write']))).to.deep.equal([['0/0', '0/1', '1/0']])
  })

  it('let others write between two messages of a long job, which share a batch with nobody', () => {
    const shards = shardsOf(['step', 'step', 'step'], ['write', 'write'])
    const choose = openChoice()
    const next = () => choose(shards, choosing)?.items.map(({ envelope }) => envelope.id)
    expect([next(), next()]).to.deep.equal([['0/0'], ['1/0', '1/1']])
    // nothing else waits: the job goes on
    expect([next(), next(), next()]).to.deep.equal([['0/1'], ['0/2'], undefined])
  })

  it('keep the order of a mailbox in which a long job stands between others', () => {
    expect(chosen(shardsOf(['write', 'step', 'write'], ['write', 'write']))).to.deep.equal([
      ['0/0', '1/0', '1/1'],
      ['0/1'],
      ['0/2'],
    ])
  })

  it('let each of two long jobs go on, one after the other, as their host goes through its shards', () => {
    expect(chosen(shardsOf(['step', 'step'], ['step']))).to.deep.equal([['0/0'], ['0/1'], ['1/0']])
  })
})
