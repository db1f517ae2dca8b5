import { reads } from '../rules/limits.ts'
import { type Untrusted, untrusted, words } from '../text/untrusted.ts'
import type { Body, Fragment } from './body.ts'
import { characters } from '../text/characters.ts'
import { charactersFrom } from './budget.ts'
import { frontMatter } from './front_matter.ts'
import { escaped, fence, joined, lines, type Markdown, md, minute, paragraphs, printed, ref, row, safe } from './md.ts'
import type { Check, PadPage, SectionView } from './model.ts'
import { counted, person, preamble } from './said.ts'
import { decisionLines, editLines } from './work.ts'

export const padEtag = ({ id, version }: { id: string; version: number }): string => `pad:${id}:${version}`

export interface PadAsked {
  readonly origin: string
  readonly outline?: boolean
  /** wins over outline */
  readonly section?: string
}

/** A pad as a Markdown page: whole, one section, or its outline. */
export function padMarkdown(page: PadPage, asked: PadAsked, fragment: Fragment): Markdown {
  return paragraphs([
    frontMatter({
      id: page.id,
      type: 'pad',
      version: page.version,
      etag: padEtag(page),
      updated: page.updated.toISOString(),
      status: page.status,
      hub: page.hub.slug,
    }),
    md`# ${page.title}`,
    preamble,
    joined(
      [
        md`hub [${page.hub.title}](${ref(`${asked.origin}/h/${page.hub.slug}`)})`,
        counted(page.sections.length, 'section'),
        page.locked && safe('locked: takes no edits'),
        page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
      ],
      ' · ',
    ),
    ...padBody(page, asked, fragment),
  ])
}

function padBody(page: PadPage, { origin, outline, section }: PadAsked, fragment: Fragment): Markdown[] {
  if (section !== undefined) {
    const found = page.sections.find(({ id }) => id === section)
    if (!found)
      return [
        md`This pad has no section ${section}. ${ref(`${origin}/p/${page.id}?format=md&outline=1`)} lists those it has.`,
      ]
    return [lines([sectionLine(found), ...markLines(found), sectionFence(page, found, 'labelled', fragment)])]
  }
  if (outline) return [outlineTable(page)]
  const marked = page.sections.filter((each) => marks(each).length > 0)
  return [
    ...page.sections.map((each) => sectionFence(page, each, 'labelled', fragment)),
    ...(page.sections.length === 0 ? [safe('Nothing is written here yet.')] : []),
    ...(marked.length === 0 ? [] : [safe('Marks on its sections:'), lines(marked.map(markItem))]),
    ...(page.threads ?? []).map((thread) => threadLine(thread, `${origin}/t/`)),
    ...decisionLines(page.decisions ?? []),
  ]
}

/** Rows of an outline: a result holds no more. */
const outlineMost = 300

/** Past 25 sections only the two highest levels, and how many that leaves out. */
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

export function outlineTable(page: Pick<PadPage, 'sections' | 'hub'>): Markdown {
  const { sections, omitted } = outlineOf(page)
  const last = page.hub.mode === 'checked' ? 'Check' : 'Note'
  return lines([
    safe(`| Section | Id | Status | Open threads | Words | ${last} |`),
    safe('| --- | --- | --- | --- | --- | --- |'),
    ...sections.map((section) =>
      row([
        md`${safe('  '.repeat(Math.max(0, section.level - 1)))}${section.heading}`,
        ref(section.id),
        safe(section.status),
        section.open_threads,
        section.words,
        joined(marks(section), '; '),
      ]),
    ),
    omitted > 0 ? md`${counted(omitted, 'deeper section')} left out; section=<id> reads any of them.` : undefined,
  ])
}

/** What a reader should know before trusting a section. */
function marks({ suggestions_only, check }: SectionView): Markdown[] {
  return [...(suggestions_only ? [safe('proposals only (edit war)')] : []), ...(check ? [checkMark(check)] : [])]
}

function checkMark({ state, by, note }: Check): Markdown {
  if (state === 'changed') return safe('changed since check')
  if (state === 'unchecked') return safe('unchecked (went in after 24 hours without a check)')
  const who = by ? md`checked by ${person(by)}` : safe('checked')
  return note === undefined ? who : md`${who}: ${note}`
}

const markLines = (section: SectionView): Markdown[] => marks(section)
const markItem = (section: SectionView): Markdown =>
  md`- ${ref(section.id)} ${section.heading}: ${joined(marks(section), '; ')}`

const sectionLine = (section: SectionView): Markdown =>
  joined(
    [
      md`section ${ref(section.id)}`,
      escaped(section.heading),
      safe(section.status),
      counted(section.open_threads, 'open thread'),
      counted(section.words, 'word'),
      md`rev ${section.rev}`,
    ],
    ' · ',
  )

const sectionFence = (
  page: PadPage,
  section: SectionView,
  links: 'labelled' | 'written',
  fragment: Fragment,
): Markdown => safe(fragment(sectionBody(page, section, links)))

export const sectionBody = (page: PadPage, section: SectionView, links: 'labelled' | 'written'): Body => ({
  key: `${page.id}:${page.version}:${section.id}`,
  text: section.text ?? untrusted(''),
  as: 'markdown',
  labels: links === 'labelled' && !section.reach,
})

const threadLine = (thread: NonNullable<PadPage['threads']>[number], before: string): Markdown =>
  joined(
    [
      md`thread ${ref(before + thread.id)}`,
      md`${thread.title}`,
      thread.section_id && md`section ${ref(thread.section_id)}`,
      thread.flags_wrong && safe('flags it as wrong'),
      thread.dispute && md`dispute ${safe(thread.dispute)}`,
      safe(thread.status),
    ],
    ' · ',
  )

