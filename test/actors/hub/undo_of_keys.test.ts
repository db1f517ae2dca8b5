import { expect } from 'chai'
import { hub } from '../../../actors/hub/index.ts'
import { pad } from '../../../actors/pad/index.ts'
import type { Tell } from '../../../actors/runtime/actor.ts'
import { thread } from '../../../actors/thread/index.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { at } from '../../support/world.ts'

describe('undo_everything by key while hosts of the release before still run', () => {
  const by = { id: 'hum_keeper', kind: 'human' } as Caller
  const known: Record<string, Readonly<Record<string, unknown>>> = { hub: hub.on, pad: pad.on, thread: thread.on }
  const step = { by, batch_id: 'und_one', participant_id: 'agt_one', n: 0, reason: 'spam' } as const
  const told = (
    more: { readonly keys?: readonly string[]; readonly again?: boolean },
    { stage, places }: { readonly stage: 'pads' | 'posts'; readonly places: readonly { readonly id: string }[] },
  ): readonly Tell[] => {
    const facts = { step: { stage, places, alone: stage === 'pads' } } as Parameters<typeof hub.on.undo_step.decide>[2]
    return hub.on.undo_step.decide({ id: 'hub_one' } as never, { ...step, ...more }, facts, at(2_000)).tell ?? []
  }
  const pads = { stage: 'pads', places: [{ id: 'pad_one' }] } as const
  const posts = { stage: 'posts', places: [{ id: 'thr_one' }, { id: 'thr_two' }] } as const
  const keys = ['grant_one']
  const names = (tells: readonly Tell[]) => tells.map(({ id, operation }) => `${operation} ${id}`)
  /** these, and what is told after each */
  const inTurn = (tells: readonly Tell[]): Tell[] =>
    tells.flatMap((tell) => {
      const { then } = tell.args as { readonly then?: Tell }
      return [tell, ...inTurn(then ? [then] : [])]
    })

  it('goes in messages that those do not know, so that none of them takes back more than was asked', () => {
    const before = [...inTurn(told({}, pads)), ...inTurn(told({}, posts))].map(({ operation }) => operation)
    expect(before).to.deep.equal(['rewind', 'undo_step', 'undo', 'undo', 'undo_step'])
    const narrowed = [...inTurn(told({ keys }, pads)), ...inTurn(told({ keys }, posts))]
    expect(narrowed.map(({ operation }) => operation)).to.deep.equal(before.map((one) => `${one}_of_keys`))
    for (const { actor, operation, args } of narrowed) {
      expect(known[actor], operation).to.have.property(operation)
      expect(args).to.deep.include({ keys })
    }
    expect(hub.on.undo_everything_of_keys).to.equal(hub.on.undo_everything)
  })

  it('stands still where one of them lost a place: the next place is told by the one before, and the next step by the last', () => {
    expect(names(told({}, posts))).to.deep.equal(['undo thr_one', 'undo thr_two', 'undo_step hub_one'])
    const first = told({ keys }, posts)
    expect(names(first)).to.deep.equal(['undo_of_keys thr_one'])
    const all = ['undo_of_keys thr_one', 'undo_of_keys thr_two', 'undo_step_of_keys hub_one']
    expect(names(inTurn(first))).to.deep.equal(all)
    // a place that is lost for another reason is not to hold up the others for good
    expect(names(told({ keys, again: true }, posts))).to.deep.equal(all)
  })
})
