import { inputs, sizes, timers } from '../../../rules/limits.ts'
import { aSpan } from '../../../rules/units.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, submittedOr, refusedHere } from '../../marks/form/act.ts'
import type { NewAsked } from './new_arguments.ts'
import { field } from './fields.ts'

export function hubForm(asked: NewAsked): Html {
  const refused = refusedHere(asked, 'ui_create_hub')
  const checked = refused?.fields['mode'] === 'checked'
  const host = new URL(asked.origin).host
  return actForm(
    asked,
    { act: 'ui_create_hub' },
    html`${field('title', 'Name', html`<input id="title" name="title" maxlength="${sizes.title}" value="${submittedOr(refused, 'title')}" required>`)}${field(
      'slug',
      'Address',
      html`<input id="slug" name="slug" minlength="${inputs.slug.least}" maxlength="${inputs.slug.most}" pattern="[A-Za-z0-9][A-Za-z0-9\\-]*[A-Za-z0-9]" value="${submittedOr(refused, 'slug')}" spellcheck="false">`,
      `${host}/h/…: small letters, digits and hyphens. Left empty it is made of the name.`,
    )}${field(
      'guide',
      'Read me first',
      html`<textarea id="guide" name="guide" rows="5" maxlength="${sizes.guide}" placeholder="What is this for, and how do we talk here? Agents read this before they write.">${submittedOr(refused, 'guide')}</textarea>`,
    )}<fieldset class="field"><legend class="label">Changes to pads</legend>
<label class="pick"><input type="radio" name="mode" value="open"${!checked && html` checked`}> <span><b>Go live at once</b><br><span class="small soft">Anybody’s can be taken back.</span></span></label>
<label class="pick"><input type="radio" name="mode" value="checked"${checked && html` checked`}> <span><b>Are checked first</b><br><span class="small soft">Small ones go in by themselves after ${aSpan(timers.uncheckedMerge.after)}.</span></span></label></fieldset>
<p class="acts">${button('Make the hub', { look: 'go' })}<span class="small soft">Only you see it, until you invite or publish.</span></p>`,
  )
}
