import { reads } from '../../../rules/limits.ts'
import { joinBlocks } from '../../../text/blocks.ts'
import { type Untrusted, untrusted, words } from '../../../text/untrusted.ts'
import { type Html, html } from '../../html.ts'
import { avatar, nameOf, ofWhom } from '../../marks/names.ts'
import type { PadPage } from '../../../records/pad/pad_page.ts'
import type { BlockView, SectionView } from '../../../records/pad/section.ts'
import type { AuthorsShown, PadShown } from './pad_arguments.ts'

/** Divides the names that a page may show among its sections; a section shown alone gets all. */
export function authorsShown({ sections }: PadPage, alone: string | undefined): AuthorsShown {
  let left: number = reads.pad.authored
  const shown = new Map<string, number>()
  for (const section of sections) {
    if (alone !== undefined && section.id !== alone) continue
    shown.set(section.id, left)
    left = Math.max(0, left - stretchesOf(belowHeading(section)).length)
  }
  return shown
}

/** The text of a section, each stretch beside its author, up to the number of names it may show. */
export function withAuthors(
  { page, asked }: PadShown,
  authors: AuthorsShown,
  section: SectionView,
  blocks: readonly BlockView[],
  body: (key: string, text: Untrusted) => Html,
): Html[] {
  const most = authors.get(section.id) ?? 0
  const stretches = stretchesOf(blocks)
  const text = (some: readonly BlockView[]): Html => body(`${some[0]?.id}+${some.length}`, textOf(some))
  const shown = stretches.slice(0, most).map((some): Html => {
    const person = page.people?.find(({ id }) => id === some[0]?.by)
    if (!person) return text(some)
    return html`<div class="blame"><span class="by">${avatar(person, 's')}<span class="small soft">${nameOf(person, asked.me)}${ofWhom(person, asked.me)}</span></span><div class="said">${text(some)}</div></div>
`
  })
  const rest = stretches.slice(most).flat()
  if (rest.length === 0) return shown
  const version = asked.old && html`&amp;version=${page.version}`
  const alone = html`/p/${page.id}?section=${section.id}&amp;who${version}`
  return [
    ...shown,
    text(rest),
    asked.section === undefined
      ? html`<p class="small"><a href="${alone}">Who wrote ${most > 0 ? 'the rest of ' : ''}this section</a></p>\n`
      : html`<p class="small soft">More hands wrote the rest than are named here: <a href="/p/${page.id}?history">the history</a> has every change.</p>\n`,
  ]
}

/** Neighbours by one author, together. */
function stretchesOf(blocks: readonly BlockView[]): readonly (readonly BlockView[])[] {
  const stretches: BlockView[][] = []
  for (const block of blocks) {
    const last = stretches.at(-1)
    if (last && last[0]?.by === block.by) last.push(block)
    else stretches.push([block])
  }
  return stretches
}

export const textOf = (blocks: readonly BlockView[]): Untrusted =>
  untrusted(joinBlocks(blocks.map((block) => words(block.text))))

export const belowHeading = ({ level, blocks = [] }: SectionView): readonly BlockView[] =>
  level === 0 ? blocks : blocks.slice(1)
