import { hubLink } from '../marks/titles.ts'
import { reportReasons } from '../../rules/lists.ts'
import { inputs } from '../../rules/limits.ts'
import type { Fragment } from '../participant_text.ts'
import { type Html, html, name } from '../html.ts'
import { actForm, button } from '../marks/form/act.ts'
import { dotted } from '../marks/dotted.ts'
import { nameOf, ofWhom } from '../marks/by_line.ts'
import { state, stateOf } from '../marks/state.ts'
import { time } from '../marks/time.ts'
import { oneLine } from '../markdown/md.ts'
import type { PadPage } from '../../records/pad/pad_page.ts'
import type { SectionView } from '../../records/pad/section.ts'
import { outlineOf } from '../markdown/pad_markdown.ts'
import { pageHtml } from '../shell.ts'
import { offers, type PadAsked, type PadShown } from './pad/asked.ts'
import { decisionForm, hasOpenDecision } from './pad/decisions.ts'
import { historyLines } from './pad/history_line.ts'
import { depthsOf, headingWords, standsWithTitle } from './pad/headings.ts'
import { notesOf, talkNote } from './pad/notes.ts'
import { bodyHtml, cards, part, partClass, stateHtml } from './pad/part.ts'
import { counted } from '../marks/count_words.ts'

export const padTitle = ({ title }: Pick<PadPage, 'title'>): Html => name(oneLine(title) || 'Untitled')

export const hubCrumb = ({ hub }: Pick<PadPage, 'hub'>): Html => hubLink(hub)

/** A pad for people: whole, one section, or its outline. */
export function padHtml(page: PadPage, asked: PadAsked, fragment: Fragment): Html {
  const shown = { page, asked, fragment }
  return pageHtml({
    title: page.title,
    markdown: `/p/${page.id}?format=md`,
    frame: asked,
    crumbs: [hubCrumb(page)],
    main: 'pad',
    body: html`${contents(shown)}
<div>
${asked.outline ? outlined(shown) : wholeText(shown)}</div>`,
  })
}

