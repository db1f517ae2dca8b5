import { expect } from 'chai'
import fc from 'fast-check'
import { joinBlocks, splitBlocks } from '../../../src/text/blocks.ts'
import { hours } from '../../../src/rules/units.ts'
import { untrusted } from '../../../src/text/untrusted.ts'
import { helper, PaperPad } from './on_paper.ts'

// biome-ignore format: one word each
const acts = [
  'word', 'word', 'find', 'paragraph', 'section', 'insert', 'remove', 'move', 'split',
  'propose', 'accept', 'accept', 'turn_down', 'withdraw', 'undo', 'undo', 'read',
] as const

interface Step {
  readonly act: (typeof acts)[number]
  readonly who: number
  /** which paragraph, edit or suggestion; which word of it */
  readonly at: number
  readonly word: number
  /** the whole text is sent instead of the paragraph */
  readonly whole: boolean
}

const step: fc.Arbitrary<Step> = fc.record({
  act: fc.constantFrom(...acts),
  who: fc.nat(3),
  at: fc.nat(1_000),
  word: fc.nat(1_000),
  whole: fc.boolean(),
})

const people = ['ada', 'ben', 'cleo', 'dora'].map(helper)
const start = Date.parse('2026-09-24T10:00:00Z')

type Words = ReadonlySet<string>
const wordsIn = (text: string): Words => new Set(text.match(/w\d+/g) ?? [])
const minus = (from: Words, words: Words): Words => new Set([...from].filter((word) => !words.has(word)))
const plus = (one: Words, other: Words): Words => new Set([...one, ...other])

/** What a change puts in and takes out, whoever has changed what meanwhile. */
interface Effect {
  readonly added: Words
  readonly removed: Words
}

/**
 * Four people who each go on from the version they read last: every word is written once, so after every message it is
 * known which words have to stand there.
 */
class Play {
  readonly pad = new PaperPad()
  /** the version each of them has before them */
  readonly #seen = people.map(() => 1)
  readonly #live: (Effect & { id: string })[] = []
  readonly #waiting: (Effect & { id: string; who: number })[] = []
  #present: Words
  #n = 0
  #at = 0