export interface PadTextAsked {
  readonly outline?: boolean
  /** only these sections; unknown ids are named in a line */
  readonly sections?: readonly string[]
  /** each paragraph its own quote, headed by its id and rev */
  readonly blocks?: boolean
  /** continue a cut text at this code point */
  readonly offset?: number
  /** what the edits listed are: everything since a version, or the last ones */
  readonly edits?: 'since' | 'history'
  readonly since_version?: number
}

export interface PadText {
  readonly text: Markdown
  /** the sections to list in `data` */
  readonly sections: readonly SectionView[]
  readonly outline_omitted?: number
  readonly cut?: true
  readonly next_offset?: number
}

/** A pad as a tool's text, within 40,000 characters of the pad's own words and the size of a whole result. */
export function padText(page: PadPage, asked: PadTextAsked, fragment: Fragment): PadText {
  const head = lines([
    preamble,
    joined(
      [
        md`pad ${ref(page.id)}`,
        safe(page.status),
        md`version ${page.version}`,
        page.latest_version > page.version && md`newest version ${page.latest_version}`,
        md`updated ${minute(page.updated)}`,
        md`hub ${ref(page.hub.slug)}`,
        page.hub.mode === 'checked' && safe('Checked'),
        page.locked && safe('locked'),
        page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
      ],
      ' · ',
    ),
    md`title: ${page.title}`,
  ])
  const tail = [
    ...(page.threads ?? []).map((thread) => threadLine(thread, '')),
    ...(page.suggestions?.length ? [safe('suggestions that wait:'), ...editLines(page.suggestions)] : []),
    ...(page.history?.length
      ? [asked.edits === 'since' ? safe('changes:') : safe('last edits:'), ...editLines(page.history)]
      : []),
    ...decisionLines(page.decisions ?? []),
  ]
  if (asked.outline) {
    const { sections, omitted } = outlineOf(page)
    return {
      text: lines([head, outlineTable(page), ...tail]),
      sections,
      ...(omitted > 0 ? { outline_omitted: omitted } : {}),
    }
  }
  if (asked.edits === 'since') {
    const nothing = page.history?.length
      ? undefined
      : md`nothing changed since version ${asked.since_version ?? page.version}`
    return { text: lines([head, nothing, ...tail]), sections: page.sections }
  }
  const wanted = asked.sections ? page.sections.filter(({ id }) => asked.sections!.includes(id)) : page.sections
  const unknown = (asked.sections ?? []).filter((id) => !page.sections.some((section) => section.id === id))
  const words = quotedSections(page, wanted, asked, fragment)
  return {
    text: lines([
      head,
      unknown.length > 0 && md`unknown sections: ${joined(unknown.map(ref), ', ')}`,
      ...words.printed,
      words.next_offset !== undefined && md`text cut: open_pad with offset ${words.next_offset} continues it`,
      ...tail,
    ]),
    sections: wanted,
    ...(words.next_offset === undefined ? {} : { cut: true, next_offset: words.next_offset }),
  }
}

/** Sections one after the other until 40,000 characters are printed; an offset counts code points over all of them. */
function quotedSections(
  page: PadPage,
  sections: readonly SectionView[],
  { blocks, offset = 0 }: PadTextAsked,
  fragment: Fragment,
): { printed: Markdown[]; next_offset?: number } {
  const out: Markdown[] = []
  let skip = offset
  let left: number = reads.pad.characters
  let at = offset
  for (const section of sections) {
    const pieces = blocks && section.blocks ? section.blocks : [undefined]
    let headed = false
    for (const block of pieces) {
      const text = block?.text ?? section.text ?? untrusted('')
      const size = characters(words(text))
      if (skip > 0 && skip >= size) {
        skip -= size
        continue
      }
      if (left <= 0) return { printed: out, next_offset: at }
      const head = lines([
        ...(headed ? [] : [sectionLine(section), ...markLines(section)]),
        block && md`block ${ref(block.id)} rev ${block.rev}`,
      ])
      if (printed(head) !== '') out.push(head)
      left -= printed(head).length
      headed = true
      const quoted = quote(page, section, text, { skip, left, size, whole: !block }, fragment)
      out.push(quoted.printed)
      left -= quoted.cost
      at += quoted.took
      if (skip + quoted.took < size) return { printed: out, next_offset: at }
      skip = 0
    }
  }
  return { printed: out }
}

/** A text from `skip` on, as much of it as `left` printed characters hold. */
function quote(
  page: PadPage,
  section: SectionView,
  text: Untrusted,
  { skip, left, size, whole }: { skip: number; left: number; size: number; whole: boolean },
  fragment: Fragment,
): { printed: Markdown; cost: number; took: number } {
  if (skip === 0 && size <= left) {
    const all = whole ? sectionFence(page, section, 'written', fragment) : fence(text)
    const cost = costOf(all)
    if (cost <= left || size <= 1_000) return { printed: all, cost, took: size }
  }
  let most = Math.min(size - skip, Math.max(left, 1_000))
  for (;;) {
    const part = fence(untrusted(charactersFrom(words(text), skip, most)))
    const cost = costOf(part)
    if (cost <= left + 100 || most <= 1_000) return { printed: part, cost, took: most }
    most = Math.max(1_000, Math.floor(most * Math.min(0.9, left / cost)))
  }
}

/** Printed characters, or half of what they take inside JSON where escaping more than doubles them. */
const costOf = (text: Markdown): number => {
  const all = printed(text)
  return Math.max(all.length - 20, Math.ceil(JSON.stringify(all).length / 2))
}
