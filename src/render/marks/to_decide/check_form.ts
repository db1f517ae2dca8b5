import { inputs } from '../../../rules/limits.ts'
import type { ActsAsked } from '../../page_arguments.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, type ButtonKey, refusedHere } from '../form/act.ts'
import { lineField } from '../form/field.ts'

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
