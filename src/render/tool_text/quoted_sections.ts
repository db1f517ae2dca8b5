import { characters } from '../../text/characters.ts'
import { type Untrusted, untrusted, words } from '../../text/untrusted.ts'
import type { Eyes } from '../../rules/caller.ts'
import type { BlockView, SectionView } from '../../records/pad/section.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import type { Fragment } from '../body.ts'
import { charactersFrom, jsonCharacters } from '../cut_to_size.ts'
import { authorLine } from '../markdown/author_line.ts'
import { fence } from '../markdown/fence.ts'
import { facts, lines, type Markdown, md, minute, printed, ref } from '../markdown/md.ts'
import { sectionFence, sectionLine } from '../markdown/pad_markdown.ts'
import { marks } from '../markdown/section_marks.ts'

/** Characters that a block takes in `data` besides its text, and those of its blame. */
const [blockInData, blameInData] = [40, 130]

interface Quoting {
  readonly eyes: Eyes
  readonly blocks?: boolean
  readonly offset?: number
  readonly left: Left
}

/** The room that is left for a text. */
interface Left {
  /** as printed */
  readonly characters: number
  readonly json: number
}

/** Quotes sections in order until the room is used up; the offset counts code points over all of them. */
export function quotedSections(
  page: PadPage,
  sections: readonly SectionView[],
  { eyes, blocks, offset = 0, left: room }: Quoting,
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

/** Characters of the fence around a quote without long runs of tildes. */
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
