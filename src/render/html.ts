import { type Untrusted, words } from '../text/untrusted.ts'
import { OwnText } from './own_text.ts'

/** Markup that the service may send: its own literals, with every inserted value escaped. */
class Markup extends OwnText {
  declare readonly kind: 'html'
}

export type Html = Markup

export const markup = (text: string): Html => new Markup(text)

export type HtmlInserted = Html | Untrusted | string | number | undefined | false | readonly HtmlInserted[]

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}
const special = /[&<>"']/g
/** Characters that can reorder or hide the text around them. */
const hostile = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\p{Cs}]/gu

/** Fast path: most inserted values are ids and names that need no escaping. */
const harmless = /^[ !#-%(-;=?-~]*$/

export function escapedHtml(text: Untrusted | string): string {
  const said = words(text as Untrusted)
  if (harmless.test(said)) return said
  return said
    .replace(special, (character) => entities[character]!)
    .replace(hostile, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)
}

function inserted(value: HtmlInserted): string {
  if (value instanceof Markup) return value.text
  if (value === undefined || value === false) return ''
  if (typeof value === 'number') return String(value)
  if (Array.isArray(value)) return value.map(inserted).join('')
  return escapedHtml(value as string)
}

/** Literals pass, inserted strings are escaped (in quoted attributes too), Html and lists of it pass. */
export function html(literals: TemplateStringsArray, ...values: HtmlInserted[]): Html {
  let text = literals[0] ?? ''
  for (let at = 0; at < values.length; at++) text += inserted(values[at]) + (literals[at + 1] ?? '')
  return markup(text)
}

/** A name inside a heading or a cell, isolated so that its text direction does not affect its surroundings. */
export const name = (text: Untrusted | string): Html => html`<bdi>${text}</bdi>`
