import { expect } from 'chai'
import fc from 'fast-check'
import { type Block, joinBlocks, splitBlocks } from '../../../src/text/blocks.ts'
import { compare, isLike } from '../../../src/text/merging/compare.ts'
import { merge } from '../../../src/text/merging/merge.ts'
import { nextVersion } from '../../../src/text/merging/next_version.ts'
import { mergeWords } from '../../../src/text/merging/merge_words.ts'
import { blockIds } from '../../../src/text/section_and_block_ids.ts'
import { processorTime } from '../../support/cpu.ts'

const textOf = (blocks: readonly { readonly text: string }[]): string => joinBlocks(blocks.map(({ text }) => text))
const first = (text: string): Block[] =>
  nextVersion(
    [],
    compare([], splitBlocks(text)),
    blockIds('edt_0', () => false),
  ).blocks
const idsOf = (blocks: readonly Block[]): string[] => blocks.map(({ id }) => id)

/** One whole-text edit against an older version. */
function edit(base: readonly Block[], text: string, current: readonly Block[], name = 'edt_x') {
  const merged = merge(base, compare(base, splitBlocks(text)), current)
  if (merged.conflicts.length > 0) return { conflicts: merged.conflicts }
  const taken = new Set([...base, ...current].map(({ id }) => id))
  return nextVersion(
    current,
    merged.blocks,
    blockIds(name, (id) => taken.has(id)),
  )
}

function live(result: ReturnType<typeof edit>): Block[] {
  if ('conflicts' in result) throw new Error('a conflict')
  return result.blocks
}

