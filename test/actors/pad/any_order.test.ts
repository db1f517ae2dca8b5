import { expect } from 'chai'
import fc from 'fast-check'
import { pad } from '../../../actors/pad/index.ts'
import { Refusal } from '../../../src/rules/errors.ts'
import { type Block, joinBlocks } from '../../../src/text/blocks.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { type PadState, padStates } from '../../../sql/reads/pad/pad_states.ts'
import { versionId, versionsAt } from '../../../sql/reads/pad/layouts.ts'
import type { Sql } from '../../../sql/client.ts'
import { deskOf } from '../../support/desk.ts'
import { placeIn, then, type Place } from '../../support/place.ts'
import { freshDatabase } from '../../support/stores.ts'

type Act = 'text' | 'edit' | 'insert' | 'remove' | 'undo' | 'propose' | 'accept'

interface Step {
  readonly act: Act
  /** who, which of what is there, and how many versions behind */
  readonly who: number
  readonly at: number
  readonly back: number
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom<Act>('text', 'text', 'edit', 'edit', 'insert', 'remove', 'undo', 'propose', 'accept'),
  who: fc.nat(2),
  at: fc.nat(1_000),
  back: fc.nat(4),
})

const wordsOf = (text: string): Set<string> => new Set(text.match(/w\d+/g) ?? [])
const textOf = (blocks: readonly Block[]): string => joinBlocks(blocks.map(({ text }) => text))

describe('edits, undos and accepted suggestions in any order', () => {
  let sql: Sql
  let place: Place
  let made = 0

  before(async () => {
    ;({ sql } = await freshDatabase())
    place = await placeIn(sql)
  })

  it('lose no accepted word, bring none back, and leave every version readable', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(step, { minLength: 5, maxLength: 25 }), async (steps) => {
        await play(steps)
      }),
      { numRuns: 12 },
    )
  }).timeout(60_000)

  async function play(steps: readonly Step[]): Promise<void> {
    const people = [
      await place.someone('human', { seat: 'owner' }),
      await place.someone('human', { seat: 'helper' }),
      await place.someone('human', { seat: 'helper' }),
    ]
    const pad_id = `pad_any${++made}`
    let n = 0
    const fresh = (): string => `w${n++}`
    const paragraph = (): string => Array.from({ length: 5 }, fresh).join(' ')
    const first = ['# Plan', paragraph(), `# ${fresh()}`, paragraph(), paragraph()].join('\n\n')
    let edits = 0
    const ask = (operation: string, who: number, args: object) =>
      // days apart, so that no edit war begins
      deskOf(sql, pad).ask(
        pad_id,
        operation,
        { by: people[who], public_on: false, ...args },
        then + edits * 80 * 3_600_000,
      )
    await ask('create', 0, {
      pad_id,
      hub_id: place.hub_id,
      edit_id: `edt_${pad_id}_0`,
      title: untrusted('T'),
      text: untrusted(first),
    })
    const texts = [first]
    /** what each live edit put in and took out */
    const live: { id: string; added: Set<string>; removed: Set<string> }[] = []
    const waiting: { id: string; base: string; text: string }[] = []
    let present = wordsOf(first)
    const current = async (): Promise<PadState> => (await padStates(sql, [pad_id])).get(pad_id) as PadState
    const goes = (id: string, had: Set<string>, has: Set<string>): void => {
      const [added, removed] = [minus(has, had), minus(had, has)]
      present = new Set([...minus(present, removed), ...added])
      live.push({ id, added, removed })
    }

    for (const { act, who, at, back } of steps) {
      const edit_id = `edt_${pad_id}_${++edits}`
      const state = await current()
      const version = Math.max(1, state.version - back)
      const base = texts[version - 1] as string
      const block = state.blocks[at % Math.max(1, state.blocks.length)]
      try {
        if (act === 'text' || act === 'propose') {
          const parts = base.split('\n\n')
          const place = at % parts.length
          const tokens = (parts[place] as string).split(' ')
          const changed = parts
            .with(place, tokens.with(at % tokens.length, `${tokens[at % tokens.length]} ${fresh()}`).join(' '))
            .join('\n\n')
          const propose = act === 'propose'
          await ask('edit', who, {
            edit_id,
            base_version: version,
            text: untrusted(changed),
            ...(propose && { propose }),
          })
          if (!propose) goes(edit_id, wordsOf(base), wordsOf(changed))
          else waiting.push({ id: edit_id, base, text: changed })
        } else if (act === 'edit' && block) {
          const tokens = block.text.split(' ')
          const changed = tokens
            .with(at % tokens.length, block.text.startsWith('#') ? `# ${fresh()}` : fresh())
            .join(' ')
          await ask('edit', who, { edit_id, edits: [{ block: block.id, rev: block.rev, text: untrusted(changed) }] })
          goes(edit_id, wordsOf(block.text), wordsOf(changed))
        } else if (act === 'insert') {
          const text = paragraph()
          await ask('edit', who, { edit_id, inserts: [{ after: block?.id ?? 'start', text: untrusted(text) }] })
          goes(edit_id, new Set(), wordsOf(text))
        } else if (act === 'remove' && block) {
          await ask('edit', who, { edit_id, edits: [{ block: block.id, rev: block.rev, text: untrusted('') }] })
          goes(edit_id, wordsOf(block.text), new Set())
        } else if (act === 'undo' && live.length > 0) {
          const undone = live.splice(at % live.length, 1)[0] as (typeof live)[number]
          await ask('undo', who, { edit_id: undone.id, undo_id: edit_id })
          goes(edit_id, undone.added, undone.removed)
        } else if (act === 'accept' && waiting.length > 0) {
          const suggestion = waiting.splice(at % waiting.length, 1)[0] as (typeof waiting)[number]
          await ask('review_edit', who, { edit_id: suggestion.id, accept_id: edit_id, outcome: 'accept' })
          goes(edit_id, wordsOf(suggestion.base), wordsOf(suggestion.text))
        } else continue
      } catch (error) {
        // refused whole: nothing of it may be seen
        if (!(error instanceof Refusal)) throw error
      }
      const after = await current()
      expect([...wordsOf(textOf(after.blocks))].sort(), `${act} ${edit_id}`).to.deep.equal([...present].sort())
      if (after.version > texts.length) texts.push(textOf(after.blocks))
    }
    const versions = await versionsAt(
      sql,
      texts.map((_, before) => ({ pad_id, version: before + 1 })),
    )
    for (const [before, text] of texts.entries()) {
      expect(textOf(versions.get(versionId({ pad_id, version: before + 1 }))?.blocks ?? [])).to.equal(text)
    }
  }
})

const minus = (from: ReadonlySet<string>, words: ReadonlySet<string>): Set<string> =>
  new Set([...from].filter((word) => !words.has(word)))
