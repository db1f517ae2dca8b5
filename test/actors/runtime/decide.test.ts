import { expect } from 'chai'
import { actor, message } from '../../../actors/runtime/actor.ts'
import type { Mail } from '../../../actors/runtime/host/batch/choose_batch.ts'
import { decideBatch } from '../../../actors/runtime/host/batch/decide.ts'
import { nothingLoaded } from '../../../actors/runtime/host/batch/load.ts'
import { newShard } from '../../../actors/runtime/host/shards/shard.ts'
import { registryOf } from '../../../actors/runtime/registry.ts'
import { changedOf } from '../../../actors/runtime/wire/frames.ts'
import { settings } from '../../support/world.ts'

interface Box {
  readonly version: number
}

const make = message({
  creates: 'once',
  decide: (_: Box | undefined, __: object) => ({
    state: { version: 1 },
    reply: { version: 1 },
    wake: { version: 1, within: 'house' },
  }),
})
const fill = message({
  decide: (box: Box, _: object) => ({
    state: { version: box.version + 1 },
    reply: { version: box.version + 1 },
    wake: { version: box.version + 1 },
  }),
})
const boxes = actor({ name: 'box', load: async () => new Map<string, Box>(), on: { make, fill } })

describe('deciding a batch', () => {
  const shard = newShard({ id: 3, epoch: 1, offs: '0-0', commits: 0, clean: true, probe: null, probe_n: 0 })
  const decide = (...operations: string[]) =>
    decideBatch(
      operations.map((operation, n): Mail => {
        const envelope = { id: `attempt ${n}`, actor: 'box', to: 'a box', operation, args: {}, settings }
        return { shard, entry: { streamId: `${n + 1}-0`, body: '', envelope }, envelope }
      }),
      nothingLoaded,
      {
        registry: registryOf([boxes]),
        now: 0,
        ahead: 0,
        log: { info: () => undefined, warn: () => undefined, error: () => undefined },
      },
    )

  it('wakes who waits on what an actor is within, whatever else it decides in the same batch', () => {
    const { wakes } = decide('make', 'fill', 'fill')
    expect(changedOf(wakes.get(shard))).to.deep.equal([
      ['a box', 3],
      ['house', 0],
    ])
  })

  it('refuses to create once more what is there', () => {
    const { attempts, drafts } = decide('make', 'fill', 'make')
    const [, , again] = attempts.map(({ result }) => JSON.parse(result))
    expect(again.no).to.include({ error: 'conflict', reason: 'key_reused' })
    expect([...drafts.values()].map(({ state }) => state)).to.deep.equal([{ version: 2 }])
  })
})
