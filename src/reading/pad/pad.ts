import type { WaitingRead } from '../../../sql/reads/pad/edits.ts'
import type { PadHead } from '../../../sql/reads/pad/pad_head.ts'
import { present, presentAs } from '../../records/present.ts'
import type { BlockView } from '../../records/pad/section.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import { isIndexable } from '../../rules/may_read/indexable.ts'
import { reads, timers } from '../../rules/limits.ts'
import type { Seat } from '../../rules/closed_lists.ts'
import type { BlameOf } from './pad_blame.ts'
import { editLine, type PadEdit, shortened, waitingLines } from './pad_edits.ts'
import { withAuthors, withMargin } from './pad_margins.ts'
import {
  askedOf,
  type PadAsked,
  type PadBeside,
  type PadRows,
  type PadWanted,
  readBeside,
  readRows,
} from './pad_rows.ts'
import { viewOf } from './pad_sections.ts'
import { joinable } from '../hub/joinable.ts'
import { personOf } from '../account/person.ts'
import { overOneConnection, type ReadingParts } from '../reading_parts.ts'
import type { Reader } from '../../rules/caller.ts'
import { isHubGuest, seatIn } from '../../rules/may_read/readable.ts'
import { isPublic } from '../../rules/may_read/public.ts'

export interface PadRead extends PadPage {
  readonly suggestions: readonly PadEdit[]
  readonly history?: readonly PadEdit[]
  readonly created_by: string
  /** the reader's seat here */
  readonly seat?: Seat
  /** a guest's own seat in the hub, by which they write no pads */
  readonly hub_guest?: true
  /** where the hub's agents are paused: the seats in it by which a reader is spared */
  readonly agents_paused?: Pick<PadHead, 'hub_seat' | 'human_seat'>
}

/** Returns a pad with the texts asked for, as the reader may see it; undefined when missing, private or hidden. */
export const readPad = overOneConnection(
  async (parts: ReadingParts, reader: Reader, wanted: PadWanted, now: number): Promise<PadRead | undefined> => {
    const { sql } = parts
    const asked = await askedOf(sql, reader, wanted, now)
    if (!asked) return undefined
    const rows = await readRows(sql, asked)
    return pageOf(asked, rows, await readBeside(parts, asked, rows))
  },
)

function pageOf(asked: PadAsked, rows: PadRows, beside: PadBeside): PadRead {
  const { head, version, old, reader } = asked
  const { layout, statuses, suggestions, edits, room } = rows
  const { reached, rights, returns, changes, person } = beside
  return presentAs({
    id: head.id,
    hub: hubRef(head),
    title: layout.title,
    version,
    latest_version: head.version,
    status: statuses.pad,
    created: head.created,
    created_by: head.created_by,
    updated: old ? layout.at : head.updated,
    fold_reason: head.fold_reason,
    hidden: head.hidden || undefined,
    locked: head.locked || undefined,
    pinned: head.pinned || undefined,
    seat: seatIn(head),
    hub_guest: isHubGuest(head) || undefined,
    agents_paused: head.agents_paused ? present({ hub_seat: head.hub_seat, human_seat: head.human_seat }) : undefined,
    sections: sectionsShown(asked, rows, beside),
    moved: hasMoved(head, rows),
    threads: rows.talk
      .filter(({ status }) => status === 'open')
      .slice(0, reads.pad.threads)
      .map(({ posts: _, starter: __, source: ___, ...thread }) => thread),
    ...talkShown(asked, rows, beside),
    may: rights?.may,
    returns: returns || undefined,
    ...(rights && {
      joinable: joinable({ ...head, audience: head.hub.audience }),
      removed: head.removed || undefined,
    }),
    suggestions: waitingLines(suggestions, { mode: head.hub.mode, person, room }).map((line, n) =>
      present({ ...line, answers: rights?.answer('edit', authored(suggestions[n]!)) }),
    ),
    history: edits?.map((edit) => present({ ...editLine(edit, person), changed: changes?.get(edit.id) })),
    decisions: decisionsShown(rows, beside),
    indexable: isIndexable({
      isPublic: isPublic(head.hub.audience, reader.publicOn),
      folded: head.fold_reason !== undefined,
      makerHasReach: reached.has(head.created_by),
    }),
  })
}

function sectionsShown(
  { head, old }: PadAsked,
  { sections, statuses, oldRevs }: PadRows,
  { linked, reached, margins, rights, blame, personNamed }: PadBeside,
): PadRead['sections'] {
  return sections.map((section) => {
    const view = viewOf(section, {
      rev: oldRevs?.get(section.id),
      marked: head.hub.mode === 'checked' && !old,
      old,
      statuses,
      reach: !linked.has(section) || (section.row?.authors ?? []).every((id) => reached.has(id)),
      checker: personNamed,
    })
    if (blame) return { ...view, ...present({ blocks: view.blocks?.map((block) => withBlame(block, blame)) }) }
    if (!margins) return view
    // what was done to a section since then is no part of an earlier version
    if (old) return withAuthors(view, section, margins)
    return withMargin(view, section, margins, { person: personNamed, undo: rights?.undo })
  })
}

/** Returns what the margins show: the threads about the pad, and everyone named in them. */
function talkShown({ head: { keepers } }: PadAsked, { talk }: PadRows, { margins, reached }: PadBeside) {
  if (!margins) return {}
  return present({
    talk: talk
      .slice(0, reads.pad.threads)
      .map(({ starter, ...thread }) => ({ ...thread, starter: personOf(starter, reached, keepers) })),
    people: [...margins.people.values()],
    read: margins.read,
  })
}

const decisionsShown = ({ decisions }: PadRows, { rights, person, personNamed }: PadBeside): readonly DecisionLine[] =>
  shortened(decisions).map(({ author_human, author_parent, answered_by, ...decision }): DecisionLine => {
    const answerer = answered_by === undefined ? undefined : personNamed(answered_by)
    const of = { author_id: decision.by.id, human_id: author_human, parent_id: author_parent }
    return presentAs({
      ...decision,
      by: person(decision.by),
      answerer,
      answers: decision.status === 'proposed' ? rights?.answer('decision', of) : undefined,
    })
  })

function withBlame(block: BlockView, blameOf: BlameOf): BlockView {
  const blame = blameOf(block.id)
  return blame ? { ...block, blame } : block
}

const hubRef = ({ hub: { accepts_guests: _, ...hub } }: PadHead): PadPage['hub'] => hub

const authored = ({ by, author_parent, author_principal }: WaitingRead) => ({
  author_id: by.id,
  principal_id: author_principal,
  human_id: by.human?.id,
  parent_id: author_parent,
})

/** Whether anything the page shows changed after `updated`, the time of its version. */
function hasMoved({ updated }: PadHead, { sections, statuses, lastMove, suggestions, decisions }: PadRows): boolean {
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
