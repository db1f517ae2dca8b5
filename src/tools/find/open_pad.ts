import { Type } from 'typebox'
import type { Sql } from '../../../sql/client.ts'
import { readPad, type PadRead } from '../../reading/pad.ts'
import type { PadEdit } from '../../reading/pad_edits.ts'
import type { Caller } from '../../rules/caller.ts'
import { holderOf } from '../../rules/one_human.ts'
import { hasRecord } from '../../reading/track_record.ts'
import { present, presentAs } from '../../records/present.ts'
import { padEtag } from '../../records/etag.ts'
import { type PadText, padText } from '../../render/pad_text.ts'
import type { SectionView } from '../../records/section.ts'
import { unreadable } from '../../rules/errors.ts'
import { inputs, reads } from '../../rules/limits.ts'
import { decisionStatuses, padStatuses, sectionChecks, sectionStatuses } from '../../rules/lists.ts'
import { capabilities, capabilityNames } from '../../rules/rights.ts'
import { characters } from '../../text/characters.ts'
import { choice, flag, hex8, id, integer, list, optionalFields, rows, time } from '../input/fields.ts'
import { optional, tool } from '../tool.ts'
import { editRecord } from '../pads/records.ts'
import { padShown } from '../card_shown.ts'

export const openPad = tool({
  name: 'open_pad',
  title: 'Open pad',
  group: 'Find and read',
  kind: 'read',
  about: 'Read a pad: outline, chosen sections, what changed since a version, or the whole text.',
  idempotent: true,
  card: true,
  meant: sinceVersion,
  input: {
    pad_id: id('pad'),
    outline: optional(flag('sections without text')),
    sections: optional(list(hex8(), inputs.sections, 'only these')),
    since_version: optional(integer(1, 'only what changed after it')),
    version: optional(integer(1, 'an older version')),
    blocks: optional(flag('print block ids and revs, for edit_pad')),
    blame: optional(flag('blocks with who wrote each, when, in which edit')),
    offset: optional(integer(0, 'continue a cut text')),
    history: optional(flag('also the last edits')),
  },
  output: optionalFields({
    pad_id: id('pad'),
    hub_id: id('hub'),
    hub: Type.String(),
    version: integer(1),
    latest_version: integer(1),
    etag: Type.String(),
    updated: time(),
    status: choice(padStatuses),
    sections: rows(
      Type.Partial(
        Type.Object({
          section_id: hex8(),
          level: integer(0, '0 = Introduction', 6),
          status: choice(sectionStatuses),
          open_threads: integer(0),
          words: integer(0),
          rev: integer(1, 'rises with each change'),
          suggestions_only: flag('edit war'),
          check: choice(sectionChecks),
          checked_by: Type.String(),
          blocks: rows(
            Type.Object({
              id: hex8(),
              rev: integer(1),
              by_id: optional(Type.String()),
              at: optional(time()),
              edit_id: optional(id('edit')),
            }),
          ),
        }),
      ),
    ),
    outline_omitted: integer(0, 'deeper sections left out'),
    changes: rows(editRecord),
    suggestions: rows(editRecord),
    decisions: rows(
      Type.Partial(
        Type.Object({
          decision_id: id('decision'),
          status: choice(decisionStatuses),
          section_id: hex8(),
          thread_id: id('thread'),
          at: time(),
        }),
      ),
    ),
    threads: rows(
      Type.Partial(
        Type.Object({
          thread_id: id('thread'),
          section_id: hex8(),
          flags_wrong: flag(),
          dispute: Type.String(),
          status: Type.String(),
        }),
      ),
    ),
    cut: flag(),
    next_offset: integer(0),
    capabilities: rows(choice(capabilityNames)),
  }),

  async run(call) {
    const { input, caller, reader, now, parts } = call
    const { sql, pool } = parts
    const { pad_id, outline, since_version, version, offset, history, blame } = input
    const blocks = input.blocks || blame
    const sections = input.sections?.length ? input.sections : undefined
    const asked = { outline, sections, since_version, version, history, suggested: true }
    const page = await readPad(sql, reader, { id: pad_id, ...asked, blame }, now)
    if (!page) throw unreadable('pad')
    const data = await dataOf(sql, caller, page, now)
    const shown = await pool.print((fragment) =>
      padText(
        page,
        {
          eyes: caller,
          ...present({ outline: outline || undefined, sections, blocks: blocks || undefined, offset }),
          ...(since_version !== undefined ? { edits: 'since', since_version } : history ? { edits: 'history' } : {}),
          json: reads.result.jsonCharacters - JSON.stringify(data).length - sectionsTake(page) - besides,
        },
        fragment,
      ),
    )
    return {
      view: () => padShown(call, pad_id, asked),
      text: shown.text,
      data: {
        ...data,
        ...shownIn(shown, blocks ? blocksWithin(shown.sections, offset ?? 0, shown.next_offset) : undefined),
      },
      trust: { integrity: 'untrusted', confidentiality: page.hidden ? 'private' : page.hub.audience },
    }
  },
})

