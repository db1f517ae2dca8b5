import { versionId, versionsAt } from '../../../sql/reads/pad/layouts.ts'
import { suggestedText } from '../../../sql/reads/pad/suggested_text.ts'
import { present, presentAs } from '../../records/present.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import type { ClashView, PadDraft } from '../../render/pad_draft.ts'
import type { Caller, Reader } from '../../rules/caller.ts'
import type { Clash } from '../../text/merging/clash.ts'
import { isSame, withAtEnd, withPlainText, rebased, currentText } from '../../text/merging/draft.ts'
import { introductionId } from '../../text/section_and_block_ids.ts'
import { type Untrusted, untrusted } from '../../text/untrusted.ts'
import { readPad } from './pad.ts'
import type { ReadingParts } from '../reading_parts.ts'

interface DraftWanted {
  readonly id: string
  /** edit only this section */
  readonly section_id?: string
  /** a suggestion whose text the form starts with */
  readonly suggestion?: string
  /** an older version whose text the form starts with */
  readonly version?: number
  /** the text that was typed, and the version it is based on */
  readonly typed?: { readonly text: Untrusted; readonly base_version: number; readonly title?: Untrusted }
  /** the typed text was refused because another author changed the same words */
  readonly met?: boolean
  readonly by: Caller
}

/** Returns a pad to edit, after a conflict with both authors' words; undefined when missing, private or hidden. */
export async function readDraft(
  parts: ReadingParts,
  reader: Reader,
  { id, section_id, suggestion, version, typed: sent, met, by }: DraftWanted,
  now: number,
): Promise<PadDraft | undefined> {
  const { sql } = parts
  const page = await readPad(parts, reader, { id, margins: { by } }, now)
  if (!page) return undefined
  const begun = suggestion === undefined || sent ? sent : await suggestedText(sql, id, suggestion)
  const typed = begun && begun.base_version <= page.version ? begun : undefined
  const current = withPlainText(page.sections.flatMap(({ blocks = [] }) => blocks))
  const section = page.sections.find((one) => one.id === section_id)
  const place = { pad: id, section: section?.id }
  const stands = currentText(place, current) ?? untrusted('')
  const earlier = version !== undefined && version < page.version && section_id === undefined ? version : undefined
  const key = { pad_id: id, version: earlier ?? page.version }
  const old = earlier !== undefined && !sent ? (await versionsAt(sql, [key])).get(versionId(key)) : undefined
  const title = sent?.title ?? old?.title ?? page.title
  // words of a section that was removed are no text of the whole pad, which its form edits now
  const lost = sent !== undefined && section_id !== undefined && !section
  const plain: PadDraft = presentAs({
    page,
    section,
    // a pad that begins with a heading has no Introduction yet, and none was removed
    gone: lost || (section_id !== undefined && section_id !== introductionId(id) && !section) ? true : undefined,
    base_version: typed?.base_version ?? page.version,
    text: typed?.text ?? (old && currentText({ pad: id }, old.blocks)) ?? stands,
    from: sent ? earlier : old?.version,
    title,
    stands,
    clashes: [],
  })
  if (!typed || !(met || lost)) return plain

  const based = { pad_id: id, version: typed.base_version }
  const base = (await versionsAt(sql, [based])).get(versionId(based))
  const anew = base && rebased({ pad: id, section: section_id }, typed.text, base.blocks, current)
  if (!base || !anew)
    return lost ? { ...plain, base_version: page.version, text: withAtEnd(stands, typed.text) } : plain
  const { section: _, ...unbound } = plain
  const retitled = !isSame(base.title, page.title) && !isSame(title, page.title)
  return {
    // a section that was removed meanwhile is edited as part of the whole pad
    ...(anew.whole ? unbound : plain),
    base_version: page.version,
    text: anew.text,
    clashes: anew.clashes.map((clash) => clashView(page, typed.base_version, clash)),
    ...present({ retitled: retitled || undefined }),
  }
}

function clashView({ sections }: PadPage, since: number, { block, base, mine, theirs, both }: Clash): ClashView {
  const where = sections.find(({ blocks = [] }) => blocks.some(({ id }) => id === block))
  // when the section is gone, the edit that removed it may be unknown: an edit from before is not named instead
  const [newest] = sections
    .flatMap(({ last }) => last ?? [])
    .filter(({ version }) => version > since)
    .toSorted((a, b) => b.version - a.version)
  const met = where?.last ?? newest
  return presentAs({
    block_id: block,
    base: untrusted(base),
    mine: untrusted(mine),
    theirs: untrusted(theirs),
    both: untrusted(both),
    met,
  })
}
