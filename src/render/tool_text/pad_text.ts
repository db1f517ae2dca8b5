import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import { characters } from '../../text/characters.ts'
import { type Untrusted, untrusted, words } from '../../text/untrusted.ts'
import type { Fragment } from '../body.ts'
import { charactersFrom, jsonCharacters, jsonOfReading, leftFree } from '../cut_to_size.ts'
import { facts, joined, lines, type Markdown, md, minute, printed, ref, safe, counted } from '../markdown/md.ts'
import { fence, preamble } from '../markdown/fence.ts'
import type { BlockView, SectionView } from '../../records/pad/section.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import { outlineTable, sectionFence, sectionLine, threadLine } from '../markdown/pad_markdown.ts'
import { marks } from '../markdown/section_marks.ts'
import { authorLine } from '../markdown/author_line.ts'
import { hubSlug } from '../markdown/hub_link.ts'
import type { Eyes } from '../../rules/reader.ts'
import { decisionLines, editLines } from '../markdown/task_decision_edit_lines.ts'

export interface PadTextAsked {
  readonly eyes: Eyes
  readonly outline?: boolean
  /** only these sections; unknown ids are reported in a line */
  readonly sections?: readonly string[]
  /** quote each paragraph separately, headed by its id and rev */
  readonly blocks?: boolean
  /** code point at which to continue a cut text */
  readonly offset?: number
  /** the listed edits: all since a version, or the last ones */
  readonly edits?: 'since' | 'history'
  readonly since_version?: number
  /** JSON characters that the text may take besides `data` */
  readonly json?: number
}

export interface PadText {
  readonly text: Markdown
  /** the sections listed in `data` */
  readonly sections: readonly SectionView[]
  readonly outline_omitted?: number
  readonly cut?: true
  readonly next_offset?: number
}

/** Characters that a block takes in `data` besides its text, and those of its blame. */
const [blockInData, blameInData] = [40, 130]
/** Characters of the head and the last line of an outline's table. */
const aroundTable = 300
/** The lists below leave at least this share of the room to the quoted text. */
const shareOfQuotes = 0.6

/** A pad as a tool's text, within 40,000 characters in all and the size of a whole result. */
export function padText(page: PadPage, asked: PadTextAsked, fragment: Fragment): PadText {
  const head = headOf(page)
  const room = (asked.json ?? jsonOfReading) - jsonCharacters(printed(head))
  const most = reads.pad.characters - printed(head).length - leftFree.text
  if (asked.outline) {
    const rows = { characters: most - aroundTable, json: room - aroundTable }
    const { table, sections, omitted } = outlineTable(page, asked.eyes, rows)
    const left = Math.min(room - jsonCharacters(printed(table)), most - printed(table).length)
    return present({
      text: lines([head, table, ...below(page, asked, left)]),
      sections,
      outline_omitted: omitted > 0 ? omitted : undefined,
    })
  }
  if (asked.edits === 'since') {
    const since = asked.since_version ?? page.version
    const oldest = page.history?.at(-1)?.version
    const older = oldest === undefined ? 0 : oldest - since - 1
    const told =
      oldest === undefined
        ? md`nothing changed since version ${since}`
        : older > 0 && md`${counted(older, 'older change')} left out: read the text`
    return { text: lines([head, told, ...below(page, asked, Math.min(room, most))]), sections: page.sections }
  }
  const wanted = asked.sections ? page.sections.filter(({ id }) => asked.sections!.includes(id)) : page.sections
  const unknown = (asked.sections ?? []).filter((id) => !page.sections.some((section) => section.id === id))
  const none = unknown.length > 0 && md`unknown sections: ${joined(unknown.map(ref), ', ')}`
  const tail = below(page, asked, Math.min(room, most) * (1 - shareOfQuotes))
  const beside = printed(lines([none, ...tail]))
  const left = { characters: most - beside.length, json: room - jsonCharacters(beside) }
  const quoted = quotedSections(page, wanted, { ...asked, left }, fragment)
  const { next_offset } = quoted
  return present({
    text: lines([
      head,
      none,
      ...quoted.printed,
      next_offset !== undefined && md`text cut: open_pad with offset ${next_offset} continues it`,
      ...tail,
    ]),
    sections: wanted,
    cut: next_offset === undefined ? undefined : true,
    next_offset,
  })
}

const headOf = (page: PadPage): Markdown =>
  lines([
    preamble,
    facts([
      md`pad ${ref(page.id)}`,
      // the word alone reads as agreed, and suggestions or decisions may still wait
      safe(page.status === 'settled' ? 'settled: no thread about it is open' : page.status),
      md`version ${page.version}`,
      page.latest_version > page.version && md`newest version ${page.latest_version}`,
      md`updated ${minute(page.updated)}`,
      hubSlug(page.hub),
      page.hub.mode === 'checked' && safe('Checked'),
      page.locked && safe('locked'),
      page.hidden && safe('hidden to all but owner and helpers'),
      page.fold_reason !== undefined && md`folded: ${ref(page.fold_reason)}`,
    ]),
    md`title: ${page.title}`,
  ])