describe('merging the words of one paragraph', () => {
  it('keeps changes of different words, also of neighbours', () => {
    expect(mergeWords('red blue', 'green blue', 'red yellow')).to.equal('green yellow')
    expect(mergeWords('The cat sat.', 'The black cat sat.', 'The cat sat down.')).to.equal('The black cat sat down.')
  })

  it('refuses the same word changed twice, and takes the same change made twice once', () => {
    expect(mergeWords('one two three', 'one 2 three', 'one zwei three')).to.equal(undefined)
    expect(mergeWords('one two three', 'one 2 three', 'one 2 three')).to.equal('one 2 three')
  })

  it('refuses words taken out around words that somebody put in', () => {
    expect(mergeWords('a b c d', 'a d', 'a b new c d')).to.equal(undefined)
  })

  it('does not mix two ways of rewriting one sentence', () => {
    expect(mergeWords('the cat sat on the mat', 'a dog lay on the mat', 'the cat slept on the mat')).to.equal(undefined)
  })

  it('puts what both added at one place one after the other, what landed first first', () => {
    expect(mergeWords('A.', 'A. Mine.', 'A. Theirs.')).to.equal('A. Theirs. Mine.')
    expect(mergeWords('port: ', 'port: 80', 'port: 90')).to.equal(undefined)
  })

  it('takes what both added to one place once, also where one of them added more', () => {
    expect(mergeWords('a', 'a, b', 'a, b, c')).to.equal('a, b, c')
    expect(mergeWords('a', 'a, b, c', 'a, b')).to.equal('a, b, c')
    expect(mergeWords('a', 'a, c', 'a, b, c, d')).to.equal('a, b, c, d')
    expect(mergeWords('a z', 'a c z', 'b c z')).to.equal('b c z')
    expect(mergeWords('a z', 'a, c z', 'a, d z')).to.equal('a, d, c z')
  })

  it('knows a change again beside whatever others changed', () => {
    const base = 'one two three four five'
    const mine = 'one two three and four five'
    for (const theirs of [
      '1 two three four five',
      'one two three four 5',
      '1 two three four',
      'one 2 three four five',
    ]) {
      const merged = mergeWords(base, mine, theirs) as string
      expect(merged).to.equal(theirs.replace('three', 'three and'))
      expect(mergeWords(base, mine, merged)).to.equal(merged)
    }
  })

  it('knows an insertion again beside a word that others replaced, whatever they added behind it', () => {
    const [base, mine] = ['one two three', 'one new two three']
    const merged = mergeWords(base, mine, 'one 2 three four')
    expect(merged).to.equal('one new 2 three four')
    expect(mergeWords(base, mine, merged!)).to.equal(merged)
  })

  it('knows an insertion again where others removed the word beside it', () => {
    const [base, mine] = ['one two three four', 'one and new two three four']
    const merged = mergeWords(base, mine, 'one three four')
    expect(merged).to.equal('one and new three four')
    expect(mergeWords(base, mine, merged!)).to.equal(merged)
  })

  it('refuses a word that stands among those of the other side by chance, rather than lose it', () => {
    expect(mergeWords('It is ready', 'It is not ready', 'It is finished, not polished')).to.equal(undefined)
    expect(mergeWords('Meet Monday', 'Meet Friday', 'Meet Tuesday, or Friday if it rains')).to.equal(undefined)
    expect(mergeWords('It is ready', 'It is not ready', 'It is not finished')).to.equal('It is not finished')
  })

  it('knows again all that stands around a word that others replaced; a word replaced between what others put in is refused', () => {
    const [base, around, replaced] = ['one two three', 'one new two old three', 'one 2 three']
    const merged = 'one new 2 old three'
    expect(mergeWords(base, around, replaced)).to.equal(merged)
    expect(mergeWords(base, around, merged)).to.equal(merged)
    expect(mergeWords(base, replaced, merged)).to.equal(undefined)
    const rewritten = mergeWords(base, 'one new two three', 'one 2 3 4 5 6 7 8 9 10 11 12') as string
    expect(mergeWords(base, 'one new two three', rewritten)).to.equal(rewritten)
  })

  it('takes out what either took out', () => {
    expect(mergeWords('one two three four', 'one three four', 'one four')).to.equal('one four')
  })

  it('matches words, not the spaces between them', () => {
    const [base, mine] = ['w0 w1 w2 w3 w4', 'w0 w1 w5 w6 w2 w7']
    expect(mergeWords(base, mine, 'w0 w1 new w2 w3 w4')).to.equal('w0 w1 new w5 w6 w2 w7')
  })

  it('never says twice what others added, where a newer text comes with an older rev', () => {
    const base = 'The oven.'
    const theirs = 'The oven. It takes an hour to heat. Bread goes in before the white rolls do.'
    // with more of one's own between it, it is all there: nothing is lost
    const between = 'The oven. It takes an hour to heat. Open the door. Bread goes in before the white rolls do.'
    expect(mergeWords(base, between, theirs)).to.equal(between)
    expect(mergeWords(base, theirs.replace('an hour', 'two hours'), theirs)).to.equal(undefined)
    const list = (...items: string[]): string => items.map((item) => `- ${item}`).join('\n')
    const mine = list('rye', 'oats from the field', 'spelt', 'wheat from the mill')
    expect(mergeWords(list('rye'), mine, mine.replace('spelt', 'barley'))).to.equal(undefined)
    const japanese = '窯。一時間かけて温めます。'
    expect(mergeWords('窯。', `${japanese}終わり。`, `${japanese}次。`)).to.equal(undefined)
    expect(mergeWords('w0 w1 w2 w3', 'w0 w1 w4 w5', 'w0 w1 w4 w2 w5')).to.equal('w0 w1 w4 w5')
  })

  it('keeps both where two add rows or lines of their own to one place, although they look alike', () => {
    const rows = (...names: string[]): string =>
      names.map((name) => `| ${name} | baked | two loaves | 2026-11-22 |`).join('\n')
    expect(mergeWords(rows('Ada'), rows('Ada', 'Otto'), rows('Ada', 'Hal'))).to.equal(rows('Ada', 'Hal', 'Otto'))
    expect(mergeWords('Notes.', 'Notes. Otto agrees. Done.', 'Notes. Hal objects. Done.')).to.equal(
      'Notes. Hal objects. Done. Otto agrees. Done.',
    )
    const checked = (who: string): string => ` ${who} has checked the numbers in this list in round 3.`
    expect(mergeWords('Notes.', `Notes.${checked('Otto')}`, `Notes.${checked('Hal')}`)).to.equal(
      `Notes.${checked('Hal')}${checked('Otto')}`,
    )
  })

  it('counts scripts without spaces by character', () => {
    expect(mergeWords('東京は晴れ', '大阪は晴れ', '東京は雨')).to.equal('大阪は雨')
  })

  it('stays quick where thousands of changes meet one that is as long as a pad', () => {
    const base = '**a '.repeat(15_000)
    let n = 0
    const theirs = base.replaceAll('a', () => (n++ % 7 === 2 ? 'q' : 'a'))
    const took = processorTime(() => {
      mergeWords(base, base.split('').toReversed().join(''), theirs)
      mergeWords(base, base.replaceAll(' ', '  '), base.replaceAll('*a', 'b'))
    })
    expect(took).to.be.below(2_500)
  })

  it('stays quick on long and on unlike texts, at worst by refusing', () => {
    const many = (word: string): string => Array.from({ length: 8_000 }, (_, n) => `${word}${n}`).join(' ')
    const took = processorTime(() => {
      expect(mergeWords(many('a'), many('b'), many('c'))).to.equal(undefined)
      expect(mergeWords(many('a'), `x ${many('a')}`, `${many('a')} y`)).to.equal(`x ${many('a')} y`)
      const ends = '\n'.repeat(20_000)
      expect(mergeWords(`a${ends}`, `a${ends}${ends}b`, `a${ends}${ends}c`)).to.not.equal(undefined)
      const [alike, other] = ['a '.repeat(29_000), 'b'.repeat(59_000)]
      expect(mergeWords(alike, `${alike}a `, other)).to.equal(`a ${other}`)
    })
    expect(took).to.be.below(2_000)
  })
})

