import { type Html, html, name } from '../../html.ts'
import { isWrong, state } from '../../marks/state.ts'
import { titleHtml } from '../../marks/names.ts'
import type { PadPage } from '../../../records/pad/pad_page.ts'
import type { SectionView } from '../../../records/pad/section.ts'
import type { PadShown } from './pad_arguments.ts'
import { hasOpenDecision } from './decisions.ts'
import { depthsOf, headingWords, standsWithTitle } from './headings.ts'

/** The sections with their states, as links nested like their headings. */
export function contents({ page, asked }: PadShown): Html {
  const withTitle = standsWithTitle(page)
  const depths = depthsOf(page.sections)
  const listed = page.sections.filter((section) => section !== withTitle)
  const top = Math.min(...listed.map(({ id }) => depths.get(id) ?? 2))
  const items: Html[] = []
  let inner: Html[] = []
  const close = (): void => {
    const last = items.pop()
    if (last) items.push(html`<li>${last}${inner.length > 0 && html`<ol>${inner}</ol>`}</li>\n`)
    inner = []
  }
  items.push(html`<a href="#top"${!asked.outline && html` aria-current="true"`}>${titleHtml(page.title)}</a>`)
  for (const section of listed) {
    const link = html`<a href="${asked.section === undefined && !asked.outline ? '' : `/p/${page.id}`}#s-${section.id}"><span>${name(headingWords(section))}</span>${dot(page, section)}</a>`
    if ((depths.get(section.id) ?? 2) > top) inner.push(html`<li>${link}</li>`)
    else {
      close()
      items.push(link)
    }
  }
  close()
  return html`<nav class="toc" aria-label="Contents">
<ol>
${items}</ol>
<p class="small soft"><a href="/p/${page.id}?history">History</a></p>
</nav>`
}

/** The state of a section as a dot, in words for screen readers. */
function dot(page: PadPage, section: SectionView): Html | undefined {
  const { status } = section
  if (isWrong(status)) return state('wrong', html`<span class="hide">disputed</span>`)
  if (hasOpenDecision(page, section)) return state('open', html`<span class="hide">open, a decision waits</span>`)
  if (status === 'open') return state('open', html`<span class="hide">open</span>`)
  if (section.changed_since_read) return state('live', html`<span class="hide">changed since you last read</span>`)
  return undefined
}
