import type { Sql } from '../../sql/client.ts'
import {
  type Author,
  authorsOf,
  type DecisionRecord,
  decisionsOn,
  type EditRecord,
  editsOf,
  replacedBy,
  waitingEdits,
} from '../../sql/reads/edits.ts'
import { layoutsAt, versionId } from '../../sql/reads/layouts.ts'
import {
  type AboutRow,
  type BlockLine,
  blockLines,
  lastMoveAbout,
  type PadHead,
  padHead,
  revsAt,
  type SectionRow,
  sectionRows,
  threadsAboutPad,
} from '../../sql/reads/pads.ts'
import { reachOf } from './reach.ts'
import { clip } from '../render/budget.ts'
import type { DecisionLine, EditLine, PadPage, Person, SectionView } from '../render/model.ts'
import { invalid } from '../rules/errors.ts'
import { reads, timers } from '../rules/limits.ts'
import { type PadStatuses, padStatuses } from '../rules/pad_status.ts'
import type { Seat } from '../rules/lists.ts'
import { headingOf, joinBlocks } from '../text/blocks.ts'
import { characters } from '../text/characters.ts'
import { linksIn } from '../text/links.ts'
import { introduction, introductionId } from '../text/sections.ts'
import { untrusted } from '../text/untrusted.ts'
import type { Reader } from './reader.ts'

export interface PadWanted {
  readonly id: string
  /** an older version */
  readonly version?: number | undefined
  /** no texts */
  readonly outline?: boolean | undefined
  /** only the texts of these sections */
  readonly sections?: readonly string[] | undefined
  /** what changed after this version instead of the text */
  readonly since_version?: number | undefined
  /** also the last edits */
  readonly history?: boolean | undefined
}

/** An edit as `data` has it, beside what a line of text says. */
export interface PadEdit extends EditLine {
  readonly merged_with: readonly string[]
  readonly new_heading: boolean
  readonly removed_link: boolean
  readonly small: boolean
}

export interface PadRead extends PadPage {
  readonly suggestions: readonly PadEdit[]
  readonly history?: readonly PadEdit[]
  readonly created_by: string
  /** the reader's seat here */
  readonly seat?: Seat
}

/** So many characters of what edits changed are shown at most, and so many edits are named after a version. */
const changesShown = 30_000
const changesNamed = 50
/** Decisions beside the text: longer ones lose their reason, then their end. */
const decisionsShown = 12_000
const decisionClip = 300
const threadsNamed = 50