  constructor() {
    const text = untrusted(
      ['# Plan', this.#paragraph(), this.#paragraph(), `# ${this.#fresh()}`, this.#paragraph()].join('\n\n'),
    )
    this.pad.ask('create', people[0]!, { edit_id: 'edt_0', title: untrusted('T'), text }, start)
    this.#present = wordsIn(this.pad.text)
  }

  take(step: Step): void {
    const { act, who, at } = step
    if (act === 'read') {
      this.#seen[who] = this.pad.version
      return
    }
    // days apart, so that no edit war begins
    const now = start + ++this.#at * hours(80)
    const edit_id = `edt_${this.#at}`
    if (act === 'undo') {
      const undone = this.#live[at % this.#live.length]
      if (!undone) return
      const args = { edit_id: undone.id, undo_id: edit_id }
      // what a later edit took out already is not this undo's, and does not come back with its own undo
      const effect = { added: undone.removed, removed: minus(undone.added, minus(undone.added, this.#present)) }
      if (this.#went('undo', who, args, now, effect)) {
        this.#live.splice(this.#live.indexOf(undone), 1)
        this.#live.push({ id: edit_id, ...effect })
        expect(this.#refused('undo', who, args, now)).to.equal('conflict/already_undone')
      }
    } else if (act === 'accept' || act === 'turn_down' || act === 'withdraw') {
      const suggestion = this.#waiting[at % this.#waiting.length]
      if (!suggestion) return
      const by = act === 'withdraw' ? suggestion.who : who
      const args = { edit_id: suggestion.id, accept_id: edit_id, outcome: act }
      if (this.#went('review_edit', by, args, now, act === 'accept' ? suggestion : nothing)) {
        this.#waiting.splice(this.#waiting.indexOf(suggestion), 1)
        if (act === 'accept') this.#live.push({ ...suggestion, id: edit_id })
        expect(this.#refused('review_edit', by, args, now)).to.equal('conflict/already_answered')
      }
    } else {
      const { args, effect } = this.#change(step)
      const call = { edit_id, ...args }
      if (act === 'propose') {
        const proposed = { ...call, propose: true, folded_since: 0 }
        if (this.#went('edit', who, proposed, now, nothing)) this.#waiting.push({ id: edit_id, who, ...effect })
      } else if (this.#went('edit', who, call, now, effect)) {
        this.#live.push({ id: edit_id, ...effect })
        // a whole text names the version it was written on: sent again it adds nothing to itself
        if ('text' in args) {
          expect(['invalid/nothing_to_do', 'conflict/merge']).to.include(this.#refused('edit', who, call, now))
        }
      }
    }
  }

  /** Every edit that still stands taken back and put back again, newest first: the text is what it was. */
  undoAndRedo(): void {
    for (const edit of this.#live.toReversed()) {
      const now = start + ++this.#at * hours(80)
      const before = this.pad.blocks
      const undo_id = `edt_${this.#at}u`
      if (this.pad.ask('undo', people[0]!, { edit_id: edit.id, undo_id }, now).refusal) continue
      const redone = this.pad.ask('undo', people[1]!, { edit_id: undo_id, undo_id: `${undo_id}r` }, now + 1)
      expect(redone.refusal, 'what was just taken back can be put back').to.equal(undefined)
      expect(this.pad.blocks.map(({ id, text }) => [id, text])).to.deep.equal(before.map(({ id, text }) => [id, text]))
    }
  }

  /** Sends it; what was accepted must be there afterwards, with all that was accepted before, and nothing else. */
  #went(operation: string, who: number, args: object, now: number, effect: Effect): boolean {
    const by = people[who]!
    const [version, title] = [this.pad.version, this.pad.state?.title]
    const would = this.pad.wouldAsk(operation, by, args, now)
    const { outcome, refusal } = this.pad.ask(operation, by, args, now)
    expect(JSON.stringify(outcome), 'deciding twice comes out the same').to.equal(JSON.stringify(would.outcome))
    if (refusal) {
      const known = ['conflict/merge', 'conflict/built_on', 'conflict/already_undone', 'conflict/already_answered']
      expect([...known, 'invalid/nothing_to_do', 'rate_limited/suggestions']).to.include(
        `${refusal.code}/${refusal.reason}`,
      )
    } else this.#present = plus(minus(this.#present, effect.removed), effect.added)
    const found = this.pad.text.match(/w\d+/g) ?? []
    expect([...found].sort(), `${operation} ${JSON.stringify(args)}`).to.deep.equal([...this.#present].sort())
    const changes = outcome?.state !== undefined
    expect(this.pad.version).to.equal(changes ? version + 1 : version)
    if (!changes) expect(this.pad.state?.title).to.equal(title)
    const { blocks } = this.pad
    expect(new Set(blocks.map(({ id }) => id)).size).to.equal(blocks.length)
    expect(splitBlocks(joinBlocks(blocks.map(({ text }) => text)))).to.deep.equal(blocks.map(({ text }) => text))
    return !refusal
  }

  #refused(operation: string, who: number, args: object, now: number): string {
    const { refusal } = this.pad.wouldAsk(operation, people[who]!, args, now)
    return refusal ? `${refusal.code}/${refusal.reason}` : 'went through'
  }

  /** What somebody wants, on the version they read: as a whole text, or as edits of paragraphs with the revs they saw. */
  #change({ act, who, at, word, whole }: Step): { args: object; effect: Effect } {
    const base_version = this.#seen[who] as number
    const { blocks } = this.pad.at(base_version)
    const texts = blocks.map(({ text }) => text)
    const place = at % Math.max(1, blocks.length)
    const block = blocks[place]
    const as = (next: readonly string[]) => {
      const [had, has] = [wordsIn(texts.join(' ')), wordsIn(next.join(' '))]
      return {
        args: { base_version, text: untrusted(joinBlocks(next)) },
        effect: { added: minus(has, had), removed: minus(had, has) },
      }
    }
    const edited = (text: string, find?: string, put = '') => ({
      args: {
        base_version,
        edits: [
          {
            block: block?.id,
            rev: block?.rev,
            text: untrusted(find === undefined ? text : put),
            ...(find !== undefined && { find: untrusted(find) }),
          },
        ],
      },
      effect: {
        added: minus(wordsIn(text), wordsIn(block?.text ?? '')),
        removed: minus(wordsIn(block?.text ?? ''), wordsIn(text)),
      },
    })
    if (!block || act === 'paragraph') return as(texts.toSpliced(place, 0, this.#paragraph()))
    if (act === 'section') return as(texts.toSpliced(place, 0, `## ${this.#fresh()}`, this.#paragraph()))
    if (act === 'move') return as(texts.toSpliced(place, 1).toSpliced(word % Math.max(1, texts.length), 0, block.text))
    if (act === 'remove') return whole ? as(texts.toSpliced(place, 1)) : edited('')
    if (act === 'insert') {
      const text = this.#paragraph()
      const inserts = [{ after: word % 5 === 0 ? 'start' : block.id, text: untrusted(text) }]
      return { args: { base_version, inserts }, effect: { added: wordsIn(text), removed: new Set() } }
    }
    if (act === 'split') {
      const text = `${block.text}\n\n${this.#paragraph()}`
      return whole ? as(texts.with(place, text)) : edited(text)
    }
    const pieces = block.text.split(' ')
    const chosen = word % pieces.length
    const old = pieces[chosen] as string
    const put = word % 2 === 0 && !old.startsWith('#') ? this.#fresh() : `${old} ${this.#fresh()}`
    const text = pieces.with(chosen, put).join(' ')
    if (act === 'find' && block.text.split(old).length === 2) return edited(text, old, put)
    return whole ? as(texts.with(place, text)) : edited(text)
  }

  readonly #fresh = (): string => `w${this.#n++}`
  readonly #paragraph = (): string => Array.from({ length: 5 }, this.#fresh).join(' ')
}

const nothing: Effect = { added: new Set(), removed: new Set() }

describe('edits, suggestions, answers and undos of four people, each on the version they read', function () {
  this.timeout(120_000)

  it('lose nothing that was accepted, bring nothing back, and sent again change nothing', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 40 }), (steps) => {
        const play = new Play()
        for (const step of steps) play.take(step)
      }),
      { numRuns: 500 },
    )
  })

  it('are taken back one by one without the later ones, and put back as they were', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        const play = new Play()
        for (const step of steps) play.take(step)
        play.undoAndRedo()
      }),
      { numRuns: 200 },
    )
  })
})
