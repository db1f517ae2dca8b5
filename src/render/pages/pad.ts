import { hubLink } from '../marks/names.ts'
import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { since, counted } from '../marks/in_words.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import { quotedDescription } from '../page_description.ts'
import { padAsItStood } from '../pad_as_it_stood.ts'
import { pageHtml } from '../shell.ts'
import { authorsShown } from './pad/authors.ts'
import type { PadAsked, PadShown } from './pad/pad_arguments.ts'
import { contents } from './pad/contents.ts'
import { outlined } from './pad/outline.ts'
import { titlePart } from './pad/top.ts'
import { decisionForm } from './pad/decisions.ts'
import { historyLines } from './pad/history_line.ts'
import { depthsOf, standsWithTitle } from './pad/headings.ts'
import { talkNote } from './pad/notes.ts'
import { part } from './pad/part.ts'

/** A pad for people: whole, one section, or its outline. */
export function padHtml(now: PadPage, asked: PadAsked, fragment: Fragment): Html {
  const page = asked.old ? padAsItStood(now) : now
  const authors = asked.who && authorsShown(page, asked.section)
  const shown = { page, asked, fragment, ...(authors && { authors }) }
  return pageHtml({
    title: page.title,
    about: () => (page.indexable ? quotedDescription(...page.sections.map(({ text }) => text)) : undefined),
    markdown: `/p/${page.id}?format=md${asked.old ? `&version=${page.version}` : ''}`,
    frame: asked,
    crumbs: [hubLink(page.hub)],
    main: 'pad',
    body: html`${contents(shown)}
<div>
${asked.outline ? outlined(shown) : wholeText(shown)}</div>`,
  })
}

function wholeText(shown: PadShown): Html {
  const { page, asked } = shown
  const depths = depthsOf(page.sections)
  const withTitle = standsWithTitle(page)
  const wanted = asked.section
  const found = wanted === undefined ? undefined : page.sections.find(({ id }) => id === wanted)
  const parts = page.sections.filter((section) => (wanted === undefined ? section !== withTitle : section === found))
  return html`${titlePart(shown, wanted === undefined ? withTitle : undefined)}${
    wanted !== undefined &&
    html`<p>${found ? 'One section of this pad.' : 'This pad has no such section.'} <a href="/p/${page.id}">The whole pad</a></p>\n`
  }${parts.map((section) => part(shown, section, depths.get(section.id) ?? 2))}${wanted === undefined && html`${below(shown)}${past(shown)}`}`
}

/** Threads about the pad as a whole or about removed sections, and the decision form. */
function below(shown: PadShown): Html | undefined {
  const { page, asked } = shown
  if (asked.old) return undefined
  const there = new Set(page.sections.map(({ id }) => id))
  const talk = (page.talk ?? []).filter(({ section_id }) => section_id === undefined || !there.has(section_id))
  const form = asked.me && decisionForm(shown)
  if (talk.length === 0 && !form) return undefined
  return html`<section class="part" aria-label="About the whole pad">
<div class="stack">
${talk.length > 0 && html`<h2>Talk about it</h2>\n<div class="notes">${talk.map((one) => talkNote(shown, one))}</div>\n`}${form}</div>
</section>
`
}

/** The last edits, each with its undo. */
function past({ page, asked }: PadShown): Html | undefined {
  if (asked.old || !asked.past || (page.latest_version < 2 && !asked.past.decisions?.length)) return undefined
  const all = `/p/${page.id}?history`
  return html`<section class="part" id="history" aria-labelledby="h-history">
<div><div class="head"><h2 id="h-history">History</h2><a class="small" href="${all}#compare">Compare two versions</a></div>
<ol class="line">
${historyLines(page, asked.past, asked)}</ol></div>
<div class="notes"><p><a href="${all}">${counted(page.latest_version, 'version')}</a> ${since(page.created)}.</p></div>
</section>
`
}
