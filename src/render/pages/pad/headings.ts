import type { Fragment } from '../../body.ts'
import { type Html, html, markup, name } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import type { PadPage } from '../../../records/pad/pad_page.ts'
import type { SectionView } from '../../../records/pad/section.ts'

/** Heading depths of sections: no level is skipped between one heading and the next. */

/** The depth is 2 for a section directly below the title. */
export function depthsOf(sections: readonly SectionView[]): ReadonlyMap<string, number> {
  const open: number[] = []
  return new Map(
    sections.map(({ id, level }) => {
      while (open.length > 0 && (open.at(-1) as number) >= level) open.pop()
      if (level > 0) open.push(level)
      return [id, Math.min(6, open.length + 1)]
    }),
  )
}

/** Returns the section shown with the title: a first one without a heading, or with the title as its heading. */
export const standsWithTitle = ({ title, sections }: Pick<PadPage, 'title' | 'sections'>): SectionView | undefined => {
  const [first] = sections
  return first && (first.level === 0 || oneLine(first.heading) === oneLine(title)) ? first : undefined
}

export const headingWords = ({ level, heading }: SectionView): string =>
  oneLine(heading) || (level === 0 ? 'Introduction' : 'Untitled')

interface Printing {
  readonly pad: PadPage
  readonly origin: string
  readonly fragment: Fragment
  /** marks changes since the reader's last visit */
  readonly marked: boolean
}

/** A heading with its inline marks, printed from its own source line. */
export function headingHtml(section: SectionView, { pad, origin, fragment, marked }: Printing): Html {
  const line = section.blocks?.[0]
  if (!line || section.level === 0) return name(headingWords(section))
  const printed = fragment({
    key: `${pad.id}:${line.id}:${line.rev}:heading`,
    text: line.text,
    as: 'html',
    labels: !section.reach,
    origin,
    under: 1,
  })
  const inner = /^<h\d>([^]*)<\/h\d>\s*$/.exec(printed)?.[1]
  if (inner === undefined) return name(headingWords(section))
  return marked && section.changed_since_read && section.was === undefined
    ? html`<ins>${markup(inner)}</ins>`
    : markup(inner)
}

export const heading = (depth: number, attributes: Html | string, words: Html): Html =>
  markup(`<h${depth}${String(attributes)}>${words.toString()}</h${depth}>`)
