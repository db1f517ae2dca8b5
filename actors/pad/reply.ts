import { padEtag } from '../../src/records/version_and_etag.ts'
import { inputs } from '../../src/rules/limits.ts'
import { type PadStatuses, padStatuses } from '../../src/rules/states/pad_and_section_status.ts'
import type { ThreadAbout } from '../../sql/facts/pad/threads_about.ts'
import type { EditRow } from '../../sql/effects/pad/edits.ts'
import { present, unlessEmpty } from '../../src/records/present.ts'
import type { Saved } from './editing/save.ts'
import type { Pad } from './state.ts'

/** An edit as replies show it: ids and measures, no words. */
export const shortForm = (edit: EditRow) =>
  present({
    edit_id: edit.id,
    status: edit.status,
    base_version: edit.base_version,
    version: edit.version,
    section_ids: edit.section_ids.slice(0, inputs.sections),
    merged: edit.merged_with.length > 0,
    merged_with: unlessEmpty(edit.merged_with),
    added_chars: edit.added_chars,
    removed_chars: edit.removed_chars,
    new_heading: edit.new_heading,
    removed_link: edit.removed_link,
    small: edit.small,
    goes_in_at: edit.goes_in_at,
  })

const statusesIn = (pad: Pad, sections: Saved['sections'], threads: readonly ThreadAbout[], now: number): PadStatuses =>
  padStatuses(sections, (id) => pad.sections.get(id)?.changed_at, threads, now)

/** The fields of every reply about the pad itself. */
export const padNow = (pad: Pad, sections: Saved['sections'], threads: readonly ThreadAbout[], now: number) => ({
  pad_id: pad.id,
  version: pad.version,
  etag: padEtag(pad),
  updated: pad.updated_at,
  status: statusesIn(pad, sections, threads, now).pad,
})

/** The same after a change, with the sections it touched. */
export function changedPad(
  { pad, sections, touched }: Pick<Saved, 'pad' | 'sections' | 'touched'>,
  threads: readonly ThreadAbout[],
  now: number,
) {
  const statuses = statusesIn(pad, sections, threads, now)
  return {
    ...padNow(pad, sections, threads, now),
    sections: touched.slice(0, inputs.sections).map(({ id }) => {
      const marks = pad.sections.get(id)
      return present({
        section_id: id,
        rev: marks?.rev ?? 1,
        status: statuses.of(id),
        suggestions_only: marks?.fighters ? true : undefined,
        check: marks?.checked?.state,
      })
    }),
  }
}

/** The paragraphs that a change wrote, as the next edit of them takes them. */
export const changedBlocks = ({ changes }: Pick<Saved, 'changes'>) =>
  changes
    .flatMap(({ change, after }) => (after && change !== 'moved' ? [{ block: after.id, rev: after.rev }] : []))
    .slice(0, inputs.sections)