/** A pad as the reader may see it; undefined where it is missing, private or hidden. Reads only texts that are asked for. */
export async function readPad(sql: Sql, reader: Reader, wanted: PadWanted, now: number): Promise<PadRead | undefined> {
  const head = await padHead(sql, reader, wanted.id)
  if (!head) return undefined
  const version = wanted.version ?? head.version
  for (const named of [version, wanted.since_version ?? 1]) if (named > head.version) throw noVersion(head, named)

  const old = version < head.version
  const since = wanted.since_version
  const [layouts, about, lastMove, suggestions, edits, decisions, oldRevs] = await Promise.all([
    layoutsAt(sql, [{ pad_id: head.id, version }]),
    threadsAboutPad(sql, head.id),
    lastMoveAbout(sql, head.id),
    waitingEdits(sql, head.id),
    since !== undefined
      ? editsOf(sql, head.id, { after: since, upTo: version, limit: changesNamed })
      : wanted.history
        ? editsOf(sql, head.id, { upTo: version, limit: reads.pad.history })
        : undefined,
    decisionsOn(sql, head.id, reads.pad.decisions),
    old ? revsAt(sql, head.id, version) : undefined,
  ])
  const layout = layouts.get(versionId({ pad_id: head.id, version }))
  if (!layout) throw noVersion(head, version)

  const { sections, rows } = await sectionsWithTexts(sql, head, layout.entries, wanted)
  const statuses = padStatuses(
    sections,
    (id) => rows.get(id)?.changed_at.getTime(),
    about.map((thread) => ({ ...thread, open: thread.status === 'open' })),
    now,
  )
  const linking = sections.filter(({ blocks }) =>
    blocks.some(({ text }) => text !== undefined && linksIn(text).length > 0),
  )
  const records = [...suggestions, ...(edits ?? []), ...decisions]
  const checkers = [...rows.values()].flatMap(({ checked }) => (checked?.by === undefined ? [] : [checked.by]))
  const writers = linking.flatMap(({ id }) => rows.get(id)?.authors ?? [])
  const asked = [...new Set([...writers, ...records.map(({ by }) => by.id), ...checkers, head.created_by])]
  const [reached, names, changes] = await Promise.all([
    reachOf(sql, asked, now),
    authorsOf(sql, [...new Set(checkers)]),
    since === undefined ? undefined : changesOf(sql, head.id, edits ?? []),
  ])
  const person = (by: Author): Person => ({ ...by, reach: reached.has(by.id) })
  const moved = hasMoved(head, { rows, statuses, lastMove, suggestions, decisions })
  const seat = head.hub_seat ?? head.pad_seat
  return {
    id: head.id,
    hub: { ...head.hub, audience: reader.publicOn ? head.hub.audience : 'private' },
    title: layout.title,
    version,
    latest_version: head.version,
    status: statuses.pad,
    created: head.created,
    created_by: head.created_by,
    updated: old ? layout.at : head.updated,
    ...(head.fold_reason && { fold_reason: head.fold_reason }),
    ...(head.hidden && { hidden: true }),
    ...(head.locked && { locked: true }),
    ...(seat && { seat }),
    sections: sections.map((section) =>
      viewOf(section, {
        row: rows.get(section.id),
        rev: oldRevs?.get(section.id),
        marked: head.hub.mode === 'checked' && !old,
        old,
        statuses,
        reach: (rows.get(section.id)?.authors ?? []).every((id) => reached.has(id)) || !linking.includes(section),
        checker: (id) => {
          const found = names.get(id)
          return found && person(found)
        },
      }),
    ),
    moved,
    threads: about.filter(({ status }) => status === 'open').slice(0, threadsNamed),
    suggestions: suggestions.map((edit) => waitingLine(head, editLine(edit, person))),
    ...(edits && {
      history: edits.map((edit) => {
        const changed = changes?.get(edit.id)
        return { ...editLine(edit, person), ...(changed !== undefined && { changed: untrusted(changed) }) }
      }),
    }),
    decisions: shortened(decisions).map((decision): DecisionLine => ({ ...decision, by: person(decision.by) })),
    indexable: reader.publicOn && head.hub.audience === 'public' && !head.fold_reason && reached.has(head.created_by),
  }
}

interface SectionOfBlocks {
  readonly id: string
  readonly level: number
  readonly heading: string
  readonly blocks: readonly BlockLine[]
}

/** Headings first where only some texts are wanted: they say which blocks stand in which section. */
async function sectionsWithTexts(
  sql: Sql,
  { id }: PadHead,
  entries: Parameters<typeof blockLines>[2],
  { outline, sections: named, since_version }: PadWanted,
): Promise<{ sections: readonly SectionOfBlocks[]; rows: ReadonlyMap<string, SectionRow> }> {
  const whole = !outline && named === undefined && since_version === undefined
  const lines = await blockLines(sql, id, entries, whole ? 'all' : [])
  let sections = sectionsOfLines(id, lines)
  if (named !== undefined && !outline) {
    const chosen = sections.filter((section) => named.includes(section.id))
    if (chosen.length === 0 && named.length > 0) {
      throw invalid('unknown_section', 'This pad has none of these sections. open_pad with outline lists those it has.')
    }
    const blocks = chosen.flatMap((section) => section.blocks)
    const texts = new Map(
      (
        await blockLines(
          sql,
          id,
          blocks,
          blocks.map((block) => block.id),
        )
      ).map((line) => [line.id, line]),
    )
    sections = sections.map((section) => ({
      ...section,
      blocks: section.blocks.map((block) => texts.get(block.id) ?? block),
    }))
  }
  const rows = await sectionRows(
    sql,
    id,
    sections.map((section) => section.id),
  )
  return { sections, rows: new Map(rows.map((row) => [row.section_id, row])) }
}

function sectionsOfLines(pad: string, lines: readonly BlockLine[]): SectionOfBlocks[] {
  const sections: (SectionOfBlocks & { blocks: BlockLine[] })[] = []
  for (const line of lines) {
    const below = sections.at(-1)
    if (line.level !== undefined) {
      sections.push({
        id: line.id,
        level: line.level,
        heading: headingOf(line.text ?? '')?.words ?? '',
        blocks: [line],
      })
    } else if (below) below.blocks.push(line)
    else sections.push({ id: introductionId(pad), level: 0, heading: introduction, blocks: [line] })
  }
  return sections.length > 0 ? sections : [{ id: introductionId(pad), level: 0, heading: introduction, blocks: [] }]
}

interface Seen {
  readonly row: SectionRow | undefined
  readonly rev: number | undefined
  readonly old: boolean
  /** Checked hubs say what was checked */
  readonly marked: boolean
  readonly statuses: PadStatuses
  readonly reach: boolean
  readonly checker: (id: string) => Person | undefined
}

