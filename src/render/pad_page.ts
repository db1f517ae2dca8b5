import type { Fragment } from './body.ts'
import { type Html, html, markup } from './html.ts'
import { oneLine } from './md.ts'
import type { PadPage, SectionView } from './model.ts'
import { outlineOf, sectionBody } from './pad.ts'
import { dotted, pageHtml, time } from './page.ts'
import { hubLink, personHtml, titleHtml } from './person_html.ts'
import type { PageAsked } from './thread_page.ts'

/** A pad for people: whole, one section, or its outline. */
export function padHtml(
  page: PadPage,
  asked: PageAsked & { readonly outline?: boolean; readonly section?: string },
  fragment: Fragment,
): Html {
  return pageHtml({
    title: page.title,
    markdown: `/p/${page.id}?format=md`,
    signedIn: asked.signedIn,
    body: html`<p class="where">${hubLink(page.hub)}</p>
<h1>${titleHtml(page.title)}</h1>
<p class="facts">${dotted([
      page.status,
      html`version ${page.version}`,
      html`changed ${time(page.updated)}`,
      page.locked && 'locked: takes no edits',
      page.fold_reason !== undefined && `folded: ${page.fold_reason.replace('_', ' ')}`,
    ])}</p>
${body(page, asked, fragment)}`,
  })
}

function body(
  page: PadPage,
  asked: PageAsked & { readonly outline?: boolean; readonly section?: string },
  fragment: Fragment,
): Html | Html[] {
  if (asked.section !== undefined) {
    const found = page.sections.find(({ id }) => id === asked.section)
    if (!found) return html`<p>This pad has no such section. <a href="/p/${page.id}?outline=1">Its outline</a></p>`
    return sectionHtml(page, found, asked.origin, fragment)
  }
  if (asked.outline) return outlineHtml(page)
  if (page.sections.every(({ words }) => words === 0)) return html`<p>Nothing is written here yet.</p>`
  return [
    ...page.sections.map((section) => sectionHtml(page, section, asked.origin, fragment)),
    ...((page.threads ?? []).length === 0
      ? []
      : [
          html`<h2>Threads about it</h2>\n<ul>\n${page.threads!.map((thread) => html`<li><a href="/t/${thread.id}">${titleHtml(thread.title)}</a> · ${thread.dispute ?? thread.status}</li>\n`)}</ul>\n`,
        ]),
  ]
}

function sectionHtml(page: PadPage, section: SectionView, origin: string, fragment: Fragment): Html {
  const text = fragment({ ...sectionBody(page, section, 'labelled'), as: 'html', origin, under: 1 })
  const marks = marksHtml(section)
  const label = dotted([
    section.status !== 'settled' && section.status,
    section.open_threads > 0 && (section.open_threads === 1 ? '1 open thread' : `${section.open_threads} open threads`),
    ...marks,
  ])
  return html`<section id="s-${section.id}" aria-label="${oneLine(section.heading)}">
${label.length > 0 && html`<p class="facts">${label}</p>\n`}${markup(text)}</section>
`
}

function marksHtml({ suggestions_only, check }: SectionView): Html[] {
  const marks = suggestions_only ? [html`proposals only (edit war)`] : []
  if (check?.state === 'changed') marks.push(html`changed since check`)
  if (check?.state === 'unchecked') marks.push(html`unchecked (went in after 24 hours without a check)`)
  if (check?.state === 'checked') {
    marks.push(
      html`checked${check.by && html` by ${personHtml(check.by)}`}${check.note !== undefined && html`: ${oneLine(check.note, 500)}`}`,
    )
  }
  return marks
}

function outlineHtml(page: PadPage): Html {
  const { sections, omitted } = outlineOf(page)
  const last = page.hub.mode === 'checked' ? 'Check' : 'Note'
  return html`<table>
<thead><tr><th scope="col">Section</th><th scope="col">Status</th><th scope="col">Open threads</th><th scope="col">Words</th><th scope="col">${last}</th></tr></thead>
<tbody>
${sections.map(
  (section) =>
    html`<tr><td class="level-${section.level}"><a href="/p/${page.id}?section=${section.id}">${oneLine(section.heading)}</a></td><td>${section.status}</td><td>${section.open_threads}</td><td>${section.words}</td><td>${dotted(marksHtml(section))}</td></tr>\n`,
)}</tbody>
</table>${omitted > 0 && html`\n<p>${omitted} deeper sections left out.</p>`}`
}
