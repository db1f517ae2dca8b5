import { decisionWords } from '../../words/decision_words.ts'
import { inputs, reads } from '../../../rules/limits.ts'
import { words } from '../../../text/untrusted.ts'
import { type Html, html, name } from '../../html.ts'
import { decisionAnswers, hasOptions } from '../../marks/to_decide/decision_answers.ts'
import { actForm, button, refusedHere, quiet } from '../../marks/form/act.ts'
import { choiceField, lineField, textField } from '../../marks/form/field.ts'
import { via, whoSays, avatar } from '../../marks/names.ts'
import { time, counted } from '../../marks/in_words.ts'
import { oneLine } from '../../markdown/md.ts'
import type { DecisionLine } from '../../../records/pad/decision_line.ts'
import type { PadPage } from '../../../records/pad/pad_page.ts'
import type { SectionView } from '../../../records/pad/section.ts'
import { isFirst, offers, type PadShown } from './pad_arguments.ts'
import { bySection, oncePerPage } from './by_section.ts'
import { headingWords } from './headings.ts'

/** The group's decisions, one line each, and open ones as cards with their options. */

/** Decisions about a deleted section, or about the whole pad, are shown with the first section. */
export const decisionsOf = (page: PadPage, section: SectionView): readonly DecisionLine[] =>
  decisionsAt(page).get(section.id) ?? []

const decisionsAt = oncePerPage((page) => {
  const stand = (page.decisions ?? []).filter(({ status }) => status === 'proposed' || status === 'decided')
  return bySection(page, stand, ({ section_id }) => (section_id === undefined ? [] : [section_id]))
})

export const hasOpenDecision = (page: PadPage, section: SectionView): boolean =>
  decisionsOf(page, section).some(({ status }) => status === 'proposed')

export const decisionCards = (shown: PadShown, decisions: readonly DecisionLine[]): Html[] =>
  decisions
    .map(decisionWords)
    .map((decision) => (decision.status === 'proposed' ? decisionCard(shown, decision) : decidedLine(shown, decision)))

function decidedLine({ asked }: PadShown, decision: DecisionLine): Html {
  const { id, text, reason, by, answerer, at, answered, answer_note, options } = decision
  const who = answerer ?? by
  const others = (options ?? []).filter((option) => words(option) !== words(text))
  return html`<p class="decided small soft" id="${id}"><b>Decided:</b> ${name(oneLine(text, reads.quotes.words))}<br>${whoSays(who, asked.me)}, ${time(answered ?? at)}${reason !== undefined && html`: “${oneLine(reason, reads.quotes.line)}”`}${answer_note !== undefined && html` “${oneLine(answer_note, reads.quotes.line)}”`}${others.length > 0 && html`<br>Also considered: ${others.map((option, n) => html`${n > 0 && '; '}${name(oneLine(option, reads.quotes.aside))}`)}`}</p>
`
}

function decisionCard(shown: PadShown, decision: DecisionLine): Html {
  const { page, asked } = shown
  const { id, by, host, reason, text } = decision
  const talk = page.talk?.find((one) => one.id === decision.thread_id)
  return html`<div class="${isFirst(shown, id) ? 'card now' : 'card'}" role="group" id="${id}" aria-labelledby="q-${id}">
<div class="top">${avatar(by)}<div><p id="q-${id}" class="h3">${whoSays(by, asked.me)} ${by.id === asked.me?.id ? 'ask' : 'asks'} for a decision${!hasOptions(decision) && html`: <b>${name(oneLine(text, reads.quotes.words))}</b>`}</p><p class="small soft">${reason !== undefined && html`“${name(oneLine(reason, reads.quotes.reason))}” `}${via(by, host, asked.me)} ${decision.thread_id !== undefined && html`<a href="/t/${decision.thread_id}">${talk ? `${counted(talk.posts, 'post')} about it` : 'What was said about it'}</a>`}</p></div></div>
${decisionAnswers(asked, decision, id)}</div>
`
}

/** The form that records a decision, or asks the editors of this pad for one. */
export function decisionForm(shown: PadShown): Html | undefined {
  const { page, asked } = shown
  const decides = offers(shown, 'decide')
  if ((!decides && !offers(shown, 'propose_decision')) || asked.old) return undefined
  const act = 'ui_edit_pad'
  const fields = { pad_id: page.id, back: 'decide' }
  const mine = asked.refused?.fields['decision.text'] !== undefined ? refusedHere(asked, act, fields) : undefined
  const headed = page.sections
    .filter(({ level }) => level > 0)
    .map((section) => ({ value: section.id, words: headingWords(section) }))
  const standing = (page.decisions ?? [])
    .filter(({ status }) => status === 'decided')
    .map((one) => ({ value: one.id, words: oneLine(one.text, reads.quotes.choice) }))
  const { text, reason, option } = inputs.decision
  const does = decides ? 'Record a decision' : 'Ask for a decision'
  return html`<details id="decide"${mine && html` open`}><summary>${does}</summary>${actForm(
    mine ? asked : quiet(asked),
    { act, fields, class: 'stack spaced', what: 'the decision' },
    html`${lineField(mine, { id: 'd-text', name: 'decision.text', label: 'What is decided', maxlength: text, required: true })}${textField(mine, { id: 'd-reason', name: 'decision.reason', label: 'Why', maxlength: reason, rows: 2 })}${textField(mine, { id: 'd-options', name: 'decision.options:lines', label: 'What else was considered, one a line', maxlength: option * inputs.decision.options, rows: 3 })}${choiceField(mine, { id: 'd-section', name: 'decision.section_id', label: 'About', choices: [{ value: '', words: 'The whole pad' }, ...headed] })}${standing.length > 0 && choiceField(mine, { id: 'd-old', name: 'decision.supersedes', label: 'In place of', choices: [{ value: '', words: 'No earlier one' }, ...standing] })}<p class="acts">${button(does)}${decides && button('Ask the others first', { name: 'propose', value: 'true' })}</p>`,
  )}</details>
`
}
