import type { Sql } from '../../../sql/client.ts'
import type { Layout } from '../../../sql/reads/pad/layouts.ts'
import { anyWasSection, type SectionRow, sectionRows } from '../../../sql/reads/pad/section_rows.ts'
import { type BlockLine, blockLines } from '../../../sql/reads/pad/block_lines.ts'
import { present } from '../../records/present.ts'
import type { Person } from '../../records/person.ts'
import type { SectionView } from '../../records/pad/section.ts'
import { invalid, type Refusal } from '../../rules/errors.ts'
import type { PadStatuses } from '../../rules/states/pad_and_section_status.ts'
import { headingOf, joinBlocks } from '../../text/blocks.ts'
import { linksIn } from '../../text/links.ts'
import { introduction } from '../../text/sections.ts'
import { introductionId } from '../../text/section_and_block_ids.ts'
import { untrusted } from '../../text/untrusted.ts'

interface TextsWanted {
  /** without texts */
  readonly outline?: boolean | undefined
  /** only the texts of these sections */
  readonly sections?: readonly string[] | undefined
  /** the changes instead of the text */
  readonly since_version?: number | undefined
}

export interface SectionRead {
  readonly id: string
  readonly level: number
  readonly heading: string
  readonly blocks: readonly BlockLine[]
  /** absent when nothing in the section ever changed */
  readonly row?: SectionRow
}

const noneOfThese = (): Refusal =>
  invalid('unknown_section', 'This pad has none of these sections. open_pad with outline lists those it has.')

/** Throws when none of the sections wanted can be in any version, before a long pad is read in vain. */
export async function checkSections(
  sql: Sql,
  pad_id: string,
  { outline, sections }: Pick<TextsWanted, 'outline' | 'sections'>,
): Promise<void> {
  if (sections === undefined || outline || sections.includes(introductionId(pad_id))) return
  if (!(await anyWasSection(sql, pad_id, sections))) throw noneOfThese()
}

/** Returns the sections of a version. For some texts only, headings are read first: they delimit the sections. */
export async function sectionsRead(
  sql: Sql,
  pad_id: string,
  { entries }: Pick<Layout, 'entries'>,
  { outline, sections: named, since_version }: TextsWanted,
): Promise<readonly SectionRead[]> {
  const whole = !outline && named === undefined && since_version === undefined
  let sections = sectionsOfLines(pad_id, await blockLines(sql, pad_id, entries, whole ? 'all' : []))
  if (named !== undefined && !outline) {
    const chosen = sections.filter((section) => named.includes(section.id))
    if (chosen.length === 0) throw noneOfThese()
    const blocks = chosen.flatMap((section) => section.blocks)
    const ids = blocks.map(({ id }) => id)
    const texts = new Map((await blockLines(sql, pad_id, blocks, ids)).map((line) => [line.id, line]))
    sections = sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) => texts.get(block.id) ?? block),
    }))
  }
  const ids = sections.map(({ id }) => id)
  const rows = new Map((await sectionRows(sql, pad_id, ids)).map((row) => [row.section_id, row]))
  return sections.map((section) => {
    const row = rows.get(section.id)
    return row ? { ...section, row } : section
  })
}

export function sectionsOfLines(pad: string, lines: readonly BlockLine[]): readonly SectionRead[] {
  const sections: (SectionRead & { blocks: BlockLine[] })[] = []
  for (const line of lines) {
    const below = sections.at(-1)
    if (line.level !== undefined) {
      const heading = headingOf(line.text ?? '')?.words ?? ''
      sections.push({ id: line.id, level: line.level, heading, blocks: [line] })
    } else if (below) below.blocks.push(line)
    else sections.push({ id: introductionId(pad), level: 0, heading: introduction, blocks: [line] })
  }
  return sections.length > 0 ? sections : [{ id: introductionId(pad), level: 0, heading: introduction, blocks: [] }]
}

/** Whether a section prints a link: only then does the reach of its authors matter. */
export const hasLink = ({ blocks }: SectionRead): boolean =>
  blocks.some(({ text }) => text !== undefined && linksIn(text).length > 0)

interface Seen {
  /** the section's rev in an older version */
  readonly rev: number | undefined
  readonly old: boolean
  /** true in a Checked hub, where sections show their checks */
  readonly marked: boolean
  readonly statuses: PadStatuses
  readonly reach: boolean
  readonly checker: (id: string) => Person | undefined
}

export function viewOf(section: SectionRead, { rev, old, marked, statuses, reach, checker }: Seen): SectionView {
  const { row } = section
  const texts = section.blocks.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const known = texts.length === section.blocks.length
  const by = row?.checked?.by === undefined ? undefined : checker(row.checked.by)
  return present({
    id: section.id,
    level: section.level,
    heading: untrusted(section.heading),
    status: statuses.of(section.id),
    open_threads: statuses.openThreads(section.id),
    words: section.blocks.reduce((sum, block) => sum + block.words, 0),
    rev: rev ?? row?.rev ?? 1,
    suggestions_only: row?.fighting && !old ? true : undefined,
    check:
      row?.checked && marked
        ? present({
            state: row.checked.state,
            at: new Date(row.checked.at),
            by,
            note: row.checked.note,
          })
        : undefined,
    ...(known && {
      text: untrusted(joinBlocks(texts)),
      blocks: section.blocks.map(({ id, rev, text }) => ({ id, rev, text: untrusted(text ?? '') })),
    }),
    reach,
  })
}