describe('comparing a whole text with a version', () => {
  const base = first('# Plan\n\nWe meet on Monday at noon.\n\n# Food\n\nBread and cheese.')

  it('keeps a block for a paragraph that was edited and a heading that was renamed', () => {
    const next = live(edit(base, '# Agenda\n\nWe meet on Tuesday at noon.\n\n# Food\n\nBread and cheese.', base))
    expect(idsOf(next)).to.deep.equal(idsOf(base))
    expect(next.map(({ rev }) => rev)).to.deep.equal([2, 2, 1, 1])
  })

  it('keeps the blocks of a section that was moved', () => {
    const next = live(edit(base, '# Food\n\nBread and cheese.\n\n# Plan\n\nWe meet on Monday at noon.', base))
    expect(idsOf(next)).to.deep.equal([...idsOf(base).slice(2), ...idsOf(base).slice(0, 2)])
    expect(next.every(({ rev }) => rev === 1)).to.equal(true)
  })

  it('gives new paragraphs ids of their own', () => {
    const next = live(
      edit(base, '# Plan\n\nBring a hat.\n\nWe meet on Monday at noon.\n\n# Food\n\nBread and cheese.', base),
    )
    expect(idsOf(next).filter((id) => idsOf(base).includes(id))).to.deep.equal(idsOf(base))
    expect(next[1]).to.include({ rev: 1, text: 'Bring a hat.' })
  })
})

