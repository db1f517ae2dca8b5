import { type Block, headingOf, joinBlocks, splitBlocks } from './blocks.ts'
import { countWords } from './merging/words.ts'
import { introductionId } from './section_and_block_ids.ts'

/** A heading and the blocks below it up to the next heading; at level 0 the text before the first heading. */
export interface Section {
  /** block id of the heading, so it survives edits of the heading; that of the Introduction derives from the pad */
  readonly id: string
  readonly level: number
  readonly heading: string
  readonly blocks: readonly Block[]
}

export const introduction = 'Introduction'

/** A text without headings, even an empty one, is one Introduction; a text that starts with a heading has none. */
export function sectionsOf(pad: string, blocks: readonly Block[]): Section[] {
  const sections: (Section & { blocks: Block[] })[] = []
  for (const block of blocks) {
    const heading = headingOf(block.text)
    const below = sections.at(-1)
    if (heading) sections.push({ id: block.id, level: heading.level, heading: heading.words, blocks: [block] })
    else if (below) below.blocks.push(block)
    else sections.push({ id: introductionId(pad), level: 0, heading: introduction, blocks: [block] })
  }
  return sections.length > 0 ? sections : [{ id: introductionId(pad), level: 0, heading: introduction, blocks: [] }]
}

export const textOf = ({ blocks }: Pick<Section, 'blocks'>): string => joinBlocks(blocks.map(({ text }) => text))

/** Returns the paragraphs of the pad with one section's text replaced; undefined when there is no such section. */
export function withSection(pad: string, blocks: readonly Block[], id: string, text: string): string[] | undefined {
  const sections = sectionsOf(pad, blocks)
  const found = sections.find((section) => section.id === id)
  // a pad that starts with a heading has no Introduction yet: its text goes on top
  const texts = sections.map((section) => (section === found ? text : textOf(section)))
  if (!found && id !== introductionId(pad)) return undefined
  return splitBlocks(joinBlocks(found ? texts : [text, ...texts]))
}

/** Counts the words of a section, its heading included. */
export const wordCount = ({ blocks }: Pick<Section, 'blocks'>): number =>
  blocks.reduce((sum, { text }) => sum + countWords(text), 0)

/** Maps block ids to section ids. */
export function sectionByBlock(sections: readonly Section[]): ReadonlyMap<string, string> {
  return new Map(sections.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id] as const)))
}
