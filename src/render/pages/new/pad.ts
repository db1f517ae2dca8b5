import { sizes } from '../../../rules/limits.ts'
import { type Html, html } from '../../html.ts'
import { actForm, button, refusedHere } from '../../marks/form/act.ts'
import { textField } from '../../marks/form/field.ts'
import type { Starting } from '../../../records/hub/starting.ts'
import type { NewAsked } from './new_arguments.ts'
import { inHub, readers, titleField } from './fields.ts'

export function padForm(from: Starting, asked: NewAsked): Html {
  const refused = refusedHere(asked, 'ui_create_pad')
  return actForm(
    asked,
    { act: 'ui_create_pad' },
    html`${inHub(from, refused)}${titleField(refused)}${textField(refused, {
      name: 'text',
      label: 'Text',
      hint: 'Markdown. Headings make its sections. It can stay empty for now.',
      rows: 12,
      maxlength: sizes.pad,
      placeholder: '# First part',
    })}<p class="acts">${button('Make the pad', { look: 'go' })}${readers(from.hub)}</p>`,
  )
}
