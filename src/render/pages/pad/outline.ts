import { type Html, html, name } from '../../html.ts'
import { pageTitle } from '../../marks/layout.ts'
import { dotted } from '../../marks/in_words.ts'
import { stateOf } from '../../marks/state.ts'
import { titleHtml } from '../../marks/names.ts'
import { outlineOf } from '../../markdown/pad_markdown.ts'
import type { PadShown } from './pad_arguments.ts'
import { headingWords } from './headings.ts'
import { notices } from './top.ts'

/** The headings with their states and sizes, for a pad too long to begin with its text. */
export function outlined(shown: PadShown): Html {
  const { page, asked } = shown
  const version = asked.old && html`&amp;version=${page.version}`
  const { sections, omitted } = outlineOf(page)
  return html`${pageTitle(titleHtml(page.title))}${notices(shown)}<div class="table"><table>
<thead><tr><th scope="col">Section</th><th scope="col">State</th><th scope="col" class="r">Open threads</th><th scope="col" class="r">Words</th></tr></thead>
<tbody>
${sections.map(
  (section) =>
    html`<tr><td class="level-${section.level}"><a href="/p/${page.id}?section=${section.id}${version}">${name(headingWords(section))}</a></td><td>${dotted([stateOf(section.status), section.check && section.check.state])}</td><td class="r">${section.open_threads}</td><td class="r">${section.words}</td></tr>\n`,
)}</tbody>
</table></div>${omitted > 0 && html`\n<p>${omitted} deeper sections left out.</p>`}`
}
