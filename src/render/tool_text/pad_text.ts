import { present } from '../../records/present.ts'
import { reads } from '../../rules/limits.ts'
import type { Fragment } from '../body.ts'
import { jsonCharacters, jsonOfReading, leftFree } from '../cut_to_size.ts'
import { facts, joined, lines, type Markdown, md, minute, printed, ref, safe, counted } from '../markdown/md.ts'
import { preamble } from '../markdown/fence.ts'
import type { SectionView } from '../../records/pad/section.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import { outlineTable, threadLine } from '../markdown/pad_markdown.ts'
import { quotedSections } from './quoted_sections.ts'
import { hubSlug } from '../markdown/hub_link.ts'
import type { Eyes } from '../../rules/caller.ts'
import { decisionLines, editLines } from '../markdown/task_decision_edit_lines.ts'

interface PadTextAsked {
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
      quoted.printed.length === 0 &&
        asked.offset !== undefined &&
        md`nothing from character ${asked.offset} on: the text is shorter`,
      next_offset !== undefined && md`text cut: the same open_pad with offset ${next_offset} continues it`,
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
    [
      edits === 'since' ? safe('changes, of a long table or list the changed rows alone:') : safe('last edits:'),
      editLines(page.history ?? [], eyes),
      'older edit',
    ],
    [
      // at the top, because items are left out from the end
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

/** Parts and changes are read often, and the grounds of all decisions would make each reading several times as long. */
const isPart = ({ outline, sections, edits }: PadTextAsked): boolean =>
  outline === true || sections !== undefined || edits === 'since'

/** A decision that waits for an answer keeps its grounds. */
function withoutGrounds(decision: DecisionLine): DecisionLine {
  const { reason, options, ...rest } = decision
  return decision.status === 'proposed' || (reason === undefined && options === undefined) ? decision : rest
}

const whereGroundsAre = safe('reasons and options of these decisions: open_pad with pad_id alone')
