import { expect } from 'chai'
import { pad } from '../../../actors/pad/index.ts'
import { marked } from '../../../actors/pad/mark_undone.ts'
import type { Pad } from '../../../actors/pad/state.ts'
import type { Tell } from '../../../actors/runtime/actor.ts'
import type { LiveEdit } from '../../../sql/facts/pads.ts'
import type { Effect } from '../../../sql/effect.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import { at } from '../../support/world.ts'

describe('marking what undo_everything took out of a pad', () => {
  const by = { id: 'hum_keeper', kind: 'human' } as Caller
  const place = { id: 'pad_one' } as Pad
  const then: Tell = { actor: 'hub', id: 'hub_one', operation: 'undo_step', args: {} }
  const edits = Array.from({ length: 1_000 }, (_, n) => `edt_${n}`)
  const first = { by, batch_id: 'bat_one', undone_by: 'edt_undo', edits, then }
  const batch = { id: 'bat_one', hub_id: 'hub_one', act_id: 'act_one', participant_id: 'agt_one', taken_back: false }
  const decide = ({ args }: Tell, taken_back: boolean, status: LiveEdit['status'] = 'live') => {
    const out = new Map([['edt_undo', { id: 'edt_undo', status } as LiveEdit]])
    return pad.on.mark_undone.decide(place, args as typeof first, { batch: { ...batch, taken_back }, out }, at(2_000))
  }
  const idsOf = (effects: readonly Effect[], kind: string) =>
    effects.filter((one) => one.kind.name === kind).map(({ row }) => (row as { id: string }).id)

  it('marks each edit once, some in a message, and goes on with the batch after the last', () => {
    const steps = [marked(place, first, 1_000)]
    for (;;) {
      const [told] = (steps.at(-1) as (typeof steps)[0]).tell as [Tell]
      if (told === then) break
      const { effects = [], tell = [] } = decide(told, false)
      steps.push({ effects, tell })
    }
    expect(steps.length).to.be.greaterThan(2)
    for (const { effects, tell } of steps) {
      expect(tell).to.have.length(1)
      expect(effects.length).to.be.at.most(600)
    }
    const all = steps.flatMap(({ effects }) => effects)
    expect(idsOf(all, 'edit.answer')).to.deep.equal(edits)
    expect(idsOf(all, 'undo_item.insert')).to.deep.equal(edits)
    expect(all.every(({ row }) => !('status' in (row as object)) || (row as any).undone_by === 'edt_undo')).to.equal(
      true,
    )
  })

  it('leaves the others standing where the batch was taken back meanwhile, and its words are back', () => {
    const [told] = marked(place, first, 1_000).tell as [Tell]
    const { effects = [], tell } = decide(told, true, 'undone')
    expect(effects).to.deep.equal([])
    expect(tell).to.deep.equal([then])
  })

  it('goes on where the batch was taken back meanwhile and its words could not be put back', () => {
    const [told] = marked(place, first, 1_000).tell as [Tell]
    const { effects = [] } = decide(told, true)
    expect(idsOf(effects, 'edit.answer')).to.deep.equal(edits.slice(300, 600))
  })
})
