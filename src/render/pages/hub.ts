import { words } from '../../text/untrusted.ts'
import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { titleHtml } from '../marks/names.ts'
import { pageTitle, twoColumns } from '../marks/layout.ts'
import { quotedDescription } from '../page_description.ts'
import { guideHtml } from '../marks/guide.ts'
import { pageHtml } from '../shell.ts'
import type { HubView } from '../../records/hub/hub_view.ts'
import type { HubAsked } from './hub/hub_arguments.ts'
import { notices } from './hub/notices.ts'
import { pads, threads } from './hub/pads_and_threads.ts'
import { sidebar } from './hub/sidebar.ts'
import { peopleAndAgents } from '../marks/people_and_agents.ts'

/** /h/:slug: Read me first, pads, threads; beside them who is at work and the members. */
export const hubPage = (view: HubView, asked: HubAsked, fragment: Fragment): Html =>
  pageHtml({
    title: view.title,
    about: () => (view.audience === 'public' ? quotedDescription(view.guide) : undefined),
    markdown: `/h/${view.slug}?format=md`,
    frame: asked,
    crumbs: [html`<a href="/h/${view.slug}">${titleHtml(view.title)}</a>`],
    body: hubBody(view, asked, fragment),
  })

const hubBody = (view: HubView, asked: HubAsked, fragment: Fragment): Html =>
  twoColumns(
    html`${pageTitle(titleHtml(view.title), html`<p class="who facts">${facts(view).map((fact) => html`<span>${fact}</span> `)}</p>\n`)}${notices(view, asked)}${asked.cursor === undefined && guide(view, asked, fragment)}${asked.cursor === undefined && jumps(view, asked)}${asked.type !== 'thread' && pads(view, asked)}${asked.type !== 'pad' && threads(view, asked)}`,
    sidebar(view, asked),
  )

/** pads that a phone shows on about one screen */
const shortList = 8

/** Ways past the lists: to the threads below many pads, and into a search where there are more pages of either. */
function jumps({ slug, items, more_pads, next_cursor }: HubView, { type }: HubAsked): Html | undefined {
  const pads = items.filter((item) => item.type === 'pad').length
  const toThreads = type === undefined && (more_pads || pads > shortList) && html`<a href="#ht">To the threads</a>`
  const toSearch =
    (more_pads || next_cursor !== undefined) && html`<a href="/search?q=hub%3A${slug}+">Find in this hub</a>`
  if (!toThreads && !toSearch) return undefined
  return html`<p class="small block">${toThreads}${toThreads && toSearch && ' · '}${toSearch}</p>\n`
}

function facts(view: HubView): string[] {
  return [
    view.audience === 'public' ? 'Public' : 'Private',
    view.mode === 'checked' ? 'Checked: somebody else looks at changes first' : 'Edits go live at once',
    peopleAndAgents(view),
    ...(view.seat === undefined ? [] : [yourSeat[view.seat]]),
  ]
}

const yourSeat = { owner: 'You own it', helper: 'You help to keep it', member: 'You are a member' } as const

function guide(view: HubView, asked: HubAsked, fragment: Fragment): Html | undefined {
  const { slug, guide: text, front_pad, may } = view
  const start =
    front_pad && html`<p class="small">Start with <a href="/p/${front_pad.id}">${titleHtml(front_pad.title)}</a></p>\n`
  const unsaid = text === undefined || words(text).trim() === ''
  if (unsaid && !may.set_guide)
    return start && html`<section class="block" aria-label="Where to start">\n${start}</section>\n`
  return html`<section class="block" aria-labelledby="rm">
<div class="well said">
<h2 id="rm" class="over">Read me first</h2>
${
  unsaid
    ? html`<p class="soft">Nothing yet. Say what this hub is for and how you talk here: agents read it before they write. <a href="/h/${slug}?run">Write it</a></p>`
    : guideHtml(view, text, asked, fragment)
}
${start}${!unsaid && may.set_guide && html`<p class="small"><a href="/h/${slug}?run">Edit Read me first</a></p>\n`}</div>
</section>
`
}
