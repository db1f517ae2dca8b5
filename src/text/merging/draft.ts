import { type Block, joinBlocks, splitBlocks } from '../blocks.ts'
import { type Clash, mergeKeepingBoth } from './clash.ts'
import { compare, type WantedBlock } from './compare.ts'
import { sectionsOf, textOf, withSection } from '../sections.ts'
import { introductionId } from '../section_and_block_ids.ts'
import { type Untrusted, untrusted, words } from '../untrusted.ts'

/** A draft is a pad's text, whole or of one section, that one author edits while others save changes. */

interface Drafted {
  readonly pad: string
  /** absent when the draft is the whole pad */
  readonly section?: string | undefined
}

/** Returns the current text of the pad or section; undefined when the pad has no such section. */
export function currentText({ pad, section }: Drafted, blocks: readonly Block[]): Untrusted | undefined {
  if (section === undefined) return untrusted(joinBlocks(blocks.map(({ text }) => text)))
  const found = sectionsOf(pad, blocks).find(({ id }) => id === section)
  if (found) return untrusted(textOf(found))
  return section === introductionId(pad) ? untrusted('') : undefined
}

interface Rebased {
  /** the typed text merged with what others saved since */
  readonly text: Untrusted
  /** the section no longer exists: `text` is that of the whole pad */
  readonly whole: boolean
  readonly clashes: readonly Clash[]
}

/** Rebases an author's edit of `base` onto the current version. Returns undefined when `base` has no such section. */
export function rebased(
  drafted: Drafted,
  typed: Untrusted,
  base: readonly Block[],
  current: readonly Block[],
): Rebased | undefined {
  const { pad, section } = drafted
  const texts = section === undefined ? splitBlocks(words(typed)) : withSection(pad, base, section, words(typed))
  if (!texts) return undefined
  const { blocks, clashes } = mergeKeepingBoth(base, compare(base, texts), current)
  const made = blocks.map(numbered)
  // a conflict puts back a heading that was removed, but its section can be saved only where the pad still has it
  const stays = section === undefined || sectionsOf(pad, current).some(({ id }) => id === section)
  const text = stays ? currentText(drafted, made) : undefined
  return { text: text ?? untrusted(joinBlocks(made.map((block) => block.text))), whole: text === undefined, clashes }
}

const numbered = ({ id, text }: WantedBlock, n: number): Block => ({ id: id ?? `new ${n}`, rev: 1, text })

/** Returns a text with another at its end. */
export const withAtEnd = (text: Untrusted, more: Untrusted): Untrusted =>
  untrusted(joinBlocks([words(text), words(more)]))

export const isSame = (one: Untrusted, other: Untrusted): boolean => words(one) === words(other)

/** Converts blocks from reading results to blocks with plain text, for code that computes on them. */
export const withPlainText = (blocks: readonly (Omit<Block, 'text'> & { readonly text: Untrusted })[]): Block[] =>
  blocks.map(({ id, rev, text }) => ({ id, rev, text: words(text) }))