describe('merging blocks', () => {
  const base = first('one\n\ntwo\n\nthree')

  it('keeps edits of neighbouring paragraphs', () => {
    const theirs = live(edit(base, 'one\n\nTWO\n\nthree', base, 'edt_1'))
    expect(textOf(live(edit(base, 'ONE\n\ntwo\n\nthree', theirs)))).to.equal('ONE\n\nTWO\n\nthree')
  })

  it('puts paragraphs added at one place one after the other', () => {
    const theirs = live(edit(base, 'one\n\ntheirs\n\ntwo\n\nthree', base, 'edt_1'))
    expect(textOf(live(edit(base, 'one\n\nmine\n\ntwo\n\nthree', theirs)))).to.equal(
      'one\n\ntheirs\n\nmine\n\ntwo\n\nthree',
    )
  })

  it('puts a paragraph that both added to one place there once', () => {
    const theirs = live(edit(base, 'one\n\n# New\n\nof it\n\nmore\n\ntwo\n\nthree', base, 'edt_1'))
    for (const mine of ['# New\n\nof it', 'of it\n\nmore', 'more']) {
      expect(textOf(live(edit(base, `one\n\n${mine}\n\ntwo\n\nthree`, theirs)))).to.equal(textOf(theirs))
    }
    expect(textOf(live(edit(base, 'one\n\ntwo\n\nmore\n\nthree', theirs)))).to.match(/two\n\nmore\n\nthree$/)
  })

  it('takes paragraphs of others once where a newer text comes with an older version', () => {
    const theirs = live(edit(base, 'one\n\nWheat is milled.\n\nRye is not.\n\ntwo\n\nthree', base, 'edt_1'))
    const more = 'one\n\nWheat is milled.\n\nOats neither.\n\nRye is not.\n\nThat is all.\n\ntwo\n\nthree'
    expect(textOf(live(edit(base, more, theirs)))).to.equal(more)
  })

  it('puts paragraphs there once that stood around one which others took out', () => {
    const [mine, gone] = ['one\n\nabove\n\ntwo\n\nbelow\n\nthree', 'one\n\nthree']
    const merged = live(edit(base, mine, live(edit(base, gone, base, 'edt_1'))))
    expect(textOf(merged)).to.equal('one\n\nabove\n\nbelow\n\nthree')
    expect(textOf(live(edit(base, mine, merged, 'edt_y')))).to.equal(textOf(merged))
  })

  it('knows a paragraph again that was moved to where others put something in', () => {
    const long = first('the first of all\n\nthe second of all\n\nthe third of all')
    const mine = 'the third of all\n\nthe first of all\n\nthe second of all'
    const merged = live(edit(long, mine, live(edit(long, `new\n\n${textOf(long)}`, long, 'edt_1'))))
    expect(textOf(live(edit(long, mine, merged, 'edt_y')))).to.equal(textOf(merged))
  })

  it('keeps what each adds to one place, although parts of it are alike', () => {
    const report = (who: string): string => `one\n\n## ${who}\n\nNothing to report in this round.\n\ntwo\n\nthree`
    const theirs = live(edit(base, report('Hal'), base, 'edt_1'))
    expect(textOf(live(edit(base, report('Otto'), theirs)))).to.equal(
      'one\n\n## Otto\n\nNothing to report in this round.\n\n## Hal\n\nNothing to report in this round.\n\ntwo\n\nthree',
    )
  })

  it('does not put a paragraph under a heading that somebody else began meanwhile', () => {
    const theirs = live(edit(base, 'one\n\n# New\n\nof it\n\ntwo\n\nthree', base, 'edt_1'))
    expect(textOf(live(edit(base, 'one\n\nmine\n\ntwo\n\nthree', theirs)))).to.equal(
      'one\n\nmine\n\n# New\n\nof it\n\ntwo\n\nthree',
    )
  })

  it('names a block that one side removed and the other changed', () => {
    const gone = live(edit(base, 'one\n\nthree', base, 'edt_1'))
    const [, two] = base
    expect(edit(base, 'one\n\ntwo changed\n\nthree', gone)).to.deep.equal({
      conflicts: [{ block: two?.id, your_rev: 1, kind: 'removed' }],
    })
    const changed = live(edit(base, 'one\n\ntwo changed\n\nthree', base, 'edt_1'))
    expect(edit(base, 'one\n\nthree', changed)).to.deep.equal({
      conflicts: [{ block: two?.id, your_rev: 1, current_rev: 2, kind: 'changed' }],
    })
  })

  it('merges a paragraph that one side moved and the other changed', () => {
    const long = first('the first of all\n\nthe second of all\n\nthe third of all')
    const moved = live(edit(long, 'the third of all\n\nthe first of all\n\nthe second of all', long, 'edt_1'))
    expect(textOf(live(edit(long, 'the first of all\n\nthe second of all\n\nthe third of them all', moved)))).to.equal(
      'the third of them all\n\nthe first of all\n\nthe second of all',
    )
  })

  it('refuses a block moved to two places', () => {
    const five = first('a a\n\nb b\n\nc c\n\nd d\n\ne e')
    const theirs = live(edit(five, 'b b\n\nc c\n\nd d\n\ne e\n\na a', five, 'edt_1'))
    expect(edit(five, 'b b\n\nc c\n\na a\n\nd d\n\ne e', theirs)).to.deep.equal({
      conflicts: [{ block: five[0]?.id, your_rev: 1, current_rev: 1, kind: 'moved' }],
    })
  })
})

