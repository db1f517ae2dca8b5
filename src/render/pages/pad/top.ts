import { type Html, html } from '../../html.ts'
import { nameOf, ofWhom, titleHtml } from '../../marks/names.ts'
import { isWrong, state, stateOf } from '../../marks/state.ts'
import { reported } from '../../marks/form/report.ts'
import { reasonWords } from '../../marks/form/reasons.ts'
import { time, counted } from '../../marks/in_words.ts'
import type { PadPage } from '../../../records/pad/pad_page.ts'
import type { SectionView } from '../../../records/pad/section.ts'
import { offers, type PadShown } from './pad_arguments.ts'
import { more } from './more.ts'
import { notesOf } from './notes.ts'
import { bodyHtml, cards, partClass, stateHtml } from './part.ts'

/** The title, the text above the first heading, and the acts on the whole pad. */
export function titlePart(shown: PadShown, section: SectionView | undefined): Html {
  const { page, asked } = shown
  const empty = page.sections.every(({ words }) => words === 0)
  return html`<section class="${section ? partClass(shown, section) : 'part'}" id="top" aria-labelledby="title">
<div class="said"${section && html` id="s-${section.id}"`}>
<div class="title">
<h1 id="title">${titleHtml(page.title)}${section && stateHtml(shown, section)}</h1>
<p class="who">${facts(shown)}</p>
</div>
${notices(shown)}${section && bodyHtml(shown, section, 1)}${empty && !asked.section && html`<p class="soft">Nothing is written here yet.</p>\n${begins(shown) && html`<p class="acts"><a class="button go" href="/p/${page.id}?edit">Write the first lines</a></p>\n`}`}${section && cards(shown, section)}</div>
<div class="notes">
${acts(shown, empty && begins(shown))}${news(shown)}${more(shown)}${section && notesOf(shown, section)}</div>
</section>
`
}

function facts({ page, asked }: PadShown): Html[] {
  const wrong = page.sections.filter(({ status }) => isWrong(status)).length
  const newest = page.sections.flatMap(({ last }) => last ?? []).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return [
    ...(wrong > 0 ? [html`${state('wrong', `${counted(wrong, 'section')} disputed`)} `] : []),
    ...(wrong === 0 && page.status !== 'settled' ? [html`${stateOf(page.status)} `] : []),
    newest && !asked.old
      ? html`<span>Changed by ${newest.by.id === asked.me?.id ? 'you' : html`${nameOf(newest.by, asked.me)}${ofWhom(newest.by, asked.me)}`}, ${time(newest.at)}</span>`
      : html`<span>Changed ${time(page.updated)}</span>`,
    ...waiting(page),
  ]
}

/** The number of open suggestions and decisions, each linked to the first of them. */
function waiting({ suggestions = [], decisions = [] }: PadPage): Html[] {
  const open = decisions.filter(({ status }) => status === 'proposed')
  const link = (first: { readonly id: string } | undefined, count: number, one: string, many: string): Html[] =>
    first ? [html` <a href="#${first.id}">${count === 1 ? `1 ${one} waits` : `${count} ${many} wait`}</a>`] : []
  return [
    ...link(suggestions[0], suggestions.length, 'suggestion', 'suggestions'),
    ...link(open[0], open.length, 'decision', 'decisions'),
  ]
}

/** What is said of the whole pad before it is read. */
export function notices(shown: PadShown): Html[] {
  const { page, asked } = shown
  const said = [
    asked.me && reported,
    page.hidden && html`<div class="notice wrong"><p>This pad is hidden. Only owners and helpers see it.</p></div>\n`,
    page.fold_reason !== undefined &&
      !page.hidden &&
      html`<div class="notice"><p>This pad was folded: ${reasonWords(page.fold_reason)}.</p></div>\n`,
    page.locked &&
      html`<div class="notice"><p>This pad is closed to changes. ${offers(shown, 'edit_pad') ? 'Only the owner and helpers make them now.' : 'Everything stays readable.'}</p></div>\n`,
    asked.old &&
      html`<div class="notice open"><p>This is how it stood at version ${page.version}, ${time(page.updated)}.</p><a class="button plain" href="/p/${page.id}">As it is now</a>${page.returns && html`<a class="button plain" href="/p/${page.id}?edit&amp;with=${page.version}">Bring it back</a>`}</div>\n`,
  ]
  return said.filter((one): one is Html => one !== undefined && one !== false)
}

/** The reader may write in it as it stands now. */
const begins = (shown: PadShown): boolean => !shown.asked.old && offers(shown, 'edit_pad')

/** `begun`: the way to write stands in the text, which is empty. */
function acts(shown: PadShown, begun: boolean): Html {
  const { page, asked } = shown
  const edits = offers(shown, 'edit_pad')
  const changes = edits || offers(shown, 'propose')
  return html`<p class="acts">${changes && html`<a class="${begun ? 'button' : 'button go'}" href="/p/${page.id}?edit">${edits ? 'Edit' : 'Suggest a change'} <kbd aria-hidden="true">E</kbd></a>`}${!asked.me && !asked.old && html`<a class="button go" href="/p/${page.id}?edit">Edit</a>`}<a class="button" href="/p/${page.id}?history">History</a></p>
`
}

/** Changes since the reader's last visit. */
function news({ page, asked }: PadShown): Html {
  const fresh = page.sections.filter(({ changed_since_read }) => changed_since_read)
  const count = counted(fresh.length, 'section')
  const here = `/p/${page.id}`
  return html`${
    page.read &&
    fresh[0] &&
    html`<p>${count} changed since you read it ${time(page.read.at)}. ${asked.hides ? html`<a href="${here}">Show the changes</a>` : html`<a href="#s-${fresh[0].id}">Show me</a> · <a href="${here}?changes=0">Hide the changes</a>`}</p>\n`
  }`
}
