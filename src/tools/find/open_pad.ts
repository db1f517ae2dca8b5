import { Type } from 'typebox'
import { readPad, type PadEdit } from '../../reading/pad.ts'
import { readerFor, seatHolder } from '../../reading/reader.ts'
import { hasRecord } from '../../reading/track_record.ts'
import { padEtag, padText } from '../../render/pad.ts'
import type { SectionView } from '../../render/model.ts'
import { unreadable } from '../../rules/errors.ts'
import { inputs } from '../../rules/limits.ts'
import { decisionStatuses, padStatuses, sectionChecks, sectionStatuses } from '../../rules/lists.ts'
import { capabilities, capabilityNames } from '../../rules/rights.ts'
import { characters } from '../../text/characters.ts'
import { choice, flag, hex8, id, integer, list, optionalFields, rows, time } from '../fields.ts'
import { optional, tool } from '../tool.ts'
import { editRecord } from '../pads/records.ts'

export const openPad = tool({
  name: 'open_pad',
  title: 'Open pad',
  group: 'Find and read',
  kind: 'read',
  about: 'Read a pad: outline, chosen sections, what changed since a version, or the whole text.',
  idempotent: true,
  card: true,
  input: {
    pad_id: id('pad'),
    outline: optional(flag('sections without text')),
    sections: optional(list(hex8(), inputs.sections, 'only these')),
    since_version: optional(integer(1, 'only what changed after it')),
    version: optional(integer(1, 'an older version')),
    blocks: optional(flag('print block ids and revs, for edit_pad')),
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
          blocks: rows(Type.Object({ id: hex8(), rev: integer(1) })),
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

  async run({ input, caller, now, parts: { sql, config, pool } }) {
    const { pad_id, outline, since_version, version, blocks, offset, history } = input
    const sections = input.sections?.length ? input.sections : undefined
    const asked = { outline, sections, since_version, version, history }
    const page = await readPad(sql, readerFor(caller, config.publicThreads), { id: pad_id, ...asked }, now)
    if (!page) throw unreadable('pad')
    const shown = await pool.print((fragment) =>
      padText(
        page,
        {
          ...(outline && { outline }),
          ...(sections && { sections }),
          ...(blocks && { blocks }),
          ...(offset !== undefined && { offset }),
          ...(since_version !== undefined ? { edits: 'since', since_version } : history ? { edits: 'history' } : {}),
        },
        fragment,
      ),
    )
    const printed = blocks ? blocksWithin(shown.sections, offset ?? 0, shown.next_offset) : undefined
    const omitted = (shown.outline_omitted ?? 0) + Math.max(0, shown.sections.length - sectionsNamed)
    const member = { participant_id: seatHolder(caller), hub_id: page.hub.id, seat: page.seat, mode: page.hub.mode }
    const trackRecord = await hasRecord(sql, member, now)
    const threads = (page.threads ?? []).map(({ id, section_id, flags_wrong, dispute, status }) => ({
      thread_id: id,
      ...(section_id !== undefined && { section_id }),
      flags_wrong,
      ...(dispute && { dispute }),
      status,
    }))
    return {
      view: () => ({ kind: 'pad', ...page }),
      text: shown.text,
      data: {
        pad_id,
        hub_id: page.hub.id,
        hub: page.hub.slug,
        version: page.version,
        latest_version: page.latest_version,
        etag: padEtag(page),
        updated: page.updated.toISOString(),
        status: page.status,
        sections: shown.sections
          .slice(0, sectionsNamed)
          .map((section) => sectionData(section, printed?.get(section.id))),
        ...(omitted > 0 && { outline_omitted: omitted }),
        ...(page.history && { changes: page.history.map(editData) }),
        ...(page.suggestions.length > 0 && { suggestions: page.suggestions.map(editData) }),
        ...(page.decisions &&
          page.decisions.length > 0 && {
            decisions: page.decisions.map(({ id, status, section_id, thread_id, at }) => ({
              decision_id: id,
              status,
              ...(section_id !== undefined && { section_id }),
              ...(thread_id !== undefined && { thread_id }),
              at: at.toISOString(),
            })),
          }),
        ...(threads.length > 0 && { threads }),
        ...(shown.cut && { cut: true }),
        ...(shown.next_offset !== undefined && { next_offset: shown.next_offset }),
        capabilities: capabilities({
          by: caller,
          seat: page.seat,
          mode: page.hub.mode,
          trackRecord,
          maker: page.created_by === caller.id,
        }),
      },
      trust: { integrity: 'untrusted', confidentiality: page.hidden ? 'private' : page.hub.audience },
    }
  },
})

/** A result holds no more of them; `sections` reads the others. */
const sectionsNamed = 300

type Named = { id: string; rev: number }[]

/** The blocks whose text is printed: an offset counts code points over all blocks. */
function blocksWithin(sections: readonly SectionView[], from: number, to = Infinity): ReadonlyMap<string, Named> {
  const within = new Map<string, Named>()
  let at = 0
  for (const { id: section, blocks = [] } of sections) {
    const named: Named = []
    for (const { id, rev, text } of blocks) {
      const end = at + characters(text)
      if (end > from && at < to) named.push({ id, rev })
      at = end
    }
    within.set(section, named)
  }
  return within
}

const sectionData = (section: SectionView, blocks: Named | undefined) => ({
  section_id: section.id,
  level: section.level,
  status: section.status,
  open_threads: section.open_threads,
  words: section.words,
  rev: section.rev,
  ...(section.suggestions_only && { suggestions_only: true }),
  ...(section.check && { check: section.check.state }),
  ...(section.check?.by && { checked_by: section.check.by.id }),
  ...(blocks && { blocks }),
})

const editData = (edit: PadEdit) => ({
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
