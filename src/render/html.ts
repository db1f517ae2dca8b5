import { type Untrusted, words } from '../text/untrusted.ts'

/** Markup the service may send: literals of ours, everything inserted escaped. */
class Markup {
  /** keeps other objects with a text from passing */
  readonly #ours = true
  readonly text: string
  constructor(text: string) {
    this.text = text
  }
  toString(): string {
    return this.#ours ? this.text : ''
  }
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
/** Able to reorder or hide what stands around them. */
const hostile = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\u{e0000}-\u{e007f}\p{Cs}]/gu

/** Most of what a page inserts, ids and names, needs no second look. */
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

/** Our literals pass, every inserted string is escaped (in quoted attributes too), Html and lists of it pass. */
export function html(literals: TemplateStringsArray, ...values: HtmlInserted[]): Html {
  let text = literals[0] ?? ''
  for (let at = 0; at < values.length; at++) text += inserted(values[at]) + (literals[at + 1] ?? '')
  return markup(text)
}

/** A name inside a heading or a cell: isolated, so that its direction stays its own. */
export const name = (text: Untrusted | string): Html => html`<bdi>${text}</bdi>`
