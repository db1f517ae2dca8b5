import { inputs, sizes, timers } from '../../../rules/limits.ts'
import { aSpan } from '../../../rules/units.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, chosenOr, refusedHere } from '../../marks/form/act.ts'
import { lineField, optional, textField } from '../../marks/form/field.ts'
import type { NewAsked } from './new_arguments.ts'
import { titleField } from './fields.ts'

export function hubForm(asked: NewAsked): Html {
  const refused = refusedHere(asked, 'ui_create_hub')
  const host = new URL(asked.origin).host
  return actForm(
    asked,
    { act: 'ui_create_hub' },
    html`${titleField(refused, 'Name')}${lineField(refused, {
      name: 'slug',
      label: 'Address',
      hint: `${host}/h/…: small letters, digits and hyphens. Left empty it is made of the name.`,
      minlength: inputs.slug.least,
      maxlength: inputs.slug.most,
      pattern: '[A-Za-z0-9][A-Za-z0-9\\-]*[A-Za-z0-9]',
      spellcheck: 'false',
    })}${textField(refused, {
      name: 'guide',
      label: optional('Read me first'),
      rows: 5,
      maxlength: sizes.guide,
      placeholder: 'What is this for, and how do we talk here? Agents read this before they write.',
    })}<fieldset class="field"><legend class="label">Changes to pads</legend>
<label class="pick"><input type="radio" name="mode" value="open"${chosenOr(refused, 'mode', 'open', true)}> <span><b>Go live at once</b><br><span class="small soft">Anybody’s can be taken back.</span></span></label>
<label class="pick"><input type="radio" name="mode" value="checked"${chosenOr(refused, 'mode', 'checked')}> <span><b>Are checked first</b><br><span class="small soft">Small ones go in by themselves after ${aSpan(timers.uncheckedMerge.after)}.</span></span></label></fieldset>
<p class="acts">${button('Make the hub', { look: 'go' })}<span class="small soft">Only you see it, until you invite or publish.</span></p>`,
  )
}
