import { decisionWords } from '../words/decision_words.ts'
import type { Fragment } from '../body.ts'
import { type Html, html } from '../html.ts'
import { decisionAnswers, hasOptions } from '../marks/to_decide/decision_answers.ts'
import { suggestionAnswers } from '../marks/to_decide/suggestion_answers.ts'
import { actForm, button } from '../marks/form/act.ts'
import { byName, nameOf, ofWhom, via, avatar, hubLink, titleHtml } from '../marks/names.ts'
import { suggestedHtml } from '../marks/change.ts'
import { presentAs } from '../../records/present.ts'
import { isWrong, state, stateOf } from '../marks/state.ts'
import { time } from '../marks/in_words.ts'
import { changeNamed, undoOf } from '../marks/undo_words.ts'
import { type Untrusted, untrusted, words } from '../../text/untrusted.ts'
import { oneLine } from '../markdown/md.ts'
import type { DecisionLine } from '../../records/pad/decision_line.ts'
import type { EditLine } from '../../records/pad/edit_line.ts'
import type { LastChange, SectionView } from '../../records/pad/section.ts'
import type { PadAct } from '../../rules/pad_acts.ts'
import type { HistoryView, PadView } from '../../records/view.ts'
import { type Card, type CardAsked, aside, cardFrame, openInBrowser, quotedHtml } from './frame.ts'
import { reads } from '../../rules/limits.ts'

const listed = 7
const waiting = 3
const longest = 900

/** A pad: its open questions, the section that needs attention most, and the contents. */
export const padCard: Card<PadView | HistoryView> = (view, asked, fragment) =>
  'sections' in view ? padHtml(view, asked, fragment) : history(view, asked)

function padHtml(view: PadView, asked: CardAsked, fragment: Fragment): Html {
  const { id, title, hub, sections, suggestions = [], decisions = [] } = view
  const first = sectionToShow(sections)
  const others = sections.filter((section) => section !== first && section.level > 0)
  const cards = [
    ...suggestions
      .filter(({ status }) => status === 'proposed')
      .map((one) => suggestionHtml(one, view, asked, fragment)),
    ...decisions.filter(({ status }) => status === 'proposed').map((one) => decisionHtml(one, asked)),
  ]
  const edits = may(view, asked, 'edit_pad')
  return cardFrame(
    html`<a href="/p/${id}">${titleHtml(title)}</a>`,
    aside(hubLink(hub)),
    html`${cards.slice(0, waiting).map((card, at) => html`<article class="${at === 0 ? 'card now' : 'card'}">${card}</article>\n`)}
<div class="card">
${first && sectionHtml(first, view, asked, fragment)}
${others.length > 0 && html`<ul class="list tight">${others.slice(0, listed).map((section) => html`<li><span class="grow">${oneLine(section.heading)}</span>${stateMark(view, section)}</li>`)}</ul>`}
<p class="acts">${openInBrowser(edits ? `/p/${id}?edit` : `/p/${id}`, edits ? 'Edit in the browser' : undefined, 'button go')}${may(view, asked, 'start_thread') && openInBrowser(`/new?what=thread&hub=${hub.slug}&pad=${id}${first && first.level > 0 ? `&section=${first.id}` : ''}`, 'Talk about it')}</p>
</div>`,
  )
}

const may = ({ may: acts = [] }: PadView, { me }: CardAsked, act: PadAct): boolean =>
  me !== undefined && acts.includes(act)

function stateMark({ decisions = [] }: PadView, { id, status, changed_since_read }: SectionView): Html | undefined {
  if (isWrong(status)) return stateOf(status)
  if (decisions.some((one) => one.status === 'proposed' && one.section_id === id))
    return state('open', 'a decision waits')
  return stateOf(status) ?? (changed_since_read ? state('live', 'changed since you read it') : undefined)
}

