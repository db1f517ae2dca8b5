import type { Sql } from '../../../sql/client.ts'
import { type Author, authorsOf } from '../../../sql/reads/pad/authors.ts'
import { decisionsOn, type DecisionRead } from '../../../sql/reads/pad/decisions.ts'
import { editsOf, waitingEdits } from '../../../sql/reads/pad/edits.ts'
import { layoutsAt, versionId } from '../../../sql/reads/pad/layouts.ts'
import { lastMoveAbout, threadsAboutPad } from '../../../sql/reads/pad/threads_about.ts'
import { type PadHead, padHead } from '../../../sql/reads/pad/pad_head.ts'
import { revsAt } from '../../../sql/reads/pad/section_rows.ts'
import type { Person } from '../../records/person.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import { invalid } from '../../rules/errors.ts'
import { reads } from '../../rules/limits.ts'
import { type PadStatuses, padStatuses } from '../../rules/states/pad_and_section_status.ts'
import { personWith } from '../account/person.ts'
import { readBlame } from './pad_blame.ts'
import { changesOf } from './pad_edits.ts'
import { readMargins } from './pad_margins.ts'
import { rightsOn } from './pad_rights.ts'
import { checkSections, hasLink, type SectionRead, sectionsRead } from './pad_sections.ts'
import type { ReadingParts } from '../reading_parts.ts'

export interface PadWanted {
  readonly id: string
  /** an older version */
  readonly version?: number | undefined
  /** without texts */
  readonly outline?: boolean | undefined
  /** only the texts of these sections */
  readonly sections?: readonly string[] | undefined
  /** the changes after this version, instead of the text */
  readonly since_version?: number | undefined
  /** include the last edits */
  readonly history?: boolean | undefined
  /** include what each waiting suggestion would change */
  readonly suggested?: boolean | undefined
  /** include who wrote each block */
  readonly blame?: boolean | undefined
  /** include what stands beside the text, and what this reader may do there */
  readonly margins?: { readonly by?: Caller | undefined } | undefined
}

/** A request for a pad that its reader may see. */
export interface PadAsked {
  readonly head: PadHead
  readonly version: number
  /** true for any version but the newest */
  readonly old: boolean
  readonly wanted: PadWanted
  readonly reader: Reader
  readonly now: number
}

/** Returns undefined when the pad is missing, private or hidden. */
export async function askedOf(sql: Sql, reader: Reader, wanted: PadWanted, now: number): Promise<PadAsked | undefined> {
  const head = await padHead(sql, reader, wanted.id)
  if (!head) return undefined
  const version = wanted.version ?? head.version
  for (const named of [version, wanted.since_version ?? 1]) if (named > head.version) throw noVersion(head, named)
  await checkSections(sql, head.id, wanted)
  return { head, version, old: version < head.version, wanted, reader, now }
}

/** Most characters read of each suggestion. */
const roomFor = ({ suggested, outline }: PadWanted): number =>
  !suggested ? 0 : outline ? reads.pad.changeCharacters : reads.pad.suggestedCharacters

export type PadRows = Awaited<ReturnType<typeof readRows>>

/** Reads the pad at a version with its threads, suggestions, edits and decisions. */
export async function readRows(sql: Sql, { head, version, old, wanted, reader, now }: PadAsked) {
  const room = roomFor(wanted)
  const [layouts, about, lastMove, suggestions, edits, decisions, oldRevs] = await Promise.all([
    layoutsAt(sql, [{ pad_id: head.id, version }]),
    threadsAboutPad(sql, reader, head.id),
    lastMoveAbout(sql, head.id),
    waitingEdits(sql, head.id, room),
    editsWanted(sql, head.id, version, wanted),
    decisionsOn(sql, reader, head.id, reads.pad.decisions),
    old ? revsAt(sql, head.id, version) : undefined,
  ])
  const layout = layouts.get(versionId({ pad_id: head.id, version }))
  if (!layout) throw noVersion(head, version)
  const sections = await sectionsRead(sql, head.id, layout, wanted)
  const changedAt = new Map(sections.map(({ id, row }) => [id, row?.changed_at.getTime()]))
  const statuses: PadStatuses = padStatuses(
    sections,
    (id) => changedAt.get(id),
    about.map((thread) => ({ ...thread, open: thread.status === 'open' })),
    now,
  )
  const talk = about.filter((thread) => thread.open_to_reader).map(({ open_to_reader: _, ...thread }) => thread)
  return { layout, sections, statuses, talk, lastMove, suggestions, room, edits, decisions, oldRevs }
}

const editsWanted = (sql: Sql, id: string, upTo: number, { since_version: after, history }: PadWanted) =>
  after !== undefined
    ? editsOf(sql, id, { after, upTo, limit: reads.pad.changes })
    : history
      ? editsOf(sql, id, { upTo, limit: reads.pad.history })
      : undefined

export type PadBeside = Awaited<ReturnType<typeof readBeside>>

/** Reads the participants it names and, when asked for, margins, rights, changes and blame. */
export async function readBeside(
  parts: ReadingParts,
  { head, version, old, wanted, reader, now }: PadAsked,
  rows: PadRows,
) {
  const { sql } = parts
  const { sections, suggestions, edits, decisions, talk } = rows
  // computed once: it reads every word
  const linked = new Set(sections.filter(hasLink))
  const named = namedIn(sections, decisions)
  const starters = wanted.margins ? talk.map(({ starter }) => starter.id) : []
  const authors = [...suggestions, ...(edits ?? []), ...decisions].map(({ by }) => by.id)
  const writers = [...linked].flatMap(({ row }) => row?.authors ?? [])
  const elsewhere = wanted.margins ? [] : named
  const asked = [...new Set([...writers, ...authors, ...elsewhere, ...starters, head.created_by])]
  const [reached, names, margins, standing, changes, blame] = await Promise.all([
    parts.reach.of(asked, now),
    wanted.margins ? undefined : authorsOf(sql, named),
    wanted.margins && readMargins(parts, { head, version, sections, reader: reader.id, named, now }),
    wanted.margins?.by ? rightsOn(sql, head, wanted.margins.by, now) : undefined,
    wanted.since_version === undefined ? undefined : changesOf(sql, head.id, edits ?? []),
    wanted.blame ? readBlame(parts, head, sections, now) : undefined,
  ])
  const person = (by: Author): Person => personWith(by, reached, head.keepers)
  const personNamed = (id: string): Person | undefined => {
    if (margins) return margins.people.get(id)
    const found = names?.get(id)
    return found && person(found)
  }
  // nothing is done to an earlier version but to bring it back
  const rights = old ? undefined : standing
  const returns = old && standing?.may.some((act) => act === 'edit_pad' || act === 'propose') === true
  return { linked, reached, margins, rights, returns, changes, blame, person, personNamed }
}

/** Returns the ids of those who checked a section or answered a decision. */
const namedIn = (sections: readonly SectionRead[], decisions: readonly DecisionRead[]): readonly string[] => [
  ...new Set([
    ...sections.flatMap(({ row }) => row?.checked?.by ?? []),
    ...decisions.flatMap(({ answered_by }) => answered_by ?? []),
  ]),
]

const noVersion = ({ version }: PadHead, named: number) =>
  invalid('version', `This pad has no version ${named}; its newest is ${version}. Leave it out to read that one.`)
