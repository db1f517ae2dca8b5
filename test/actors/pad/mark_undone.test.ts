import { expect } from 'chai'
import { pad } from '../../../actors/pad/index.ts'
import { marked } from '../../../actors/pad/undoing/mark_undone.ts'
import type { Pad } from '../../../actors/pad/state.ts'
import type { Tell } from '../../../actors/runtime/actor.ts'
import type { UndoneHere } from '../../../sql/facts/moderation/restore_batch.ts'
import type { LiveEdit } from '../../../sql/facts/pad/live_edits.ts'
import type { Effect } from '../../../sql/effect.ts'
import { undoing } from '../../../src/rules/limits.ts'
import type { Caller } from '../../../src/rules/caller.ts'
import type { Block } from '../../../src/text/blocks.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { at } from '../../support/world.ts'

describe('marking what undo_everything took out of a pad', () => {
  const by = { id: 'hum_keeper', kind: 'human' } as Caller
  const place = { id: 'pad_one' } as Pad
  const then: Tell = { actor: 'hub', id: 'hub_one', operation: 'undo_step', args: {} }
  const edits = Array.from({ length: 1_000 }, (_, n) => `edt_${n}`)
  const first = { by, batch_id: 'bat_one', undone_by: 'edt_undo', edits, then }
  const batch = { id: 'bat_one', hub_id: 'hub_one', act_id: 'act_one', participant_id: 'agt_one', taken_back: false }
  const decide = ({ args }: Tell, taken_back: boolean, fallen?: true) =>
    pad.on.mark_undone.decide(place, args as typeof first, { batch: { ...batch, taken_back }, fallen }, at(2_000))
  const idsOf = (effects: readonly Effect[], kind: string) =>
    effects.filter((one) => one.kind.name === kind).map(({ row }) => (row as { id: string }).id)

  it('marks each edit once, some in a message, and goes on with the batch after the last', () => {
    const steps: Pick<ReturnType<typeof marked>, 'effects' | 'tell'>[] = [marked(place, first, 1_000)]
    for (;;) {
      const [told] = (steps.at(-1) as (typeof steps)[0]).tell as [Tell]
      if (told === then) break
      const { effects = [], tell = [] } = decide(told, false)
      steps.push({ effects, tell })
    }
    expect(steps.length).to.be.greaterThan(2)
    for (const { effects, tell } of steps) {
      expect(tell).to.have.length(1)
      expect(effects.length).to.be.at.most(2 * undoing.marked)
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
    const { effects = [], tell, state } = decide(told, true, true)
    expect(effects).to.deep.equal([])
    expect(tell).to.deep.equal([then])
    expect(state?.marking?.size).to.equal(0)
  })

  it('goes on where the batch was taken back meanwhile and its words could not be put back', () => {
    const [told] = marked(place, first, 1_000).tell as [Tell]
    const { effects = [] } = decide(told, true)
    expect(idsOf(effects, 'edit.answer')).to.deep.equal(edits.slice(undoing.marked, 2 * undoing.marked))
  })
})

describe('taking many edits out of a pad', () => {
  const by = { id: 'hum_keeper', kind: 'human', handle: 'keeper' } as Caller
  const then: Tell = { actor: 'hub', id: 'hub_one', operation: 'undo_step', args: {} }
  const batch = { id: 'bat_one', hub_id: 'hub_one', act_id: 'act_one', participant_id: 'agt_one', taken_back: false }
  const base = ['One', 'Two', 'Buy now'].map((text, n) => ({ id: `blk_${n}`, rev: 1, text }))

  it('saves the last version in a message that takes nothing out and marks one of them', () => {
    const edits = Array.from({ length: undoing.marked + 1 }, (_, n) => `edt_${n}`)
    const [last] = edits.slice(-1) as [string]
    const rewinding = new Map([[batch.id, { edits, base, base_version: 3, blocks: base }]])
    const there = {
      id: 'pad_one',
      hub_id: 'hub_one',
      title: untrusted('Pad'),
      version: 3,
      blocks: base,
      sections: new Map(),
      rewinding,
    } as unknown as Pad
    const without = { blocks: base.slice(0, 2) }
    const live = new Map([[last, { id: last, before: without, after: { blocks: base } } as unknown as LiveEdit]])
    const step = (state: Pad, out: number, found: ReadonlyMap<string, LiveEdit>) => {
      const args = { by, batch_id: batch.id, participant_id: 'agt_one', out, then }
      return pad.on.rewind.decide(state, args, { batch, work: undefined, edits: found, fallen: new Map() }, at(2_000))
    }
    const taken = step(there, edits.length, live)
    expect(taken.effects ?? []).to.deep.equal([])
    const [next] = (taken.tell ?? []) as [Tell]
    expect(next.args).to.include({ out: edits.length + 1 })

    const { effects = [], tell = [], state } = step(taken.state as Pad, edits.length + 1, new Map())
    expect(state?.blocks.map(({ text }) => text)).to.deep.equal(['One', 'Two'])
    expect(effects.filter(({ kind }) => kind.name === 'undo_item.insert')).to.have.length(1)
    const [marking] = tell.filter(({ operation }) => operation === 'mark_undone') as [Tell]
    expect((marking.args as { edits: string[] }).edits).to.deep.equal(edits.slice(1))
  })
})

describe('taking two participants out of one pad at a time', () => {
  const by = { id: 'hum_keeper', kind: 'human', handle: 'keeper' } as Caller
  const wares = ['bread', 'rolls', ...Array.from({ length: undoing.marked - 1 }, (_, n) => `cake no. ${n}`)]
  const blocksOf = (texts: readonly string[]) => texts.map((text) => ({ id: `blk_${text}`, rev: 1, text }))
  const base = blocksOf(['One', 'Buy bread', 'Buy rolls'])
  const full = blocksOf(['One', ...wares])
  const padOf = (blocks: typeof base) =>
    ({
      id: 'pad_one',
      hub_id: 'hub_one',
      title: untrusted('Pad'),
      version: 3,
      blocks,
      sections: new Map(),
    }) as unknown as Pad
  /** each wrote one paragraph, of which the number is given */
  const wrote = (id: string, n: number, after = base) =>
    ({ id, before: { blocks: after.toSpliced(n, 1) }, after: { blocks: after } }) as unknown as LiveEdit
  const many = wares.map((ware, n) => wrote(`edt_${ware}`, n + 1, full))

  interface Told {
    readonly operation: string
    readonly args: {
      readonly batch_id: string
      readonly out: number
      readonly edits: readonly string[]
      readonly then: Tell
    }
  }

  /** Plays the messages in the order in which they are told, until none is left. `forgets`: after that one, the state. */
  function play(batches: Readonly<Record<string, readonly LiveEdit[]>>, from = base, forgets?: number) {
    const mailbox = Object.keys(batches).map((batch_id) => ({
      operation: 'rewind',
      args: { batch_id, out: 0, then: { actor: 'hub', id: 'hub_one', operation: 'undo_step', args: { batch_id } } },
    })) as unknown as Told[]
    const undone: [id: string, batch: string][] = []
    const [ended, notices]: [string[], string[]] = [[], []]
    let state = padOf(from)
    let messages = 0
    for (const { operation, args } of mailbox) {
      if (++messages > 40) throw new Error('they go on for ever')
      const { batch_id } = args
      const edits = batches[batch_id] as readonly LiveEdit[]
      const live = edits.filter(({ id }) => !undone.some(([gone]) => gone === id)).map(({ id }) => id)
      const batch = { id: batch_id, hub_id: 'hub_one', act_id: 'act', participant_id: 'agt_one', taken_back: false }
      const outcome =
        operation === 'mark_undone'
          ? pad.on.mark_undone.decide(state, { ...args, by }, { batch, fallen: undefined }, at(2_000))
          : pad.on.rewind.decide(
              state,
              { ...args, by, participant_id: 'agt_one' },
              {
                batch,
                work: { edits: live, suggestions: [], decisions: [], threads: [] },
                edits: new Map(edits.map((edit) => [edit.id, edit])),
                fallen: new Map(undone.map(([id]) => [id, true as const])),
              },
              at(2_000),
            )
      state = outcome.state ?? state
      if (messages === forgets) {
        const { rewinding: _, marking: __, ...stored } = state
        state = stored
      }
      for (const { kind, row } of outcome.effects ?? [])
        if (kind.name === 'edit.answer') undone.push([(row as { id: string }).id, batch_id])
      for (const tell of outcome.tell ?? []) {
        if (tell.actor === 'pad') mailbox.push(tell as unknown as Told)
        else if (tell.operation === 'undo_step') ended.push((tell.args as { batch_id: string }).batch_id)
        else notices.push(batch_id)
      }
    }
    return {
      messages,
      undone,
      ended,
      notices,
      marking: state.marking?.size,
      text: state.blocks.map(({ text }) => text),
    }
  }

  it('ends both, whichever message comes between', () => {
    const { messages, undone, ended, text } = play({ one: [wrote('edt_bread', 1)], other: [wrote('edt_rolls', 2)] })
    expect({ undone, ended, text }).to.deep.equal({
      undone: [
        ['edt_bread', 'one'],
        ['edt_rolls', 'other'],
      ],
      ended: ['one', 'other'],
      text: ['One'],
    })
    expect(messages).to.be.at.most(8)
  })

  it('leaves to the first what both would take out', () => {
    const same = [wrote('edt_bread', 1)]
    const { undone, ended, text } = play({ one: same, other: same })
    expect({ undone, ended, text }).to.deep.equal({
      undone: [['edt_bread', 'one']],
      ended: ['one', 'other'],
      text: ['One', 'Buy rolls'],
    })
  })

  it('leaves to the first what it took out and has still to mark', () => {
    const { undone, ended, notices, marking, text } = play({ one: many, other: many }, full)
    expect(undone).to.deep.equal(many.map(({ id }) => [id, 'one']))
    expect(notices).to.deep.equal(['one'])
    expect(ended).to.have.members(['one', 'other'])
    expect({ marking, text }).to.deep.equal({ marking: 0, text: ['One'] })
  })

  it('marks each once where the state was evicted, after whichever message', () => {
    const { messages } = play({ one: many, other: many }, full)
    for (let forgets = 1; forgets <= messages; forgets++) {
      const { undone, ended, text } = play({ one: many, other: many }, full, forgets)
      const marked = undone.map(([id]) => id)
      expect(marked.toSorted(), `after message ${forgets}`).to.deep.equal(many.map(({ id }) => id).toSorted())
      expect([...new Set(undone.map(([, batch]) => batch))], `after message ${forgets}`).to.have.length(1)
      expect(ended).to.have.members(['one', 'other'])
      expect(text).to.deep.equal(['One'])
    }
  })
})

describe('bringing back what undo_everything took out of a pad', () => {
  const by = { id: 'hum_keeper', kind: 'human' } as Caller
  const then: Tell = { actor: 'hub', id: 'hub_one', operation: 'redo_step', args: {} }
  const place = { id: 'pad_one', sections: new Map() } as unknown as Pad
  const start = { by, batch_id: 'bat_one', then }
  const taken = [
    ...Array.from({ length: 2 * undoing.marked }, (_, n) => ({ id: `edt_${n}`, kind: 'edit', stands: n !== 1 })),
    { id: 'edt_suggested', kind: 'suggestion', stands: true },
    { id: 'dec_one', kind: 'decision', stands: true },
  ] as UndoneHere[]
  const named = (effects: readonly Effect[], name: string) =>
    effects.filter(({ kind }) => kind.name === name).map(({ row }) => row as Record<string, string>)

  /** Plays it to the end; what is marked is no longer found. */
  function play(edit?: LiveEdit) {
    const [effects, told]: [Effect[], Tell[]] = [[], []]
    for (let left = taken; ; ) {
      const facts = { items: left.slice(0, undoing.marked), threads: ['thr_one'], edit }
      const { operation, args } = told.at(-1) ?? { operation: 'unwind', args: start }
      const outcome =
        operation === 'unwind'
          ? pad.on.unwind.decide(place, start, facts, at(2_000))
          : pad.on.unwind_rest.decide(place, args as typeof start & { is_back: boolean }, facts, at(2_000))
      expect(outcome.effects?.length).to.be.at.most(2 * undoing.marked)
      effects.push(...(outcome.effects ?? []))
      const marks = new Set(named(outcome.effects ?? [], 'undo_item.mark').map(({ id }) => id))
      left = left.filter(({ id }) => !marks.has(id))
      told.push(...(outcome.tell ?? []))
      if (told.at(-1) === then) return { effects, told }
    }
  }

  it('marks each once, some in a message, and goes on with the batch after the last', () => {
    const { effects, told } = play()
    expect(named(effects, 'undo_item.mark').map(({ id }) => id)).to.deep.equal(taken.map(({ id }) => id))
    expect(named(effects, 'edit.revive').filter(({ status }) => status === 'live')).to.have.length(
      2 * undoing.marked - 1,
    )
    expect(named(effects, 'edit.revive').at(-1)).to.deep.equal({ id: 'edt_suggested', status: 'proposed' })
    expect(named(effects, 'decision.revive')).to.have.length(1)
    expect(told.filter(({ operation }) => operation === 'unwind_rest')).to.have.length(2)
    // the thread of a decision hears of it once
    expect(told.filter(({ id }) => id === 'thr_one')).to.have.length(1)
  })

  it('keeps every edit out, in later messages too, where the text could not be put back', () => {
    const { effects } = play({ id: 'edt_undo', status: 'undone' } as LiveEdit)
    const kept = named(effects, 'undo_item.mark').filter(({ back }) => back === 'kept')
    expect(kept).to.have.length(2 * undoing.marked)
    expect(named(effects, 'edit.revive').map(({ id }) => id)).to.deep.equal(['edt_suggested'])
  })

  it('leaves what stands again to any batch, though it was to be marked', () => {
    const [one, ware] = ['One', 'Buy now'].map((text, n) => ({ id: `blk_${n}`, rev: 1, text })) as [Block, Block]
    const undo = { id: 'edt_undo', status: 'live', before: { blocks: [one, ware] }, after: { blocks: [one] } }
    const marking = new Map([
      ['bat_one', ['edt_0']],
      ['bat_other', ['edt_other']],
    ])
    const there = { ...place, title: untrusted('Pad'), version: 4, blocks: [one], marking } as Pad
    const facts = { items: taken.slice(0, 1), threads: [], edit: undo as unknown as LiveEdit }
    const { state } = pad.on.unwind.decide(there, start, facts, at(2_000))
    expect(state?.blocks.map(({ text }) => text)).to.deep.equal(['One', 'Buy now'])
    expect([...(state?.marking?.keys() ?? [])]).to.deep.equal(['bat_other'])
  })
})