/** The sections as far as they fit, each with its blocks where these were asked for. */
function shownIn(
  { sections, outline_omitted = 0, cut, next_offset }: PadText,
  blocks: ReturnType<typeof blocksWithin> | undefined,
) {
  const named = within(sections.map(sectionData), sectionsInData)
  const omitted = outline_omitted + sections.length - named.length
  return {
    sections: named.map((section) => {
      const own = blocks?.get(section.section_id)
      return own ? { ...section, blocks: own } : section
    }),
    ...present({ outline_omitted: omitted > 0 ? omitted : undefined, cut: cut ? true : undefined, next_offset }),
  }
}

/** Most JSON characters of the lists of sections and edits in `data`; rows that do not fit are left out. */
const sectionsInData = 42_000
const changesInData = 20_000
const suggestionsInData = 12_000
/** reserved for fields that the door adds to a result */
const besides = 3_000

function within<Row>(rows: readonly Row[], most: number): Row[] {
  let left = most
  return rows.filter((row) => (left -= JSON.stringify(row).length + 1) >= 0)
}

const sectionsTake = ({ sections }: PadRead): number =>
  Math.min(sectionsInData, JSON.stringify(sections.map(sectionData)).length)

/** All of `data` but the sections, which depend on what is printed. */
async function dataOf(sql: Sql, caller: Caller, page: PadRead, now: number) {
  const { id: hub_id, mode, slug } = page.hub
  const trackRecord = await hasRecord(sql, { participant_id: holderOf(caller), hub_id, seat: page.seat, mode }, now)
  const suggestions = within(page.suggestions.map(editData), suggestionsInData)
  const decisions = (page.decisions ?? []).map(({ id, status, section_id, thread_id, at }) =>
    present({ decision_id: id, status, section_id, thread_id, at: at.toISOString() }),
  )
  const threads = (page.threads ?? []).map(({ id, section_id, flags_wrong, dispute, status }) =>
    present({ thread_id: id, section_id, flags_wrong, dispute, status }),
  )
  return present({
    pad_id: page.id,
    ...(slug !== undefined && { hub_id, hub: slug }),
    version: page.version,
    latest_version: page.latest_version,
    etag: padEtag(page),
    updated: page.updated.toISOString(),
    status: page.status,
    changes: page.history && within(page.history.map(editData), changesInData),
    suggestions: suggestions.length > 0 ? suggestions : undefined,
    decisions: decisions.length > 0 ? decisions : undefined,
    threads: threads.length > 0 ? threads : undefined,
    capabilities: capabilities({
      by: caller,
      seat: page.seat,
      mode,
      trackRecord,
      maker: page.created_by === caller.id,
    }),
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
  ...(edit.version !== undefined && { version: edit.version }),
  section_ids: [...edit.section_ids],
  merged: edit.merged,
  ...(edit.merged_with.length > 0 && { merged_with: [...edit.merged_with] }),
  added_chars: edit.added_chars,
  removed_chars: edit.removed_chars,
  new_heading: edit.new_heading,
  removed_link: edit.removed_link,
  small: edit.small,
  ...(edit.goes_in_at && { goes_in_at: edit.goes_in_at.toISOString() }),
})

/** What other reading tools call `since` is a version here. */
function sinceVersion({ since, ...rest }: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  if (since === undefined) return rest
  const isVersion =
    rest['since_version'] === undefined &&
    (typeof since === 'number' || (typeof since === 'string' && /^\d{1,9}$/.test(since)))
  return isVersion ? { ...rest, since_version: Number(since) } : { ...rest, since }
}
