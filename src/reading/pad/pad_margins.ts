import type { Sql } from '../../../sql/client.ts'
import { type Brought, broughtAt } from '../../../sql/reads/pad/edit_of_version.ts'
import { layoutsAt, versionId } from '../../../sql/reads/pad/layouts.ts'
import { type BlockLine, blockLines } from '../../../sql/reads/pad/block_lines.ts'
import type { PadHead } from '../../../sql/reads/pad/pad_head.ts'
import { present, presentAs } from '../../records/present.ts'
import type { LastChange, SectionView } from '../../records/pad/section.ts'
import type { Person } from '../../records/person.ts'
import { reads } from '../../rules/limits.ts'
import { joinBlocks } from '../../text/blocks.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import type { ReadingParts } from '../reading_parts.ts'
import { padPeople } from './pad_people.ts'
import { type SectionRead, sectionsOfLines } from './pad_sections.ts'

/** What stands beside the text: who last changed each section and paragraph, and what is new to this reader. */
interface Margins {
  /** edits, by the version that each made */
  readonly brought: ReadonlyMap<number, Brought>
  readonly people: ReadonlyMap<string, Person>
  /** what the reader had seen before this visit */
  readonly read?: { readonly version: number; readonly at: Date }
  /** earlier texts of the sections that others changed since; undefined when the section is new or was not read */
  readonly was: ReadonlyMap<string, Untrusted | undefined>
}

interface Asked {
  readonly head: PadHead
  readonly version: number
  readonly sections: readonly SectionRead[]
  /** the reader, whose own changes are not marked as new */
  readonly reader?: string | undefined
  /** ids of other participants that the page names */
  readonly named: readonly string[]
  readonly now: number
}

export async function readMargins(parts: ReadingParts, asked: Asked): Promise<Margins> {
  const { sql } = parts
  const { head, sections, version } = asked
  const versions = new Set(sections.flatMap(({ blocks }) => blocks.map((block) => block.version)))
  for (const { row } of sections) if (row?.version) versions.add(row.version)
  const read = readBefore(asked)
  const news = read && read.version < version
  const [brought, before] = await Promise.all([
    broughtAt(sql, head.id, [...versions]),
    news ? textsAt(sql, head.id, read.version, sections) : undefined,
  ])
  const ids = new Set([
    ...[...brought.values()].flatMap(({ author_id, made_by }) => [author_id, made_by]),
    ...asked.named,
  ])
  return presentAs({
    brought,
    people: await padPeople(parts, [...ids], head.keepers, asked.now),
    read,
    was: news && before ? changedSince(asked, read.version, brought, before) : new Map(),
  })
}

/** Returns what was read before this visit: reading again within the visit gap continues the same visit. */
function readBefore({ head: { visit }, now }: Asked): Margins['read'] {
  if (!visit) return undefined
  if (now - visit.at.getTime() > reads.pad.visitGap) return { version: visit.version, at: visit.at }
  return visit.before
}

/** Reads the sections of an older version. Texts that are unchanged since are not read again. */
async function textsAt(
  sql: Sql,
  pad_id: string,
  version: number,
  sections: readonly SectionRead[],
): Promise<ReadonlyMap<string, SectionRead>> {
  const layout = (await layoutsAt(sql, [{ pad_id, version }])).get(versionId({ pad_id, version }))
  if (!layout) return new Map()
  const key = ({ id, rev }: { id: string; rev: number }): string => `${id} ${rev}`
  const today = new Map(sections.flatMap(({ blocks }) => blocks.map((block) => [key(block), block] as const)))
  const others = layout.entries.filter((entry) => !today.has(key(entry)))
  const read = new Map((await blockLines(sql, pad_id, others, 'all')).map((line) => [key(line), line]))
  const lines = layout.entries.flatMap((entry): BlockLine[] => {
    const line = today.get(key(entry)) ?? read.get(key(entry))
    return line ? [line] : []
  })
  return new Map(sectionsOfLines(pad_id, lines).map((section) => [section.id, section]))
}

function changedSince(
  { sections, reader }: Asked,
  since: number,
  brought: Margins['brought'],
  before: ReadonlyMap<string, SectionRead>,
): Margins['was'] {
  const was = new Map<string, Untrusted | undefined>()
  for (const { id, row, blocks } of sections) {
    const last = row?.version ?? 0
    const by = brought.get(last)
    // what the reader let in was seen then
    if (last <= since || by?.author_id === reader || by?.made_by === reader) continue
    const old = before.get(id)
    const unread = blocks.some(({ text }) => text === undefined)
    const text = unread ? undefined : old && textOf(old.blocks)
    if (text !== textOf(blocks)) was.set(id, text === undefined ? undefined : untrusted(text))
  }
  return was
}

const textOf = (blocks: readonly BlockLine[]): string => joinBlocks(blocks.map(({ text }) => text ?? ''))

interface Beside {
  readonly person: (id: string) => Person | undefined
  readonly undo: ((edit: Brought) => boolean) | undefined
}

/** Adds to each paragraph of a section who wrote it. */
export function withAuthors(view: SectionView, { blocks }: SectionRead, { brought }: Margins): SectionView {
  const authors = new Map(blocks.map((block) => [block.id, brought.get(block.version)?.author_id]))
  return {
    ...view,
    ...present({ blocks: view.blocks?.map((block) => ({ ...block, ...present({ by: authors.get(block.id) }) })) }),
  }
}

/** Adds to a section who wrote it, who changed it last, and what in it is new to the reader. */
export function withMargin(
  view: SectionView,
  section: SectionRead,
  margins: Margins,
  { person, undo }: Beside,
): SectionView {
  const { id, row } = section
  const { brought, was } = margins
  const made = brought.get(row?.version ?? 0)
  const by = made && person(made.author_id)
  const before = was.get(id)
  return {
    ...withAuthors(view, section, margins),
    ...present({
      last: made && by ? lastChange(made, by, undo) : undefined,
      changed_since_read: was.has(id) ? true : undefined,
      was: before,
    }),
  }
}

const lastChange = (made: Brought, by: Person, undo: Beside['undo']): LastChange =>
  presentAs({
    id: made.id,
    version: made.version,
    kind: made.kind,
    by,
    at: made.at,
    host: made.host,
    note: made.note,
    sections: made.sections,
    undo: made.undoable && made.version > 1 && undo?.(made) ? true : undefined,
  })
