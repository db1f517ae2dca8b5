import { sizes } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, submittedOr, refusedHere } from '../../marks/form/act.ts'
import type { Starting } from '../../../records/hub/starting.ts'
import type { NewAsked } from './new_arguments.ts'
import { field, inHub, titleField, readers } from './fields.ts'

export function padForm(from: Starting, asked: NewAsked): Html {
  const refused = refusedHere(asked, 'ui_create_pad')
  return actForm(
    asked,
    { act: 'ui_create_pad' },
    html`${inHub(from, refused)}${titleField(refused)}${field(
      'text',
      'Text',
      html`<textarea id="text" name="text" rows="12" maxlength="${sizes.pad}" placeholder="# First part">${submittedOr(refused, 'text')}</textarea>`,
      'Markdown. Headings make its sections. It can stay empty for now.',
    )}<p class="acts">${button('Make the pad', { look: 'go' })}${readers(from.hub)}</p>`,
  )
}
