import { type Untrusted, untrusted, words } from '../../../text/untrusted.ts'
import { type Html, html, markup } from '../../html.ts'
import { isWrong, state, stateOf } from '../../marks/state.ts'
import type { SectionView } from '../../../records/pad/section.ts'
import { belowHeading, textOf, withAuthors } from './authors.ts'
import type { PadShown } from './pad_arguments.ts'
import { decisionCards, decisionsOf, hasOpenDecision } from './decisions.ts'
import { heading, headingHtml } from './headings.ts'
import { notesOf } from './notes.ts'
import { suggestionCards, suggestionsOf } from './suggestions.ts'

/** A section: its heading with the state, its text, open questions, and its margin. */
export function part(shown: PadShown, section: SectionView, depth: number): Html {
  const { page, asked, fragment } = shown
  const marked = !asked.hides
  const line = html`${headingHtml(section, { pad: page, origin: asked.origin, fragment, marked })}${stateHtml(shown, section)}`
  return html`<section class="${partClass(shown, section)}" id="s-${section.id}" aria-labelledby="h-${section.id}">
<div class="said">
${heading(depth, html` id="h-${section.id}"`, line)}
${bodyHtml(shown, section, depth)}${cards(shown, section)}</div>
<div class="notes">
${notesOf(shown, section)}</div>
</section>
`
}

export const cards = (shown: PadShown, section: SectionView): Html[] => [
  ...decisionCards(shown, decisionsOf(shown.page, section)),
  ...suggestionCards(shown, suggestionsOf(shown.page, section)),
]

/** A coloured rule on sections that need attention. */
export function partClass(shown: PadShown, section: SectionView): string {
  const { status } = section
  if (isWrong(status)) return 'part wrong'
  if (status === 'open' || hasOpenDecision(shown.page, section)) return 'part open'
  return section.changed_since_read && !shown.asked.hides ? 'part fresh' : 'part'
}

/** The state in words beside the colour. An open decision counts as open, unless the state is more serious. */
export const stateHtml = ({ page }: Pick<PadShown, 'page'>, section: SectionView): Html | undefined => {
  const { status, suggestions_only } = section
  const waits = hasOpenDecision(page, section)
  const said = stateOf(waits && !isWrong(status) ? 'open' : status)
  if (!said && !suggestions_only) return undefined
  return html`${said && html`  ${said}`}${suggestions_only && html`  ${state('quiet', 'suggestions only')}`}`
}

/** The text without its heading line, with changes since the reader's last visit marked. */
export function bodyHtml(shown: PadShown, section: SectionView, depth: number): Html | Html[] | undefined {
  const { page, asked, fragment } = shown
  const blocks = belowHeading(section)
  const body = (key: string, text: Untrusted, was?: Untrusted): Html =>
    markup(
      fragment({
        key,
        text,
        was,
        as: 'html',
        labels: !section.reach,
        origin: asked.origin,
        top: Math.min(6, depth + 1),
      }),
    )
  const version = `${page.id}:${section.id}:${page.version}`
  if (shown.authors)
    return withAuthors(shown, shown.authors, section, blocks, (key, text) => body(`${version}:${key}`, text))
  const text = textOf(blocks)
  if (!section.changed_since_read || asked.hides) return body(`${version}:below`, text)
  return body(`${version}:since:${page.read?.version ?? 0}`, text, wasBelow(section))
}

/** The text below the heading at the last visit; empty when the section is new. */
function wasBelow({ level, was }: SectionView): Untrusted {
  if (was === undefined || level === 0) return was ?? untrusted('')
  const text = words(was)
  const end = text.indexOf('\n\n')
  return untrusted(end < 0 ? '' : text.slice(end + 2))
}
