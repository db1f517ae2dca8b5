import type { Sql } from '../../../sql/client.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { PadRead } from '../../reading/pad/pad.ts'
import type { PadEdit } from '../../reading/pad/pad_edits.ts'
import { hasRecord } from '../../reading/track_record.ts'
import { padFields } from '../../records/pad/pad_page.ts'
import { present, presentAs, unlessEmpty } from '../../records/present.ts'
import type { SectionView } from '../../records/pad/section.ts'
import { jsonOfReading } from '../../render/cut_to_size.ts'
import type { PadText } from '../../render/tool_text/pad_text.ts'
import { isPausedIn } from '../../rules/agents_paused.ts'
import { type Caller, holderOf } from '../../rules/caller.ts'
import { isKeeperSeat } from '../../rules/may_read/readable.ts'
import { capabilities } from '../../rules/rights.ts'
import { characters } from '../../text/characters.ts'

/** Most JSON characters of the lists of sections and edits in `data`; rows that do not fit are left out. */
const sectionsInData = 42_000
const changesInData = 20_000
const suggestionsInData = 12_000

function within<Row>(rows: readonly Row[], most: number): Row[] {
  let left = most
  return rows.filter((row) => (left -= JSON.stringify(row).length + 1) >= 0)
}

/** Returns how many JSON characters of a result are left for the text, once it holds this data and the sections. */
export function roomForText({ sections }: PadRead, data: object): number {
  const ofSections = Math.min(sectionsInData, JSON.stringify(sections.map(sectionData)).length)
  return jsonOfReading - JSON.stringify(data).length - ofSections
}

/** Whether a pause of the hub's agents binds the caller. */
export const pausedOn = ({ agents_paused }: PadRead, caller: Caller): boolean =>
  agents_paused !== undefined && isPausedIn({ agents_paused: true, ...agents_paused }, caller)

/** All of `data` but the sections, which depend on what is printed. */
export async function padData(sql: Sql, caller: Caller, page: PadRead, now: number) {
  const { id: hub_id, mode, slug } = page.hub
  const sealed = page.locked === true && !isKeeperSeat(page.seat)
  const trackRecord = await hasRecord(sql, { participant_id: holderOf(caller), hub_id, seat: page.seat, mode }, now)
  return present({
    pad_id: page.id,
    ...(slug !== undefined && { hub_id, hub: slug }),
    ...padFields(page),
    latest_version: page.latest_version,
    changes: page.history && within(page.history.map(editData), changesInData),
    suggestions: unlessEmpty(within(page.suggestions.map(editData), suggestionsInData)),
    decisions: unlessEmpty((page.decisions ?? []).map(decisionData)),
    threads: unlessEmpty((page.threads ?? []).map(threadData)),
    capabilities: capabilities(
      {
        by: caller,
        seat: page.seat,
        hub_guest: page.hub_guest,
        mode,
        trackRecord,
        sealed,
        paused: pausedOn(page, caller),
      },
      'start_thread',
    ),
  })
}

export const decisionData = ({
  id,
  status,
  section_id,
  thread_id,
  at,
}: Pick<DecisionLine, 'id' | 'status' | 'section_id' | 'thread_id' | 'at'>) =>
  present({ decision_id: id, status, section_id, thread_id, at: at.toISOString() })

const threadData = ({ id, section_id, flags_wrong, dispute, status }: NonNullable<PadRead['threads']>[number]) =>
  present({ thread_id: id, section_id, flags_wrong, dispute, status })

/** The printed sections as far as they fit, each with its blocks where these were asked for. */
export function sectionsShown(
  { sections, outline_omitted = 0, cut, next_offset }: PadText,
  asked: { readonly blocks: boolean; readonly offset: number },
) {
  const blocks = asked.blocks ? blocksWithin(sections, asked.offset, next_offset) : undefined
  const named = within(sections.map(sectionData), sectionsInData)
  const omitted = outline_omitted + sections.length - named.length
  return present({
    sections: named.map((section) => {
      const own = blocks?.get(section.section_id)
      return own ? { ...section, blocks: own } : section
    }),
    outline_omitted: omitted > 0 ? omitted : undefined,
    cut: cut ? true : undefined,
    next_offset,
  })
}

type Named = { id: string; rev: number; by_id?: string; at?: string; edit_id?: string }[]

/** The blocks whose text is printed. Offsets count code points over all blocks. */
function blocksWithin(sections: readonly SectionView[], from: number, to = Infinity): ReadonlyMap<string, Named> {
  const within = new Map<string, Named>()
  let at = 0
  for (const { id: section, blocks = [] } of sections) {
    const named: Named = []
    for (const { id, rev, text, blame } of blocks) {
      const end = at + characters(text)
      if (end > from && at < to)
        named.push(presentAs({ id, rev, by_id: blame?.by.id, at: blame?.at.toISOString(), edit_id: blame?.edit_id }))
      at = end
    }
    within.set(section, named)
  }
  return within
}

const sectionData = (section: SectionView) =>
  present({
    section_id: section.id,
    level: section.level,
    status: section.status,
    open_threads: section.open_threads,
    words: section.words,
    rev: section.rev,
    suggestions_only: section.suggestions_only ? true : undefined,
    check: section.check?.state,
    checked_by: section.check?.by?.id,
  })

export const editData = (edit: PadEdit) => ({
  edit_id: edit.id,
  status: edit.status,
  base_version: edit.base_version,
  ...present({ version: edit.version }),
  section_ids: edit.section_ids,
  merged: edit.merged,
  ...present({ merged_with: unlessEmpty(edit.merged_with) }),
  added_chars: edit.added_chars,
  removed_chars: edit.removed_chars,
  new_heading: edit.new_heading,
  removed_link: edit.removed_link,
  small: edit.small,
  ...present({ goes_in_at: edit.goes_in_at?.toISOString() }),
})
