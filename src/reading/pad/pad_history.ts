import type { Sql } from '../../../sql/client.ts'
import { broughtAt } from '../../../sql/reads/pad/edit_of_version.ts'
import { type Author, authorsOf } from '../../../sql/reads/pad/authors.ts'
import type { EditRead } from '../../../sql/reads/pad/edits.ts'
import { versionId, versionsAt } from '../../../sql/reads/pad/layouts.ts'
import { type PadHead, padHead } from '../../../sql/reads/pad/pad_head.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import { present, presentAs } from '../../records/present.ts'
import type { HistoryView } from '../../records/view.ts'
import type { Person } from '../../records/person.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { invalid } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import { type BlockDifference, blockDifference } from '../../text/merging/block_difference.ts'
import { type Section, sectionsOf } from '../../text/sections.ts'
import { untrusted } from '../../text/untrusted.ts'
import { personWith } from '../account/person.ts'
import { type HistoryPage, historyPage } from './history_page.ts'
import { editLine, type PadEdit } from './pad_edits.ts'
import { rightsOn } from './pad_rights.ts'
import { overOneConnection, type ReadingParts } from '../reading_parts.ts'

interface HistoryWanted {
  /** the caller whose rights decide which edits are marked as undoable */
  readonly by?: Caller | undefined
  readonly pad_id: string
  /** edits after this version */
  readonly from_version?: number | undefined
  /** edits up to this version */
  readonly to_version?: number | undefined
  readonly cursor?: string | undefined
  /** one page by default */
  readonly limit?: number
}

interface PadHistory {
  readonly head: PadHead
  /** newest first */
  readonly edits: readonly PadEdit[]
  /** decisions made on the pad in the time of these edits, newest first; absent between two versions */
  readonly decisions?: readonly DecisionLine[]
  readonly next_cursor?: string
  /** block by block, when both versions are given */
  readonly difference?: readonly BlockInSection[]
}

interface BlockInSection extends BlockDifference {
  readonly section: Pick<Section, 'id' | 'heading'>
}

/** Returns a pad's edits and the difference of two versions; undefined when the pad is missing, private or hidden. */
export const readPadHistory = overOneConnection(
  async (
    parts: ReadingParts,
    reader: Reader,
    { pad_id, from_version, to_version, cursor, by, limit = reads.pad.history }: HistoryWanted,
    now: number,
  ): Promise<PadHistory | undefined> => {
    const { sql } = parts
    const head = await padHead(sql, reader, pad_id)
    if (!head) return undefined
    checkVersions(head, from_version, to_version)
    const [{ next_cursor, ...page }, difference] = await Promise.all([
      historyPage(sql, reader, head, { from_version, to_version, cursor, limit }),
      from_version === undefined || to_version === undefined
        ? undefined
        : differenceOf(sql, head, from_version, to_version),
    ])
    return present({ head, ...(await withPeople(parts, head, page, by, now)), next_cursor, difference })
  },
)

/** Adds who made and who answered each, and marks the edits that `by` may undo. */
async function withPeople(
  { sql, reach }: ReadingParts,
  head: PadHead,
  { edits, decisions }: Omit<HistoryPage, 'next_cursor'>,
  by: Caller | undefined,
  now: number,
): Promise<Pick<PadHistory, 'edits' | 'decisions'>> {
  const answerers = decisions?.flatMap(({ answered_by }) => answered_by ?? []) ?? []
  const named = [...edits, ...(decisions ?? [])].map(({ by: author }) => author.id)
  const [reached, names, undoable] = await Promise.all([
    reach.of([...new Set([...named, ...answerers])], now),
    authorsOf(sql, answerers),
    by ? undoableBy(by, sql, head, edits, now) : new Set<number>(),
  ])
  const person = (author: Author): Person => personWith(author, reached, head.keepers)
  const answererOf = (id: string | undefined): Person | undefined => {
    const found = id === undefined ? undefined : names.get(id)
    return found && person(found)
  }
  return present({
    edits: edits.map((edit) => ({
      ...editLine(edit, person),
      ...present({ undo: undoable.has(edit.version ?? 0) ? true : undefined }),
    })),
    decisions: decisions?.map(({ author_human: _, author_parent: __, answered_by, ...decision }) => ({
      ...decision,
      by: person(decision.by),
      ...present({ answerer: answererOf(answered_by) }),
    })),
  })
}

/** The versions that this caller may undo. The first is the pad itself. */
async function undoableBy(
  by: Caller,
  sql: Sql,
  head: PadHead,
  edits: readonly EditRead[],
  now: number,
): Promise<ReadonlySet<number>> {
  const versions = edits.flatMap(({ version }) => version ?? [])
  const [rights, brought] = await Promise.all([rightsOn(sql, head, by, now), broughtAt(sql, head.id, versions)])
  return new Set(
    versions.filter((version) => {
      const made = brought.get(version)
      return version > 1 && made?.undoable === true && rights.undo(made)
    }),
  )
}

function checkVersions(head: PadHead, from: number | undefined, to: number | undefined): void {
  for (const named of [from, to]) if (named !== undefined && named > head.version) throw noVersion(head, named)
  if (from !== undefined && to !== undefined && from > to) {
    throw invalid('version', 'from_version is the older one: send it below to_version.')
  }
}

/** The same as a page and an app tool show it. */
export const historyView = (
  { head: { id, title, version }, edits, decisions, difference, next_cursor }: PadHistory,
  within: Pick<HistoryWanted, 'from_version' | 'to_version'>,
): HistoryView =>
  presentAs({
    kind: 'pad',
    id,
    title,
    version,
    ...within,
    edits,
    decisions,
    difference: difference?.map(inWords),
    next_cursor,
  })

/** The same for readers, in participants' words. */
const inWords = ({ before, after, section, ...block }: BlockInSection) =>
  present({
    ...block,
    section: { id: section.id, heading: untrusted(section.heading) },
    before: before === undefined ? undefined : untrusted(before),
    after: after === undefined ? undefined : untrusted(after),
  })

async function differenceOf(sql: Sql, head: PadHead, from: number, to: number): Promise<readonly BlockInSection[]> {
  const keys = [from, to].map((version) => ({ pad_id: head.id, version }))
  const found = await versionsAt(sql, keys)
  const [before, after] = keys.map((key) => found.get(versionId(key)))
  if (!before) throw noVersion(head, from)
  if (!after) throw noVersion(head, to)
  const [older, newer] = [before, after].map(({ blocks }) => {
    const sections = sectionsOf(head.id, blocks)
    return new Map(sections.flatMap((section) => section.blocks.map(({ id }) => [id, section] as const)))
  })
  return blockDifference(before.blocks, after.blocks).flatMap((block) => {
    const section = newer?.get(block.block_id) ?? older?.get(block.block_id)
    return section ? [{ ...block, section }] : []
  })
}

const noVersion = ({ version }: PadHead, named: number) =>
  invalid('version', `This pad has no version ${named}; its newest is ${version}.`)