describe('any two changes of one text', () => {
  interface Step {
    readonly kind: 'word' | 'words' | 'paragraph' | 'remove' | 'remove paragraph'
    readonly at: number
    readonly at2: number
  }
  const steps = fc.array(
    fc.record<Step>({
      kind: fc.constantFrom('word', 'words', 'words', 'paragraph', 'remove', 'remove', 'remove paragraph'),
      at: fc.nat(1_000),
      at2: fc.nat(1_000),
    }),
    { minLength: 1, maxLength: 4 },
  )

  interface Paragraph {
    readonly text: string
    /** absent where the side wrote it */
    readonly was?: string
  }

  function changed(paragraphs: readonly string[], side: string, all: readonly Step[]): string[] {
    const now = all.reduce<Paragraph[]>(
      (now, { kind, at, at2 }, n) => {
        const place = at % now.length
        const { text, ...from } = now[place] as Paragraph
        const words = text.split(' ')
        const word = at2 % (words.length + 1)
        const into = (...changed: string[]) => now.with(place, { ...from, text: changed.join(' ') })
        if (kind === 'paragraph') return now.toSpliced(at % (now.length + 1), 0, { text: `${side}${n} ${side}${n}b` })
        if (kind === 'remove paragraph') return now.length > 1 ? now.toSpliced(place, 1) : now
        if (kind === 'words') return into(...words.toSpliced(word, 0, `${side}${n}`))
        if (words.length === 1) return now
        return into(...words.toSpliced(word, 1, ...(kind === 'word' ? [`${side}${n}`] : [])))
      },
      paragraphs.map((text) => ({ text, was: text })),
    )
    // one of which hardly a word is left is another paragraph, with words of its own
    fc.pre(now.every(({ text, was }) => was === undefined || was === text || isLike(was, text)))
    return now.map(({ text }) => text)
  }
  const wordsIn = (text: string): string[] => (text.match(/\w+/g) ?? []).sort()

  it('says each word once that neither took out, whoever comes first, and nothing twice when one comes again', () => {
    const size = fc.array(fc.integer({ min: 1, max: 7 }), { minLength: 1, maxLength: 5 })
    fc.assert(
      fc.property(size, steps, steps, (sizes, here, there) => {
        const paragraphs = sizes.map((words, n) => Array.from({ length: words }, (_, w) => `p${n}w${w}`).join(' '))
        const base = first(joinBlocks(paragraphs))
        const [mine, theirs] = [changed(paragraphs, 'm', here), changed(paragraphs, 't', there)]
        const ended = [mine, theirs].map((side) => live(edit(base, joinBlocks(side), base, 'edt_1'))) as [
          Block[],
          Block[],
        ]
        const merged = edit(base, joinBlocks(mine), ended[1], 'edt_2')
        const turned = edit(base, joinBlocks(theirs), ended[0], 'edt_2')
        expect('conflicts' in turned).to.equal('conflicts' in merged)
        if ('conflicts' in merged) return

        const has = [paragraphs, mine, theirs].map((side) => new Set(wordsIn(joinBlocks(side)))) as Set<string>[]
        const [was, ours, others] = has as [Set<string>, Set<string>, Set<string>]
        const wanted = [...new Set([...was, ...ours, ...others])].filter(
          (word) => !was.has(word) || (ours.has(word) && others.has(word)),
        )
        for (const one of [merged, turned]) {
          expect(wordsIn(textOf(live(one)))).to.deep.equal(wanted.sort())
        }
        for (const side of [mine, theirs]) {
          const again = edit(base, joinBlocks(side), merged.blocks, 'edt_3')
          if (!('conflicts' in again)) expect(textOf(again.blocks)).to.equal(textOf(merged.blocks))
        }
      }),
      { numRuns: 500 },
    )
  })
})

