import { hubLink, titleHtml } from '../marks/names.ts'
import { untrusted } from '../../text/untrusted.ts'
import type { PageAsked } from '../page_arguments.ts'
import type { Fragment } from '../body.ts'
import { type Html, html, markup, name } from '../html.ts'
import { pageTitle, twoColumns } from '../marks/layout.ts'
import { button } from '../marks/form/act.ts'
import { oneLine } from '../markdown/md.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import { pageHtml } from '../shell.ts'
import type { HistoryView } from '../../records/view.ts'
import { counted } from '../marks/in_words.ts'
import { historyLines } from './pad/history_line.ts'

export interface HistoryShown {
  readonly page: PadPage
  readonly history: HistoryView
}

/** The edits of a pad, newest first, and a form to compare two versions. */
export function padHistoryHtml({ page, history }: HistoryShown, asked: PageAsked): Html {
  const { next_cursor } = history
  return framed(
    page,
    asked,
    `History of ${oneLine(page.title)}`,
    html`<div class="head"><h1>History</h1><span class="small soft">${counted(page.latest_version, 'version')}</span></div>
<ol class="line">
${historyLines(page, history, asked)}</ol>
${next_cursor !== undefined && html`<p class="spaced"><a class="button" href="/p/${page.id}?history&amp;cursor=${next_cursor}">Older changes</a></p>\n`}${compareForm(page, history)}`,
  )
}

const framed = (page: PadPage, asked: PageAsked, title: string, body: Html): Html =>
  pageHtml({
    title,
    frame: asked,
    crumbs: [hubLink(page.hub), html`<a href="/p/${page.id}">${titleHtml(page.title)}</a>`],
    body: twoColumns(body),
  })

function compareForm(page: PadPage, { from_version, to_version }: HistoryView): Html | undefined {
  if (page.latest_version < 2) return undefined
  const [from, to] = [from_version ?? Math.max(1, page.latest_version - 1), to_version ?? page.latest_version]
  const field = (field: string, label: string, value: number): Html =>
    html`<label class="small" for="${field}">${label}</label> <input id="${field}" name="${field}" type="number" min="1" max="${page.latest_version}" value="${value}" required>`
  // the heading is the form's: paper has neither
  return html`<form class="spaced" action="/p/${page.id}" aria-labelledby="compare"><h2 id="compare">Compare two versions</h2>
<div class="acts compare">${field('from', 'Version', from)}${field('to', 'with', to)}${button('Compare')}</div></form>
`
}

/** A pad without headings has no section to name, unless one of the changes took the last of them out. */
const isWithoutHeadings = ({ sections: [first, second] }: PadPage, difference: readonly Difference[]): boolean =>
  first?.level === 0 && !second && difference.every(({ section }) => section.id === first.id)

/** The section of the changes below, by its name then. */
function inSection({ id: pad, sections }: PadPage, { id, heading }: Difference['section']): Html {
  const stands = sections.some((one) => one.id === id)
  const words = name(oneLine(heading) || 'Untitled')
  return html`<p class="small soft">In ${stands ? html`<a href="/p/${pad}#s-${id}">${words}</a>` : words}</p>\n`
}

type Difference = NonNullable<HistoryView['difference']>[number]

/** Two versions compared paragraph by paragraph, with changed words marked. */
export function padCompareHtml({ page, history }: HistoryShown, asked: PageAsked, fragment: Fragment): Html {
  const { difference = [], edits, from_version = 1, to_version = page.version } = history
  const plain = isWithoutHeadings(page, difference)
  const changes = difference.map(({ block_id, change, before, after, section }, at) => {
    const text = markup(
      fragment({
        key: `${page.id}:${block_id}:${from_version}:${to_version}`,
        text: after ?? untrusted(''),
        was: change === 'moved' ? (after ?? untrusted('')) : (before ?? untrusted('')),
        as: 'html',
        labels: page.sections.some(({ reach }) => !reach),
        origin: asked.origin,
        top: 2,
      }),
    )
    const isNamed = !plain && section.id !== difference[at - 1]?.section.id
    return html`${isNamed && inSection(page, section)}<div class="well diff said">${change === 'moved' && html`<p class="small soft">Stands in another place now</p>`}${text}</div>\n`
  })
  return framed(
    page,
    asked,
    `Two versions of ${oneLine(page.title)}`,
    html`${pageTitle(`Version ${from_version} and version ${to_version}`, html`<p class="small"><a href="/p/${page.id}?history">History</a> · <a href="/p/${page.id}?version=${from_version}">As it was at version ${from_version}</a></p>`)}${changes.length === 0 ? html`<p>They read the same.</p>` : html`<div class="stack">${changes}</div>`}
${edits.length > 0 && html`<section class="spaced" aria-labelledby="between"><h2 id="between">What went in between</h2>\n<ol class="line">\n${historyLines(page, { edits }, asked)}</ol></section>\n`}${compareForm(page, history)}`,
  )
}
