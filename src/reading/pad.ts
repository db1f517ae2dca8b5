import type { Sql } from '../../sql/client.ts'
import {
  type Author,
  authorsOf,
  type DecisionRecord,
  decisionsOn,
  type EditRecord,
  editsOf,
  waitingEdits,
} from '../../sql/reads/edits.ts'
import { layoutsAt, versionId } from '../../sql/reads/layouts.ts'
import { lastMoveAbout, type PadHead, padHead, revsAt, threadsAboutPad } from '../../sql/reads/pads.ts'
import { type BlameOf, readBlame } from './pad_blame.ts'
import { readMargins, withMargin } from './pad_margins.ts'
import { rightsOn } from './pad_rights.ts'
import { reachOf } from './reach.ts'
import { personOf } from './person.ts'
import type { BlockView, DecisionLine, PadPage, Person } from '../render/model.ts'
import type { Caller } from '../rules/caller.ts'
import { invalid } from '../rules/errors.ts'
import { reads, timers } from '../rules/limits.ts'
import { type PadStatuses, padStatuses } from '../rules/pad_status.ts'
import type { Seat } from '../rules/lists.ts'
import { changesOf, editLine, type PadEdit, shortened, waitingLines } from './pad_edits.ts'
import { checkSections, hasLink, type SectionRead, sectionsRead, viewOf } from './pad_sections.ts'
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
  /** also what each suggestion that waits would change */
  readonly suggested?: boolean | undefined
  /** also who wrote each block */
  readonly blame?: boolean | undefined
  /** also what stands beside the text, and what this reader may do there */
  readonly margins?: { readonly by?: Caller | undefined } | undefined
}

export interface PadRead extends PadPage {
  readonly suggestions: readonly PadEdit[]
  readonly history?: readonly PadEdit[]
  readonly created_by: string
  /** the reader's seat here */
  readonly seat?: Seat
}

