import { inputs } from '../../../rules/limits.ts'
import type { EditLine } from '../../../records/pad/edit_line.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { actForm, button, type ButtonKey, refusedHere } from '../form/act.ts'
import { lineField } from '../form/field.ts'

interface Answering {
  /** the change in words */
  readonly what: string
  /** the key that is shown on the first button */
  readonly key?: string
  /** stands after the buttons of whoever may accept it */
  readonly more?: HtmlInserted
}

/** The answers to a suggestion that the reader may give, in one form. */
export function suggestionAnswers(
  asked: ActsAsked,
  { id, answers = [] }: Pick<EditLine, 'id' | 'answers'>,
  { what, more, ...accepting }: Answering,
): Html | undefined {
  if (!asked.me || answers.length === 0) return undefined
  if (answers.includes('check')) return checkForm(asked, id, what)
  const accepts = answers.includes('accept')
  return actForm(
    asked,
    { act: 'ui_answer_edit', fields: { edit_id: id }, class: 'acts', what },
    html`${accepts && button('Accept', { look: 'go', name: 'outcome', value: 'accept', does: 'accept', ...accepting })}${answers.includes('turn_down') && button('Turn down', { name: 'outcome', value: 'turn_down', does: 'refuse' })}${answers.includes('withdraw') && button('Take it back', { name: 'outcome', value: 'withdraw' })}${accepts && more}`,
  )
}

/** In a Checked hub a member says what they looked at, or turns the suggestion down. */
export function checkForm(
  asked: ActsAsked,
  edit_id: string,
  what: string,
  yes: ButtonKey = { does: 'accept' },
  no: ButtonKey = { does: 'refuse' },
): Html {
  const act = { act: 'ui_verify', fields: { edit_id }, what }
  const { least, most } = inputs.verifyNote
  return actForm(
    asked,
    act,
    html`${lineField(refusedHere(asked, act.act, act.fields), { id: `n-${edit_id}`, name: 'note', label: 'What you checked, and how', minlength: least, maxlength: most, required: true })}<p class="acts">${button('It is right', { look: 'go', name: 'outcome', value: 'checked', ...yes })}${button('Turn down', { name: 'outcome', value: 'turned_down', ...no })}</p>`,
  )
}
