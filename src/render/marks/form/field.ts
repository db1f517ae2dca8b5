import type { Untrusted } from '../../../text/untrusted.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import { type Sent, submittedOr } from './act.ts'
import { labelled } from './labelled.ts'

/** The labelled fields of a form. In a form that was refused each holds what was submitted. */

interface Field {
  readonly name: string
  /** the name, unless the page has another field with that id */
  readonly id?: string
  readonly label: HtmlInserted
  readonly value?: HtmlInserted
  /** shown below the field */
  readonly hint?: HtmlInserted
}

/** Attributes of an input or a textarea, by their names in HTML. */
interface Attributes {
  readonly type?: 'email' | 'number' | 'date' | 'password'
  readonly required?: boolean
  readonly autofocus?: boolean
  readonly autocomplete?: string
  readonly inputmode?: 'numeric' | 'url'
  readonly minlength?: number
  readonly maxlength?: number
  readonly min?: number
  readonly max?: number
  readonly rows?: number
  readonly pattern?: string
  readonly placeholder?: string
  readonly spellcheck?: 'false'
}

export interface Choice {
  readonly value: string
  readonly words: Untrusted | string
}

/** A field of one line. */
export const lineField = (
  sent: Sent | undefined,
  { name, id = name, label, value, hint, ...rest }: Field & Attributes,
): Html =>
  labelled(
    id,
    label,
    html`<input id="${id}" name="${name}" value="${submittedOr(sent, name, value)}"${attributes(rest)}${described(id, hint)}>`,
    hint,
  )

/** A field of several lines. */
export const textField = (
  sent: Sent | undefined,
  { name, id = name, label, value, hint, ...rest }: Field & Attributes,
): Html =>
  labelled(
    id,
    label,
    html`<textarea id="${id}" name="${name}"${attributes(rest)}${described(id, hint)}>${submittedOr(sent, name, value)}</textarea>`,
    hint,
  )

export const choiceField = (
  sent: Sent | undefined,
  { name, id = name, label, value, hint, choices }: Field & { readonly choices: readonly Choice[] },
): Html =>
  labelled(
    id,
    label,
    html`<select id="${id}" name="${name}"${described(id, hint)}>${optionsHtml(choices, submittedOr(sent, name, value))}</select>`,
    hint,
  )

/** A choice within a line of buttons: its label is for screen readers. */
export const choiceInLine = (
  sent: Sent | undefined,
  { name, id = name, label, value, choices }: Omit<Field, 'hint'> & { readonly choices: readonly Choice[] },
): Html =>
  html`<label class="hide" for="${id}">${label}</label><select id="${id}" name="${name}">${optionsHtml(choices, submittedOr(sent, name, value))}</select>`

const optionsHtml = (choices: readonly Choice[], chosen: HtmlInserted): readonly Html[] =>
  choices.map(
    ({ value, words }) =>
      html`<option value="${value}"${value === chosen && html` selected`}>${oneLine(words) || 'Untitled'}</option>`,
  )

/** The label of a field that may stay empty. */
export const optional = (label: string): Html => html`${label} <span class="soft">You can leave this out.</span>`

const described = (id: string, hint: HtmlInserted): Html | false =>
  hint !== undefined && html` aria-describedby="${id}-hint"`

const attributes = (all: Attributes): readonly HtmlInserted[] =>
  Object.entries(all).map(([name, value]: [string, string | number | boolean | undefined]) => {
    if (value === undefined || value === false) return undefined
    return value === true ? html` ${name}` : html` ${name}="${value}"`
  })