/** The lists about the pad, cut at their ends when not all of them fit. What fits as JSON fits as text. */
function below(page: PadPage, asked: PadTextAsked, json: number): Markdown[] {
  const { edits, eyes } = asked
  const decisions = page.decisions ?? []
  const told = isPart(asked) ? decisions.map(withoutGrounds) : decisions
  const lists: readonly (readonly [head: Markdown | undefined, items: readonly Markdown[], what: string])[] = [
    [undefined, (page.threads ?? []).map((thread) => threadLine(thread, '')), 'thread'],
    [safe('suggestions that wait:'), editLines(page.suggestions ?? [], eyes), 'suggestion'],
    [edits === 'since' ? safe('changes:') : safe('last edits:'), editLines(page.history ?? [], eyes), 'older edit'],
    [
      // above them: what stands at the end is left out first
      told.some((one, n) => one !== decisions[n]) ? whereGroundsAre : undefined,
      decisionLines(told, { eyes, links: 'written' }),
      'older decision',
    ],
  ]
  let left = json
  return lists.flatMap(([head, items, what]) => {
    if (items.length === 0) return []
    if (head) left -= jsonCharacters(printed(head)) + 2
    const fitting = items.filter((item) => (left -= jsonCharacters(printed(item)) + 2) >= 0)
    const omitted = items.length - fitting.length
    return [
      ...(head ? [head] : []),
      ...fitting,
      ...(omitted > 0 ? [md`${counted(omitted, what)} left out here: there is no room for more`] : []),
    ]
  })
}

/** Whoever reads a part, or what is new, reads often: every time the grounds of all decisions would cost more than that. */
const isPart = ({ outline, sections, edits }: PadTextAsked): boolean =>
  outline === true || sections !== undefined || edits === 'since'

/** Of one that waits for an answer the grounds are told anyway. */
function withoutGrounds(decision: DecisionLine): DecisionLine {
  const { reason, options, ...rest } = decision
  return decision.status === 'proposed' || (reason === undefined && options === undefined) ? decision : rest
}

const whereGroundsAre = safe('reasons and options of these decisions: open_pad with pad_id alone')

interface Left {
  /** as printed */
  readonly characters: number
  readonly json: number
}

/** Quotes sections in order until the room is used up; the offset counts code points over all of them. */
function quotedSections(
  page: PadPage,
  sections: readonly SectionView[],
  { eyes, blocks, offset = 0, left: room }: PadTextAsked & { readonly left: Left },
  fragment: Fragment,
): { printed: Markdown[]; next_offset?: number } {
  const out: Markdown[] = []
  let skip = offset
  let left = room
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
      const line = lines([
        ...(headed ? [] : [sectionLine(section), ...marks(section, eyes)]),
        block && blockLine(block, eyes),
      ])
      headed = true
      const under = without(left, line, block ? blockInData + (block.blame ? blameInData : 0) : 0)
      const whole = block ? undefined : () => sectionFence(page, section, 'written', fragment)
      const quoted = quote(text, { skip, size, left: under, whole })
      const then = without(under, quoted.part)
      // some of it is always quoted, so that paging advances
      if (at > offset && (then.characters < 0 || then.json < 0)) return { printed: out, next_offset: at }
      left = then
      out.push(...[line, quoted.part].filter((part) => printed(part) !== ''))
      at += quoted.took
      if (skip + quoted.took < size) return { printed: out, next_offset: at }
      skip = 0
    }
  }
  return { printed: out }
}

const without = ({ characters, json }: Left, part: Markdown, inData = 0): Left => {
  const text = printed(part)
  const lineEnd = text === '' ? 0 : 1
  return { characters: characters - text.length - lineEnd, json: json - jsonCharacters(text) - 2 * lineEnd - inData }
}

/** The id and rev that edit_pad takes, and the origin of the block's words. */
const blockLine = ({ id, rev, blame }: BlockView, eyes: Eyes): Markdown =>
  facts([
    md`block ${ref(id)} rev ${rev}`,
    ...(blame
      ? [
          authorLine(blame.by, eyes, blame.host),
          minute(blame.at),
          md`version ${blame.version}`,
          md`edit ${ref(blame.edit_id)}`,
        ]
      : []),
  ])

/** Code points quoted in one piece regardless of the room, so that paging always advances. */
const least = 1_000

/** Characters of the lines around a quote in which no long row of tildes is. */
const fenceLines = 20

/** Quotes a text from `skip` on, as much as fits. */
function quote(
  text: Untrusted,
  { skip, size, left, whole }: { skip: number; size: number; left: Left; whole: (() => Markdown) | undefined },
): { part: Markdown; took: number } {
  if (skip === 0 && size <= Math.max(least, left.characters)) {
    const part = whole ? whole() : fence(text)
    if (size <= least || share(part, left) <= 1) return { part, took: size }
  }
  let most = Math.min(size - skip, Math.max(left.characters - fenceLines, least))
  for (;;) {
    const part = fence(untrusted(charactersFrom(words(text), skip, most)))
    const of = share(part, left)
    if (of <= 1 || most <= least) return { part, took: most }
    most = Math.max(least, Math.floor(most * Math.min(0.98, 1 / of)))
  }
}

/** The share of the remaining room that a part takes; above 1 it does not fit. */
function share(part: Markdown, left: Left): number {
  const text = printed(part)
  return Math.max((text.length + 1) / Math.max(1, left.characters), (jsonCharacters(text) + 2) / Math.max(1, left.json))
}
