import type { Untrusted } from '../../../text/untrusted.ts'
import { type Html, html, type HtmlInserted } from '../../html.ts'
import { oneLine } from '../../markdown/md.ts'
import { labelled } from './labelled.ts'
import { type Sent, submittedOr } from './act.ts'

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

/** A control by its id, name and value, with what else stands in its tag. */
type Control = (named: Html, value: HtmlInserted, more: Html) => Html

const field = (
  sent: Sent | undefined,
  { name, id = name, label, value, hint, ...rest }: Field & Attributes,
  control: Control,
): Html => {
  const named = html`id="${id}" name="${name}"`
  const more = html`${attributes(rest)}${hint !== undefined && html` aria-describedby="${id}-hint"`}`
  return labelled(id, label, control(named, submittedOr(sent, name, value), more), hint)
}

export const lineField = (sent: Sent | undefined, asked: Field & Attributes): Html =>
  field(sent, asked, (named, value, more) => html`<input ${named} value="${value}"${more}>`)

/** A field of several lines. */
export const textField = (sent: Sent | undefined, asked: Field & Attributes): Html =>
  field(sent, asked, (named, value, more) => html`<textarea ${named}${more}>${value}</textarea>`)

export const choiceField = (
  sent: Sent | undefined,
  { choices, ...asked }: Field & Pick<Attributes, 'required'> & { readonly choices: readonly Choice[] },
): Html =>
  field(sent, asked, (named, value, more) => html`<select ${named}${more}>${optionsHtml(choices, value)}</select>`)

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

const attributes = (all: Attributes): readonly HtmlInserted[] =>
  Object.entries(all).map(([name, value]: [string, string | number | boolean | undefined]) => {
    if (value === undefined || value === false) return undefined
    return value === true ? html` ${name}` : html` ${name}="${value}"`
  })
