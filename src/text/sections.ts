import { createHash } from 'node:crypto'
import { type Block, headingOf, joinBlocks, splitBlocks } from './blocks.ts'
import { countWords } from './words.ts'

/** A heading and what stands below it up to the next heading; at level 0 the text before the first heading. */
export interface Section {
  /** its heading's block id, so it survives every edit of the heading; the Introduction's hangs on the pad alone */
  readonly id: string
  readonly level: number
  readonly heading: string
  readonly blocks: readonly Block[]
}

export const introduction = 'Introduction'

/** Derived from the pad: the Introduction has no block of its own to be named after. */
export const introductionId = (pad: string): string => hex8(`${pad}:introduction`)

/** A text without headings, the empty one too, is one Introduction; a text that begins with a heading has none. */
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

/** The texts of a whole pad in which this section says something else; undefined where it has no such section. */
export function withSection(pad: string, blocks: readonly Block[], id: string, text: string): string[] | undefined {
  const sections = sectionsOf(pad, blocks)
  const found = sections.find((section) => section.id === id)
  // a pad that begins with a heading gets its first words above it
  const texts = sections.map((section) => (section === found ? text : textOf(section)))
  if (!found && id !== introductionId(pad)) return undefined
  return splitBlocks(joinBlocks(found ? texts : [text, ...texts]))
}

/** Words below the heading and in it. */
export const wordsOf = ({ blocks }: Pick<Section, 'blocks'>): number =>
  blocks.reduce((sum, { text }) => sum + countWords(text), 0)

/** The section each block stands in. */
export function sectionByBlock(sections: readonly Section[]): ReadonlyMap<string, string> {
  return new Map(sections.flatMap(({ id, blocks }) => blocks.map((block) => [block.id, id] as const)))
}

/** New block ids without chance: the same edit makes the same ids, so deciding it twice comes out the same. */
export function blockIds(edit: string, taken: (id: string) => boolean): () => string {
  let n = 0
  return () => {
    for (;;) {
      const id = hex8(`${edit}:${n++}`)
      if (!taken(id)) return id
    }
  }
}

const hex8 = (seed: string): string => createHash('sha256').update(seed).digest('hex').slice(0, 8)