describe('any interleaving of edits and undos', () => {
  interface Step {
    readonly kind: 'words' | 'add' | 'remove' | 'move' | 'undo'
    /** how many versions ago it was written against */
    readonly back: number
    readonly at: number
    readonly at2: number
  }
  const step: fc.Arbitrary<Step> = fc.record({
    kind: fc.constantFrom('words', 'words', 'words', 'add', 'remove', 'move', 'undo'),
    back: fc.nat(6),
    at: fc.nat(1_000),
    at2: fc.nat(1_000),
  })
  const wordsOf = (blocks: readonly { readonly text: string }[]): Set<string> =>
    new Set(textOf(blocks).match(/w\d+/g) ?? [])

  /** Plays the steps; after each one every word that anybody put in and nobody took out must stand there once. */
  function play(steps: readonly Step[]): Block[] {
    let n = 0
    const fresh = (): string => `w${n++}`
    const paragraph = (): string => Array.from({ length: 6 }, fresh).join(' ')
    const versions: Block[][] = [
      first(['# Plan', paragraph(), paragraph(), `# ${fresh()}`, paragraph(), paragraph()].join('\n\n')),
    ]
    let present = wordsOf(versions[0] as Block[])
    // who took back which version; what was taken back is so until that is taken back in turn
    const takesBack = new Map<number, number>()
    const takenBack = new Set<number>()
    for (const [number, { kind, back, at, at2 }] of steps.entries()) {
      const current = versions.at(-1) as Block[]
      const from = Math.max(kind === 'undo' ? 1 : 0, versions.length - 1 - back)
      const base = versions[from]
      if (!base || (kind === 'undo' && takenBack.has(from))) continue
      const mine = kind === 'undo' ? (versions[from - 1] as Block[]) : compare(base, splitBlocks(textOf(changed(base))))
      const merged = merge(base, mine, current)
      if (merged.conflicts.length > 0) continue
      const taken = new Set(versions.flat().map(({ id }) => id))
      const next = nextVersion(
        current,
        merged.blocks,
        blockIds(`edt_${number}`, (id) => taken.has(id)),
      )
      const again = nextVersion(
        current,
        merge(base, mine, current).blocks,
        blockIds(`edt_${number}`, (id) => taken.has(id)),
      )
      expect(again).to.deep.equal(next)
      const [had, has] = [wordsOf(base), wordsOf(mine)]
      present = new Set([
        ...[...present].filter((word) => !had.has(word) || has.has(word)),
        ...[...has].filter((word) => !had.has(word)),
      ])
      expect([...wordsOf(next.blocks)].sort(), `step ${number}: ${kind}`).to.deep.equal([...present].sort())
      expect(textOf(next.blocks).match(/w\d+/g) ?? []).to.have.length(present.size)
      expect(new Set(idsOf(next.blocks)).size).to.equal(next.blocks.length)
      expect(splitBlocks(textOf(next.blocks))).to.deep.equal(next.blocks.map(({ text }) => text))
      if (kind === 'undo') {
        takesBack.set(versions.length, from)
        for (let [one, gone] = [from as number | undefined, true]; one; [one, gone] = [takesBack.get(one), !gone]) {
          if (gone) takenBack.add(one)
          else takenBack.delete(one)
        }
      }
      versions.push(next.blocks)

      function changed(blocks: readonly Block[]): { text: string }[] {
        const all = blocks.map(({ text }) => ({ text }))
        const place = at % Math.max(1, all.length)
        if (kind === 'add') return all.toSpliced(place, 0, { text: at2 % 3 === 0 ? `# ${fresh()}` : paragraph() })
        if (kind === 'remove') return all.toSpliced(place, 1)
        if (kind === 'move')
          return all.toSpliced(place, 1).toSpliced(at2 % Math.max(1, all.length), 0, all[place] ?? { text: fresh() })
        const words = (all[place]?.text ?? '').split(' ')
        const word = at2 % words.length
        return all.with(place, {
          text: words.with(word, at2 % 2 === 0 ? fresh() : `${words[word]} ${fresh()}`).join(' '),
        })
      }
    }
    return versions.at(-1) as Block[]
  }

  it('loses nothing that was accepted and brings back nothing that was taken out', () => {
    fc.assert(
      fc.property(fc.array(step, { maxLength: 25 }), (steps) => {
        play(steps)
      }),
      { numRuns: 400 },
    )
  })

  it('keeps what came later when an edit is taken back, and taking that back gives the edit again', () => {
    const base = first('one two three\n\nfour five six')
    const edited = live(edit(base, 'one 2 three\n\nfour five six', base, 'edt_1'))
    const later = live(edit(edited, 'one 2 three 3\n\nfour 5 six', edited, 'edt_2'))
    const undone = nextVersion(
      later,
      merge(edited, base, later).blocks,
      blockIds('edt_3', () => false),
    ).blocks
    expect(textOf(undone)).to.equal('one two three 3\n\nfour 5 six')
    const again = nextVersion(
      undone,
      merge(undone, later, undone).blocks,
      blockIds('edt_4', () => false),
    ).blocks
    expect(textOf(again)).to.equal(textOf(later))
  })

  it('stays quick on pads made to be slow, at worst by being coarser', () => {
    const many = (count: number, word: (n: number) => string): string[] =>
      Array.from({ length: count }, (_, n) => word(n))
    const signs = String.fromCodePoint(...many(58_000, String).map((n) => 0x4e00 + (Number(n) % 20_000)))
    const paragraphs = many(4_000, (n) => `line ${n}`)
    const long = first(many(12_000, (n) => `paragraph ${n}`).join('\n\n'))
    const repeated = 'a '.repeat(10_000)
    const took = processorTime(() => {
      compare(first(signs), paragraphs)
      compare(first(paragraphs.join('\n\n')), [signs])
      compare(first(`${signs}\n\n${signs} a`), [`b ${signs}`, `c ${signs}`, `d ${signs}`])
      const turned = compare(long, long.map(({ text }) => text).toReversed())
      merge(
        long,
        turned,
        live(
          edit(
            long,
            long
              .map(({ text }) => text)
              .toReversed()
              .join('\n\n'),
            long,
          ),
        ),
      )
      mergeWords(repeated, `${repeated}${repeated}b`, `${repeated}${repeated}c`)
      mergeWords(repeated, `b ${repeated}`, `${repeated}b `)
      const added = (word: string): string => `one\n\n${many(3_000, (n) => `${word} ${n} of it`).join('\n\n')}`
      edit(first('one'), added('mine'), live(edit(first('one'), added('theirs'), first('one'), 'edt_1')))
    })
    expect(took).to.be.below(2_500)
  })

  it('says which block later edits built on', () => {
    const base = first('one two three')
    const edited = live(edit(base, 'one 2 three', base, 'edt_1'))
    const later = live(edit(edited, 'one zwei three', edited, 'edt_2'))
    expect(merge(edited, base, later).conflicts).to.deep.equal([
      { block: base[0]?.id, your_rev: 2, current_rev: 3, kind: 'changed' },
    ])
  })
})