/** The sections with their states, as links nested like their headings. */
function contents({ page, asked }: PadShown): Html {
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
  items.push(html`<a href="#top"${!asked.outline && html` aria-current="true"`}>${padTitle(page)}</a>`)
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
  if (status === 'disputed' || status === 'unresolved') return state('wrong', html`<span class="hide">disputed</span>`)
  if (hasOpenDecision(page, section)) return state('open', html`<span class="hide">open, a decision waits</span>`)
  if (status === 'open') return state('open', html`<span class="hide">open</span>`)
  if (section.changed_since_read) return state('live', html`<span class="hide">changed since you last read</span>`)
  return undefined
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

/** The title, the text above the first heading, and the acts on the whole pad. */
function titlePart(shown: PadShown, section: SectionView | undefined): Html {
  const { page, asked } = shown
  const empty = page.sections.every(({ words }) => words === 0)
  return html`<section class="${section ? partClass(shown, section) : 'part'}" id="top" aria-labelledby="title">
<div class="said"${section && html` id="s-${section.id}"`}>
<div class="title">
<h1 id="title">${padTitle(page)}${section && stateHtml(shown, section)}</h1>
<p class="who">${facts(shown)}</p>
</div>
${notices(shown)}${section && bodyHtml(shown, section, 1)}${empty && !asked.section && html`<p class="soft">Nothing is written here yet.</p>\n`}${section && cards(shown, section)}</div>
<div class="notes">
${acts(shown)}${news(shown)}${more(shown)}${section && notesOf(shown, section)}</div>
</section>
`
}

function facts({ page, asked }: PadShown): Html[] {
  const wrong = page.sections.filter(({ status }) => status === 'disputed' || status === 'unresolved').length
  const newest = page.sections.flatMap(({ last }) => last ?? []).toSorted((a, b) => b.at.getTime() - a.at.getTime())[0]
  return [
    ...(wrong > 0 ? [html`${state('wrong', `${counted(wrong, 'section')} disputed`)} `] : []),
    ...(wrong === 0 && page.status !== 'settled' ? [html`${stateOf(page.status)} `] : []),
    newest && !asked.old
      ? html`<span>Changed by ${newest.by.id === asked.me?.id ? 'you' : html`${nameOf(newest.by, asked.me)}${ofWhom(newest.by, asked.me)}`}, ${time(newest.at)}</span>`
      : html`<span>Changed ${time(page.updated)}</span>`,
    ...(asked.old ? [] : waiting(page)),
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

function notices({ page, asked }: PadShown): Html[] {
  const said = [
    page.hidden && html`<div class="notice wrong"><p>This pad is hidden. Only owners and helpers see it.</p></div>\n`,
    page.fold_reason !== undefined &&
      !page.hidden &&
      html`<div class="notice"><p>This pad was folded: ${page.fold_reason.replaceAll('_', ' ')}.</p></div>\n`,
    page.locked && html`<div class="notice"><p>This pad is closed to changes. Everything stays readable.</p></div>\n`,
    asked.old &&
      html`<div class="notice open"><p>This is how it stood at version ${page.version}, ${time(page.updated)}.</p><a class="button plain" href="/p/${page.id}">As it is now</a></div>\n`,
  ]
  return said.filter((one): one is Html => one !== undefined && one !== false)
}

function acts(shown: PadShown): Html {
  const { page, asked } = shown
  const edits = offers(shown, 'edit_pad')
  const changes = edits || offers(shown, 'propose')
  return html`<p class="acts">${changes && html`<a class="button go" href="/p/${page.id}?edit">${edits ? 'Edit' : 'Suggest a change'} <kbd aria-hidden="true">E</kbd></a>`}${!asked.me && html`<a class="button go" href="/p/${page.id}?edit">Edit</a>`}<a class="button" href="/p/${page.id}?history">History</a></p>
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

/** A link that shows or hides the author of each paragraph. */
const authorsLink = ({ page: { id, people }, asked }: PadShown): Html | undefined =>
  people &&
  html`<a class="button plain soft" href="/p/${id}${asked.who ? '' : '?who'}">${asked.who ? 'Hide who wrote what' : 'Show who wrote what'}</a>`

/** Infrequent acts: sharing, export, reporting and moderation. */
function more(shown: PadShown): Html | undefined {
  const { page, asked } = shown
  const taken = html`<p><a href="/api/export/${page.id}">Take it with you</a> <span class="soft">as Markdown, or <a href="/api/export/${page.id}?format=json">as data</a></span></p>\n`
  const who = authorsLink(shown)
  if (!asked.me || asked.old) return who && html`<p>${who}</p>\n`
  const key = `pad-${page.id}`
  const moderated = (action: string, words: string): Html =>
    actForm(
      asked,
      { act: 'ui_moderate', fields: { action, target: page.id }, what: 'this pad' },
      button(words, { look: 'plain soft' }),
    )
  return html`<div class="folds">${who}${invites(shown)}<details><summary>More</summary><div class="stack">
${taken}${offers(shown, 'pin') && actForm(asked, { act: 'ui_pin', fields: { hub: page.hub.slug ?? page.hub.id, id: page.id, pinned: String(!page.pinned) }, what: 'this pad' }, button(page.pinned ? 'Take its pin off' : 'Pin it in the hub', { look: 'plain soft' }))}${offers(shown, 'lock') && (page.locked ? moderated('unlock', 'Open it to changes') : moderated('lock', 'Close it to changes'))}${offers(shown, 'hide') && (page.hidden || page.fold_reason !== undefined ? moderated('show', 'Show it again') : html`${moderated('hide', 'Fold it')}${actForm(asked, { act: 'ui_moderate', fields: { action: 'hide', target: page.id, level: 'hide' }, what: 'this pad' }, button('Hide it from everybody', { look: 'plain risky' }))}`)}<details><summary>Report it</summary>${actForm(asked, { act: 'ui_report', fields: { pad_id: page.id }, class: 'stack', what: 'this pad' }, html`<label for="${key}-reason">What is wrong</label><select id="${key}-reason" name="reason">${reportReasons.map((reason) => html`<option value="${reason}">${reason.replaceAll('_', ' ')}</option>`)}</select><label for="${key}-note">In your words</label><input id="${key}-note" name="note" maxlength="${inputs.reportNote}">${button('Report')}`)}</details>
</div></details></div>
`
}

/** Invite links for this pad only; a new link is shown once. */
function invites(shown: PadShown): Html | undefined {
  const { page, asked } = shown
  if (!offers(shown, 'invite')) return undefined
  const url = asked.answered?.act === 'ui_invite' ? asked.answered.data['invite_url'] : undefined
  return html`<details${typeof url === 'string' && html` open`}><summary>Share</summary>${typeof url === 'string' && html`<p>Whoever opens this may read and write this pad. It is shown once.</p><p class="key">${url}</p>`}${actForm(asked, { act: 'ui_invite', fields: { pad_id: page.id }, class: 'stack' }, html`<label for="uses">For how many people</label><input id="uses" name="uses" type="number" min="1" max="100" value="1">${button('Make a link')}`)}</details>
`
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
<div class="notes"><p><a href="${all}">${counted(page.latest_version, 'version')}</a> since ${time(page.created)}.</p></div>
</section>
`
}

function outlined({ page }: PadShown): Html {
  const { sections, omitted } = outlineOf(page)
  return html`<div class="title"><h1>${padTitle(page)}</h1></div>
<div class="table"><table>
<thead><tr><th scope="col">Section</th><th scope="col">State</th><th scope="col" class="r">Open threads</th><th scope="col" class="r">Words</th></tr></thead>
<tbody>
${sections.map(
  (section) =>
    html`<tr><td class="level-${section.level}"><a href="/p/${page.id}?section=${section.id}">${name(headingWords(section))}</a></td><td>${dotted([stateOf(section.status), section.check && section.check.state])}</td><td class="r">${section.open_threads}</td><td class="r">${section.words}</td></tr>\n`,
)}</tbody>
</table></div>${omitted > 0 && html`\n<p>${omitted} deeper sections left out.</p>`}`
}
