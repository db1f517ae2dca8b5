import { type Block, joinBlocks, splitBlocks } from './blocks.ts'
import { type Clash, mended } from './clash.ts'
import { compare, type Wanted } from './compare.ts'
import { introductionId, sectionsOf, textOf, withSection } from './sections.ts'
import { type Untrusted, untrusted, words } from './untrusted.ts'

/** A text, whole or of one section, that somebody has in their hands while others go on writing. */

interface Place {
  readonly pad: string
  /** only this section */
  readonly section?: string | undefined
}

/** What stands there; undefined where there is no such section. */
export function standing({ pad, section }: Place, blocks: readonly Block[]): Untrusted | undefined {
  if (section === undefined) return untrusted(joinBlocks(blocks.map(({ text }) => text)))
  const found = sectionsOf(pad, blocks).find(({ id }) => id === section)
  if (found) return untrusted(textOf(found))
  return section === introductionId(pad) ? untrusted('') : undefined
}

export interface Rebased {
  /** mine and what others did since, to go on with */
  readonly text: Untrusted
  /** the section is gone: it is the text of the whole pad */
  readonly whole: boolean
  readonly clashes: readonly Clash[]
}

/** What was typed as a change of `base`, as a change of what stands now. */
export function rebased(
  place: Place,
  typed: Untrusted,
  base: readonly Block[],
  current: readonly Block[],
): Rebased | undefined {
  const { pad, section } = place
  const texts = section === undefined ? splitBlocks(words(typed)) : withSection(pad, base, section, words(typed))
  if (!texts) return undefined
  const { blocks, clashes } = mended(base, compare(base, texts), current)
  const made = blocks.map(numbered)
  const text = standing(place, made)
  return { text: text ?? untrusted(joinBlocks(made.map((block) => block.text))), whole: text === undefined, clashes }
}

const numbered = ({ id, text }: Wanted, n: number): Block => ({ id: id ?? `new ${n}`, rev: 1, text })

export const isSame = (one: Untrusted, other: Untrusted): boolean => words(one) === words(other)

/** Blocks as readers get them, for what computes on them. */
export const opened = (blocks: readonly (Omit<Block, 'text'> & { readonly text: Untrusted })[]): Block[] =>
  blocks.map(({ id, rev, text }) => ({ id, rev, text: words(text) }))
