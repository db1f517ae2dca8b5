import { expect } from 'chai'
import { hub } from '../../../actors/hub/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import type { Tell } from '../../../actors/runtime/actor.ts'
import { thread } from '../../../actors/thread/index.ts'
import type { Caller } from '../../../src/rules/caller.ts'

describe('undo_everything by key while hosts of the release before still run', () => {
  const by = { id: 'hum_keeper', kind: 'human' } as Caller
  const known: Record<string, Readonly<Record<string, unknown>>> = { hub: hub.on, pad: pad.on, thread: thread.on }
  const step = { by, batch_id: 'und_one', participant_id: 'agt_one', n: 0, reason: 'spam', public_on: true } as const
  const told = (keys?: readonly string[]): readonly Tell[] =>
    (['pads', 'posts'] as const).flatMap((stage) => {
      const now_told = { stage, places: [{ id: `${stage}_one` }], alone: false }
      const facts = { step: now_told } as Parameters<typeof hub.on.undo_step.decide>[2]
      return hub.on.undo_step.decide({ id: 'hub_one' } as never, { ...step, keys }, facts, 2_000).tell ?? []
    })

  it('goes in messages that those do not know, so that none of them takes back more than was asked', () => {
    const before = ['rewind', 'undo_step', 'undo', 'undo_step']
    expect(told().map(({ operation }) => operation)).to.deep.equal(before)
    const narrowed = told(['grant_one'])
    expect(narrowed.map(({ operation }) => operation)).to.deep.equal(before.map((one) => `${one}_of_keys`))
    for (const { actor, operation, args } of narrowed) {
      expect(known[actor], operation).to.have.property(operation)
      expect(args).to.deep.include({ keys: ['grant_one'] })
    }
    expect(hub.on.undo_everything_of_keys).to.equal(hub.on.undo_everything)
  })
})
