import { reads } from '../../rules/limits.ts'
import { untrusted } from '../../text/untrusted.ts'
import type { Body, Fragment } from '../body.ts'
import { type Budget, fitting } from '../cut_to_size.ts'
import { padFrontMatter } from './front_matter.ts'
import { escaped, facts, joined, lines, type Markdown, md, paragraphs, ref, row, safe, counted } from './md.ts'
import type { SectionView } from '../../records/pad/section.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import { hubLink } from './hub_link.ts'
import { preamble } from './fence.ts'
import { padAsItStood } from '../pad_as_it_stood.ts'
import type { Eyes } from '../../rules/caller.ts'
import { decisionLines } from './task_decision_edit_lines.ts'
import { markItem, marks } from './section_marks.ts'

interface PadAsked {
  readonly origin: string
  readonly eyes: Eyes
  readonly outline?: boolean
  /** takes precedence over outline */
  readonly section?: string
  /** an earlier version */
  readonly old?: boolean
}

/** A pad as a Markdown page: whole, one section, or its outline. */
export function padMarkdown(now: PadPage, asked: PadAsked, fragment: Fragment): Markdown {
  const page = asked.old ? padAsItStood(now) : now
  return paragraphs([
    padFrontMatter(page),
    preamble,
    md`# ${page.title}`,
    facts([
      hubLink(page.hub, asked.origin),
      counted(page.sections.length, 'section'),
      page.locked && safe('locked: takes no edits'),
      page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
    ]),
    asked.old &&
      md`This is version ${page.version} of ${page.latest_version}. As it is now: ${ref(`${asked.origin}/p/${page.id}?format=md`)}`,
    ...padBody(page, asked, fragment),
  ])
}

function padBody(page: PadPage, { origin, eyes, outline, section, old }: PadAsked, fragment: Fragment): Markdown[] {
  if (section !== undefined) {
    const found = page.sections.find(({ id }) => id === section)
    if (!found)
      return [
        md`This pad has no section ${escaped(section)}. ${ref(`${origin}/p/${page.id}?format=md&outline=1${old ? `&version=${page.version}` : ''}`)} lists those it has.`,
      ]
    return [lines([sectionLine(found), ...marks(found, eyes), sectionFence(page, found, 'labelled', fragment)])]
  }
  if (outline) return [outlineTable(page, eyes).table]
  const marked = page.sections.filter((each) => marks(each, eyes).length > 0)
  return [
    ...page.sections.map((each) => lines([...marks(each, eyes), sectionFence(page, each, 'labelled', fragment)])),
    ...(page.sections.length === 0 ? [safe('Nothing is written here yet.')] : []),
    ...(marked.length === 0 ? [] : [safe('Marks on its sections:'), lines(marked.map((each) => markItem(each, eyes)))]),
    ...(page.threads ?? []).map((thread) => threadLine(thread, `${origin}/t/`)),
    ...decisionLines(page.decisions ?? [], { eyes, links: 'labelled' }),
  ]
}

/** Most rows of an outline, by the size of a result. */
const outlineMost = 300

/** Beyond 25 sections lists only the two highest levels, with the number of sections omitted. */
export function outlineOf({ sections }: Pick<PadPage, 'sections'>): {
  sections: readonly SectionView[]
  omitted: number
} {
  if (sections.length <= reads.pad.outlineSections) return { sections, omitted: 0 }
  const levels = [...new Set(sections.map(({ level }) => level))].filter((level) => level > 0).sort((a, b) => a - b)
  const deepest = levels.slice(0, reads.pad.outlineLevelsPast).at(-1) ?? 0
  const listed = sections.filter(({ level }) => level <= deepest).slice(0, outlineMost)
  return { sections: listed, omitted: sections.length - listed.length }
}

interface OutlineShown {
  readonly table: Markdown
  /** the sections in the table */
  readonly sections: readonly SectionView[]
  readonly omitted: number
}

/** The outline as a table, of as many sections as there is room for. */
export function outlineTable(
  page: Pick<PadPage, 'sections' | 'hub'>,
  eyes: Eyes,
  room: Budget = { characters: Infinity },
): OutlineShown {
  const listed = outlineOf(page)
  const last = page.hub.mode === 'checked' ? 'Check' : 'Note'
  const rows = listed.sections.map((section) =>
    row([
      md`${safe('  '.repeat(Math.max(0, section.level - 1)))}${section.heading}`,
      ref(section.id),
      safe(section.status),
      section.open_threads,
      section.words,
      joined(marks(section, eyes), '; '),
    ]),
  )
  const count = rows.length === 0 ? 0 : fitting(rows, room)
  const sections = listed.sections.slice(0, count)
  const omitted = listed.omitted + rows.length - count
  const what = count < rows.length ? 'section' : 'deeper section'
  return {
    table: lines([
      safe(`| Section | Id | Status | Open threads | Words | ${last} |`),
      safe('| --- | --- | --- | --- | --- | --- |'),
      ...rows.slice(0, count),
      omitted > 0 ? md`${counted(omitted, what)} left out; section=<id> reads any of them.` : undefined,
    ]),
    sections,
    omitted,
  }
}

export const sectionLine = (section: SectionView): Markdown =>
  facts([
    md`section ${ref(section.id)}`,
    md`${section.heading}`,
    safe(section.status),
    counted(section.open_threads, 'open thread'),
    counted(section.words, 'word'),
    md`rev ${section.rev}`,
  ])

export const sectionFence = (
  page: PadPage,
  section: SectionView,
  links: 'labelled' | 'written',
  fragment: Fragment,
): Markdown => safe(fragment(sectionBody(page, section, links)))

const sectionBody = (page: PadPage, section: SectionView, links: 'labelled' | 'written'): Body => ({
  key: `${page.id}:${page.version}:${section.id}`,
  text: section.text ?? untrusted(''),
  as: 'markdown',
  labels: links === 'labelled' && !section.reach,
})

export const threadLine = (thread: NonNullable<PadPage['threads']>[number], before: string): Markdown =>
  facts([
    md`thread ${ref(before + thread.id)}`,
    md`${thread.title}`,
    thread.section_id && md`section ${ref(thread.section_id)}`,
    thread.flags_wrong && safe('flags it as wrong'),
    thread.dispute && md`dispute ${safe(thread.dispute)}`,
    safe(thread.status),
  ])