function viewOf(section: SectionOfBlocks, { row, rev, old, marked, statuses, reach, checker }: Seen): SectionView {
  const texts = section.blocks.flatMap(({ text }) => (text === undefined ? [] : [text]))
  const known = texts.length === section.blocks.length
  const by = row?.checked?.by === undefined ? undefined : checker(row.checked.by)
  return {
    id: section.id,
    level: section.level,
    heading: untrusted(section.heading),
    status: statuses.of(section.id),
    open_threads: statuses.openThreads(section.id),
    words: section.blocks.reduce((sum, block) => sum + block.words, 0),
    rev: rev ?? row?.rev ?? 1,
    ...(row?.fighting && !old && { suggestions_only: true }),
    ...(row?.checked &&
      marked && {
        check: {
          state: row.checked.state,
          at: new Date(row.checked.at),
          ...(by && { by }),
          ...(row.checked.note !== undefined && { note: untrusted(row.checked.note) }),
        },
      }),
    ...(known && {
      text: untrusted(joinBlocks(texts)),
      blocks: section.blocks.map(({ id, rev, text }) => ({ id, rev, text: untrusted(text ?? '') })),
    }),
    reach,
  }
}

const editLine = (edit: EditRecord, person: (by: Author) => Person): PadEdit => {
  const { blocks: _, by, merged_with, ...rest } = edit
  return { ...rest, by: person(by), merged: merged_with.length > 0, merged_with }
}

/** Only in a Checked hub something goes in by itself. */
function waitingLine({ hub }: PadHead, { goes_in_at, ...edit }: PadEdit): PadEdit {
  return hub.mode === 'checked' && goes_in_at ? { ...edit, goes_in_at } : edit
}

function shortened(decisions: readonly DecisionRecord[]): readonly DecisionRecord[] {
  let left = decisionsShown
  return decisions.map((decision) => {
    const { reason, ...short } = decision
    left -= characters(decision.text) + (reason === undefined ? 0 : characters(reason))
    if (left >= 0) return decision
    return { ...short, text: clip(short.text, decisionClip).text }
  })
}

/** What each edit changed, as lines that went and lines that came; the newest first until there is enough to read. */
async function changesOf(sql: Sql, pad: string, edits: readonly EditRecord[]): Promise<ReadonlyMap<string, string>> {
  let left = changesShown
  const shown = edits.filter(({ added_chars, removed_chars }) => (left -= added_chars + removed_chars) >= 0)
  const replaced = await replacedBy(
    sql,
    pad,
    shown.flatMap(({ version }) => (version === undefined ? [] : [version])),
  )
  const byVersion = new Map<number, string[]>()
  for (const { version, before, after } of replaced) {
    const lines = byVersion.get(version) ?? []
    byVersion.set(version, lines)
    if (before !== undefined) lines.push(marked('-', before))
    if (after !== undefined) lines.push(marked('+', after))
  }
  let room = changesShown
  const changes = new Map<string, string>()
  for (const { id, version } of shown) {
    const text = byVersion.get(version ?? 0)?.join('\n')
    if (text === undefined || (room -= text.length) < 0) continue
    changes.set(id, text)
  }
  return changes
}

const marked = (mark: '+' | '-', text: string): string =>
  text
    .split('\n')
    .map((line) => `${mark} ${line}`)
    .join('\n')

interface Moves {
  readonly rows: ReadonlyMap<string, SectionRow>
  readonly statuses: PadStatuses
  readonly lastMove: Date | undefined
  readonly suggestions: readonly EditRecord[]
  readonly decisions: readonly DecisionRecord[]
}

/** Something the page shows came after the version it is named by. */
function hasMoved({ updated }: PadHead, { rows, statuses, lastMove, suggestions, decisions }: Moves): boolean {
  const later = (at: Date | undefined): boolean => at !== undefined && at > updated
  return (
    later(lastMove) ||
    suggestions.some(({ at }) => later(at)) ||
    decisions.some(({ at }) => later(at)) ||
    [...rows].some(
      ([id, { checked, changed_at }]) =>
        later(checked ? new Date(checked.at) : undefined) ||
        (statuses.of(id) === 'stale' && later(new Date(changed_at.getTime() + timers.staleSection))),
    )
  )
}

const noVersion = ({ version }: PadHead, named: number) =>
  invalid('version', `This pad has no version ${named}; its newest is ${version}. Leave it out to read that one.`)

export type { AboutRow }
