import { inputs, reads } from '../../../rules/limits.ts'
import { type Untrusted, words } from '../../../text/untrusted.ts'
import type { DecisionLine } from '../../../records/pad/decision_line.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted, name } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import { actForm, button, type ButtonKey, chosenOr, refusedHere } from '../form/act.ts'

/** The options of a decision, and the form that answers it. */

type Asking = Pick<DecisionLine, 'id' | 'text' | 'options'>

interface Option {
  readonly words: Untrusted
  /** position among the named options, from 1; absent when the proposed words are none of them */
  readonly place?: number
  readonly proposed: boolean
}

/** Returns the options, the proposed one first. */
function optionsOf({ text, options = [] }: Asking): readonly Option[] {
  const others = options.map((option, n) => ({ words: option, place: n + 1, proposed: words(option) === words(text) }))
  const named = others.find(({ proposed }) => proposed)
  return [named ?? { words: text, proposed: true }, ...others.filter(({ proposed }) => !proposed)]
}

/** Whether there is another option than the proposed one. */
export const hasOptions = (decision: Asking): boolean => optionsOf(decision).length > 1

/** The options, for a reader who does not decide. */
const optionsList = (decision: Asking): Html | false =>
  hasOptions(decision) &&
  html`<ul class="list tight">${optionsOf(decision).map((option) => html`<li>${optionWords(option)}</li>`)}</ul>`

const optionWords = ({ words: said, proposed }: Option, by: HtmlInserted = 'proposed'): Html =>
  html`${name(oneLine(said, inputs.decision.text))}${proposed && html` <span class="soft small">${by}</span>`}`

interface Deciding {
  /** the id at which the page is opened again */
  readonly back?: string
  /** stands beside the proposed option */
  readonly proposed?: HtmlInserted
  /** the keys that press the two buttons */
  readonly yes?: ButtonKey
  readonly no?: ButtonKey
  /** stands after the two buttons */
  readonly more?: HtmlInserted
}

export function decideForm(
  asked: ActsAsked,
  decision: Asking,
  { back, proposed, yes = { does: 'accept' }, no = { does: 'refuse' }, more }: Deciding = {},
): Html {
  const { id, text } = decision
  const act = 'ui_answer_decision'
  const refused = refusedHere(asked, act, { decision_id: id })
  const pick = (option: Option): Html => {
    const place = String(option.place ?? '')
    // the confirmation names the option by the words in `chosen`
    const sent = new URLSearchParams({ option: place, chosen: quoted(option.words) })
    return html`<label class="pick"><input type="radio" name="also" value="${sent.toString()}"${chosenOr(refused, 'option', place, option.proposed)}> <span>${optionWords(option, proposed)}</span></label>`
  }
  return actForm(
    asked,
    { act, fields: { decision_id: id, back }, what: quoted(text) },
    html`${hasOptions(decision) && html`<fieldset><legend class="hide">Options</legend>${optionsOf(decision).map(pick)}</fieldset>`}<p class="acts">${button('Decide', { look: 'go', name: 'outcome', value: 'accept', ...yes })}${button('Turn down', { name: 'outcome', value: 'turn_down', ...no })}${more}</p>`,
  )
}

/**
 * The answers to a proposed decision that the reader may give, with its options; who gives them, where the reader may not.
 * `back`: the id at which the page is opened again.
 */
export function decisionAnswers(
  asked: ActsAsked,
  decision: Asking & Pick<DecisionLine, 'answers'>,
  back?: string,
): Html {
  const { id, text, answers = [] } = decision
  const withdraws = asked.me !== undefined && answers.includes('withdraw')
  const withdrawing = { name: 'outcome', value: 'withdraw' }
  if (asked.me && answers.includes('accept')) {
    const more = withdraws && button('Take it back', { look: 'plain', ...withdrawing })
    return decideForm(asked, decision, { ...(back !== undefined && { back }), more })
  }
  const act = { act: 'ui_answer_decision', fields: { decision_id: id, back }, class: 'acts', what: quoted(text) }
  return html`${optionsList(decision)}${withdraws ? actForm(asked, act, button('Take it back', withdrawing)) : html`<p class="small soft">Somebody who edits here decides.</p>`}`
}

const quoted = (text: Untrusted): string => `“${oneLine(text, reads.quotes.named)}”`
