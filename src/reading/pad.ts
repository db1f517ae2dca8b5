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
import { reachOf } from './reach.ts'
import type { DecisionLine, PadPage, Person } from '../render/model.ts'
import { invalid } from '../rules/errors.ts'
import { reads, timers } from '../rules/limits.ts'
import { type PadStatuses, padStatuses } from '../rules/pad_status.ts'
import type { Seat } from '../rules/lists.ts'
import { changesOf, editLine, type PadEdit, shortened, waitingLines } from './pad_edits.ts'
import { hasLink, type SectionRead, sectionsRead, viewOf } from './pad_sections.ts'
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

  const old = version < head.version
  const since = wanted.since_version
  const room = !wanted.suggested ? 0 : wanted.outline ? reads.pad.changeCharacters : reads.pad.suggestedCharacters
  const [layouts, about, lastMove, suggestions, edits, decisions, oldRevs] = await Promise.all([
    layoutsAt(sql, [{ pad_id: head.id, version }]),
    threadsAboutPad(sql, head.id),
    lastMoveAbout(sql, head.id),
    waitingEdits(sql, head.id, room),
    since !== undefined
      ? editsOf(sql, head.id, { after: since, upTo: version, limit: reads.pad.changes })
      : wanted.history
        ? editsOf(sql, head.id, { upTo: version, limit: reads.pad.history })
        : undefined,
    decisionsOn(sql, head.id, reads.pad.decisions),
    old ? revsAt(sql, head.id, version) : undefined,
  ])
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
  const writers = sections.filter(hasLink).flatMap(({ row }) => row?.authors ?? [])
  const checkers = sections.flatMap(({ row }) => row?.checked?.by ?? [])
  const records = [...suggestions, ...(edits ?? []), ...decisions]
  const asked = [...new Set([...writers, ...records.map(({ by }) => by.id), ...checkers, head.created_by])]
  const [reached, names, changes] = await Promise.all([
    reachOf(sql, asked, now),
    authorsOf(sql, [...new Set(checkers)]),
    since === undefined ? undefined : changesOf(sql, head.id, edits ?? []),
  ])
  const person = (by: Author): Person => ({ ...by, reach: reached.has(by.id) })
  const moved = hasMoved(head, { sections, statuses, lastMove, suggestions, decisions })
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
        rev: oldRevs?.get(section.id),
        marked: head.hub.mode === 'checked' && !old,
        old,
        statuses,
        reach: !hasLink(section) || (section.row?.authors ?? []).every((id) => reached.has(id)),
        checker: (id) => {
          const found = names.get(id)
          return found && person(found)
        },
      }),
    ),
    moved,
    threads: about.filter(({ status }) => status === 'open').slice(0, reads.pad.threads),
    suggestions: waitingLines(suggestions, { mode: head.hub.mode, person, room }),
    ...(edits && {
      history: edits.map((edit) => {
        const changed = changes?.get(edit.id)
        return { ...editLine(edit, person), ...(changed !== undefined && { changed }) }
      }),
    }),
    decisions: shortened(decisions).map((decision): DecisionLine => ({ ...decision, by: person(decision.by) })),
    indexable: reader.publicOn && head.hub.audience === 'public' && !head.fold_reason && reached.has(head.created_by),
  }
}

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