/** A pad as the reader may see it; undefined where it is missing, private or hidden. Reads only texts that are asked for. */
export async function readPad(sql: Sql, reader: Reader, wanted: PadWanted, now: number): Promise<PadRead | undefined> {
  const head = await padHead(sql, reader, wanted.id)
  if (!head) return undefined
  const version = wanted.version ?? head.version
  for (const named of [version, wanted.since_version ?? 1]) if (named > head.version) throw noVersion(head, named)
  await checkSections(sql, head.id, wanted)

  const old = version < head.version
  const since = wanted.since_version
  const room = !wanted.suggested ? 0 : wanted.outline ? reads.pad.changeCharacters : reads.pad.suggestedCharacters
  const [layouts, about, lastMove, suggestions, edits, decisions, oldRevs] = await Promise.all([
    layoutsAt(sql, [{ pad_id: head.id, version }]),
    threadsAboutPad(sql, reader, head.id),
    lastMoveAbout(sql, head.id),
    waitingEdits(sql, head.id, room),
    since !== undefined
      ? editsOf(sql, head.id, { after: since, upTo: version, limit: reads.pad.changes })
      : wanted.history
        ? editsOf(sql, head.id, { upTo: version, limit: reads.pad.history })
        : undefined,
    decisionsOn(sql, reader, head.id, reads.pad.decisions),
    old ? revsAt(sql, head.id, version) : undefined,
  ])
  const talk = about.filter((thread) => thread.open_to_reader).map(({ open_to_reader: _, ...thread }) => thread)
  const layout = layouts.get(versionId({ pad_id: head.id, version }))
  if (!layout) throw noVersion(head, version)

  const sections = await sectionsRead(sql, head.id, layout, wanted)
  const changedAt = new Map(sections.map(({ id, row }) => [id, row?.changed_at.getTime()]))
  const statuses = padStatuses(
    sections,
    (id) => changedAt.get(id),
    about.map((thread) => ({ ...thread, open: thread.status === 'open' })),
    now,
  )
  // looked for once: it reads every word
  const linked = new Set(sections.filter(hasLink))
  const writers = [...linked].flatMap(({ row }) => row?.authors ?? [])
  const checkers = sections.flatMap(({ row }) => row?.checked?.by ?? [])
  const records = [...suggestions, ...(edits ?? []), ...decisions]
  const answerers = decisions.flatMap(({ answered_by }) => answered_by ?? [])
  const named = [...new Set([...checkers, ...answerers])]
  const starters = wanted.margins ? talk.map(({ starter }) => starter.id) : []
  const asked = [...new Set([...writers, ...records.map(({ by }) => by.id), ...named, ...starters, head.created_by])]
  const [reached, names, margins, rights, changes, blamed] = await Promise.all([
    reachOf(sql, asked, now),
    wanted.margins ? undefined : authorsOf(sql, named),
    wanted.margins && readMargins(sql, { head, version, sections, reader: reader.id, named, now }),
    wanted.margins?.by && !old ? rightsOn(sql, head, wanted.margins.by, now) : undefined,
    since === undefined ? undefined : changesOf(sql, head.id, edits ?? []),
    wanted.blame ? readBlame(sql, head.id, sections) : undefined,
  ])
  const { keepers } = head
  const person = (by: Author): Person => ({
    ...by,
    ...(Object.hasOwn(keepers, by.id) && { seat: keepers[by.id]! }),
    reach: reached.has(by.id),
  })
  const blame = blamed?.(person)
  const people = margins?.people ?? names ?? new Map<string, Author>()
  const personNamed = (id: string): Person | undefined => {
    const found = people.get(id)
    return found && person(found)
  }
  const moved = hasMoved(head, { sections, statuses, lastMove, suggestions, decisions })
  const seat = head.hub_seat ?? head.pad_seat
  return {
    id: head.id,
    hub: hubRef(head, reader),
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
    ...(head.pinned && { pinned: true }),
    ...(seat && { seat }),
    sections: sections.map((section) => {
      const view = viewOf(section, {
        rev: oldRevs?.get(section.id),
        marked: head.hub.mode === 'checked' && !old,
        old,
        statuses,
        reach: !linked.has(section) || (section.row?.authors ?? []).every((id) => reached.has(id)),
        checker: personNamed,
      })
      if (blame) return { ...view, ...(view.blocks && { blocks: view.blocks.map((block) => withBlame(block, blame)) }) }
      return margins && !old ? withMargin(view, section, margins, { person: personNamed, undo: rights?.undo }) : view
    }),
    moved,
    threads: talk
      .filter(({ status }) => status === 'open')
      .slice(0, reads.pad.threads)
      .map(({ posts: _, starter: __, source: ___, ...thread }) => thread),
    ...(margins && {
      talk: talk
        .slice(0, reads.pad.threads)
        .map(({ starter, ...thread }) => ({ ...thread, starter: personOf(starter, reached, keepers) })),
      people: [...margins.people.values()].map(person),
      ...(margins.read && { read: margins.read }),
    }),
    ...(rights && { may: rights.may }),
    suggestions: waitingLines(suggestions, { mode: head.hub.mode, person, room }).map((line, n) => ({
      ...line,
      ...(rights && { answers: rights.answer('edit', authored(suggestions[n]!)) }),
    })),
    ...(edits && {
      history: edits.map((edit) => {
        const changed = changes?.get(edit.id)
        return { ...editLine(edit, person), ...(changed !== undefined && { changed }) }
      }),
    }),
    decisions: shortened(decisions).map(({ author_human, answered_by, ...decision }): DecisionLine => {
      const answerer = answered_by === undefined ? undefined : personNamed(answered_by)
      const of = { author_id: decision.by.id, human_id: author_human }
      return {
        ...decision,
        by: person(decision.by),
        ...(answerer && { answerer }),
        ...(rights && decision.status === 'proposed' && { answers: rights.answer('decision', of) }),
      }
    }),
    indexable: reader.publicOn && head.hub.audience === 'public' && !head.fold_reason && reached.has(head.created_by),
  }
}

function withBlame(block: BlockView, blameOf: BlameOf): BlockView {
  const blame = blameOf(block.id)
  return blame ? { ...block, blame } : block
}

const hubRef = ({ hub: { accepts_guests: _, ...hub } }: PadHead, { publicOn }: Reader): PadPage['hub'] => ({
  ...hub,
  audience: publicOn ? hub.audience : 'private',
})

const authored = ({ by }: EditRecord) => ({ author_id: by.id, human_id: by.human?.id })

interface Moves {
  readonly sections: readonly SectionRead[]
  readonly statuses: PadStatuses
  readonly lastMove: Date | undefined
  readonly suggestions: readonly EditRecord[]
  readonly decisions: readonly DecisionRecord[]
}

/** Something the page shows came after the version it is named by. */
function hasMoved({ updated }: PadHead, { sections, statuses, lastMove, suggestions, decisions }: Moves): boolean {
  const later = (at: Date | undefined): boolean => at !== undefined && at > updated
  return (
    later(lastMove) ||
    suggestions.some(({ at }) => later(at)) ||
    decisions.some(({ at }) => later(at)) ||
    sections.some(
      ({ id, row }) =>
        (row?.checked && later(new Date(row.checked.at))) ||
        (row && statuses.of(id) === 'stale' && later(new Date(row.changed_at.getTime() + timers.staleSection))),
    )
  )
}

const noVersion = ({ version }: PadHead, named: number) =>
  invalid('version', `This pad has no version ${named}; its newest is ${version}. Leave it out to read that one.`)