/** Returns the section that needs attention most, else the first one with text. */
const sectionToShow = (sections: readonly SectionView[]): SectionView | undefined =>
  sections.find(({ status, text }) => text !== undefined && isWrong(status)) ??
  sections.find(({ status, text }) => text !== undefined && status === 'open') ??
  sections.find(({ text, words, level }) => text !== undefined && words > 0 && level > 0) ??
  sections.find(({ text, words }) => text !== undefined && words > 0)

/** The heading with the section's state, the text without its heading line, and the last change. */
function sectionHtml(section: SectionView, pad: PadView, asked: CardAsked, fragment: Fragment): Html {
  const { id, heading, level, rev, reach, status, text, last } = section
  const under = level === 0 ? text : text && untrusted(words(text).replace(/^[^\n]*\n?/, ''))
  return html`<div class="stack"><h3><b>${oneLine(heading)}</b> ${stateOf(status)}</h3>${under !== undefined && quotedHtml(fragment, { key: `${pad.id}:${id}:${rev}`, text: under, reach, most: longest })}${last && lastHtml(last, heading, asked)}</div>`
}

function lastHtml({ id, by, host, at, undo, sections }: LastChange, heading: Untrusted, asked: CardAsked): Html {
  const others = sections - 1
  const what = changeNamed(by, oneLine(heading), asked.me, others)
  return html`<p class="who"><span>Changed by ${byName(by, asked.me)}</span>${ofWhom(by, asked.me)}${via(by, host, asked.me)} ${time(at)}</p>${
    undo &&
    asked.me &&
    actForm(asked, { act: 'ui_undo_edit', fields: { edit_id: id }, what }, button(undoOf(others), { look: 'plain' }))
  }`
}

function decisionHtml(decision: DecisionLine, asked: CardAsked): Html {
  const { by, host, at } = decision
  const shown = decisionWords(decision)
  const { text, reason } = shown
  const head = html`<div class="top">${avatar(by)}<div><h3><b>${nameOf(by, asked.me)}</b> ${by.id === asked.me?.id ? 'ask' : 'asks'} for a decision${!hasOptions(shown) && html`: <b>${oneLine(text, reads.quotes.words)}</b>`}</h3><p class="who">${ofWhom(by, asked.me)}${via(by, host, asked.me)} ${time(at)}</p></div></div>${reason !== undefined && html`<p>“${oneLine(reason, reads.quotes.reason)}”</p>`}`
  return html`${head}${decisionAnswers(asked, shown)}`
}

function suggestionHtml(edit: EditLine, { sections }: PadView, asked: CardAsked, fragment: Fragment): Html {
  const { by, host, note, title, changed, changed_cut } = edit
  const heading = sections.find(({ id }) => edit.section_ids.includes(id))?.heading
  const where = heading === undefined ? 'this pad' : oneLine(heading)
  const own = by.id === asked.me?.id
  const what = changeNamed(by, where, asked.me)
  const change = suggestedHtml(
    presentAs({ key: edit.id, title, changed, cut: changed_cut, labels: !by.reach, origin: asked.origin }),
    fragment,
  )
  return html`<div class="top">${avatar(by)}<div><h3><b>${nameOf(by, asked.me)}</b> ${own ? 'suggested' : 'suggests'} a change to <b>${where}</b></h3><p class="who">${ofWhom(by, asked.me)}${via(by, host, asked.me)} ${time(edit.at)}</p></div></div>
<div class="well">${change}</div>${note !== undefined && html`<p>“${oneLine(note, reads.quotes.line)}”</p>`}
${suggestionAnswers(asked, edit, { what })}`
}

const history = ({ id, title, edits }: HistoryView, asked: CardAsked): Html =>
  cardFrame(
    html`<a href="/p/${id}?history">${titleHtml(title)}</a>`,
    aside('history'),
    html`<div class="card"><ul class="list tight">${edits.slice(0, listed).map((edit) => html`<li>${avatar(edit.by, 's')}<span class="grow">${nameOf(edit.by, asked.me)}${ofWhom(edit.by, asked.me)}</span>${time(edit.at)}</li>`)}</ul><p class="acts">${openInBrowser(`/p/${id}?history`)}</p></div>`,
  )
