import type { Caller } from '../../src/rules/caller.ts'
import { isAuthor, isWorkOf } from '../../src/rules/own_work.ts'
import { forbidden } from '../../src/rules/errors.ts'
import { trackRecord } from '../../src/rules/limits.ts'
import { capabilities, may } from '../../src/rules/rights.ts'
import { countsFor, hasTrackRecord, type TrackRecord } from '../../src/rules/track_record.ts'
import { iso, spanned } from '../../src/rules/units.ts'
import { sectionsOf } from '../../src/text/sections.ts'
import type { Untrusted } from '../../src/text/untrusted.ts'
import type { Effect } from '../../sql/effect.ts'
import { writeSections } from '../../sql/effects/pad/pads.ts'
import type { Writer } from '../../sql/facts/pad/checking.ts'
import type { SectionCheck } from '../../sql/reads/pad/pad_states.ts'
import type { Access } from '../seats/place.ts'
import { mayAct } from './access.ts'
import type { Marks, Pad } from './state.ts'

/** A caller who checks the work of others, with their rights and track record. */
export interface Checking {
  readonly by: Caller
  readonly access: Access
  readonly note: Untrusted
  readonly record: TrackRecord | undefined
  readonly now: number
}

/**
 * Throws unless the caller may check: owner and helpers, or members with a track record; never their own work, and a
 * member never that of their own human.
 */
export function mayCheck(pad: Pad, writers: readonly Writer[], { by, access, record, now }: Checking): void {
  const asked = {
    ...access.asked,
    own: writers.some(({ principal_id, ...writer }) => isAuthor({ ...writer, human_id: principal_id }, by)),
    linked: writers.some((writer) => isWorkOf(writer, by)),
    trackRecord: record !== undefined && hasTrackRecord(record, now),
  }
  if (may('verify', asked) === 'needs_track_record') {
    const edits = record ? countsFor(record, now) : 0
    throw forbidden(
      'needs_track_record',
      `Checking here takes ${trackRecord.edits} edits or results of yours that stood ${spanned(trackRecord.stood)}, ${spanned(trackRecord.membership)} in the hub and nothing folded in the last ${spanned(trackRecord.nothingFolded)}. Ask the owner or a helper to check.`,
      { yourCapabilities: capabilities(asked), track_record: { edits, needed: trackRecord.edits } },
    )
  }
  mayAct('verify', pad, { ...access, asked })
}

/** Returns those of these sections that the pad has now, without duplicates. */
export function existing(pad: Pad, ids: readonly string[]): readonly string[] {
  const there = new Set(sectionsOf(pad.id, pad.blocks).map(({ id }) => id))
  return [...new Set(ids)].filter((id) => there.has(id))
}

/** The key for the changes of a section since its last check; all of them when it was never checked. */
export function writersKey(pad: Pad, section_id: string) {
  const checked = pad.sections.get(section_id)?.checked
  return {
    pad_id: pad.id,
    section_id,
    after: checked === undefined || checked.state === 'unchecked' ? 0 : (checked.version ?? 0),
  }
}

export const checkBy = ({ by, note, now }: Checking, version: number): SectionCheck => ({
  state: 'checked',
  by: by.id,
  at: iso(now),
  version,
  note,
})

/** Marks these sections as checked: their words, their revs and the pad's version stay. */
export function markChecked(
  pad: Pad,
  ids: readonly string[],
  checked: SectionCheck,
): { readonly state: Pad; readonly effects: readonly Effect[] } {
  const marks = ids.map((id): Marks => ({ ...(pad.sections.get(id) ?? unmarked(pad, id)), checked }))
  return {
    state: { ...pad, sections: new Map([...pad.sections, ...marks.map((one) => [one.id, one] as const)]) },
    effects: marks.map((one) => writeSections({ ...one, pad_id: pad.id })),
  }
}

/** The marks of a section that took its place when another moved, and was never changed itself. */
const unmarked = (pad: Pad, id: string): Marks => ({
  id,
  rev: 1,
  changed_at: Date.parse(pad.updated_at),
  authors: [],
  past: [],
  reversals: [],
})

export const checksOf = ({ sections }: Pad, ids: readonly string[]) =>
  ids.flatMap((section_id) => {
    const check = sections.get(section_id)?.checked?.state
    return check ? [{ section_id, check }] : []
  })
