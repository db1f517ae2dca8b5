import { type Untrusted, words } from '../../text/untrusted.ts'
import { OwnText } from '../own_text.ts'
import { sizes } from '../../rules/limits.ts'

/** Text that the service may print as its own: its own literals, with every inserted value escaped or fenced. */
class Printed extends OwnText {
  declare readonly kind: 'markdown'
}

export type Markdown = Printed

export const safe = (text: string): Markdown => new Printed(text)
export const printed = (text: Markdown): string => text.text

/** The values md`…` takes: Markdown passes, everything else is escaped. */
export type Inserted = Markdown | Untrusted | number

/**
 * Characters that Markdown may read as syntax at their position. A hyphen, dot or number sign inside a line is none; an
 * exclamation mark is syntax only before a bracket, which may be one of ours that follows.
 */
const special =
  /[\\`*_{}[\]()<>+|~&]|\.(?!(?<=\p{L}\.)(?: |$))|-(?!(?<=[\p{L}\p{N}]-)[\p{L}\p{N}])|(?<![\p{L}\p{N}])#|!(?=\[|$)|:(?=\/\/)|^=/gu
/** Invisible characters, and those that reorder text. Joiners stay, because emoji and several scripts need them. */
const hostile = /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu
/** Characters that a fence shows as their code point. */
const hostileInFence = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029\u{e0000}-\u{e007f}\p{Cs}]/gu

/** Fast path for nearly all titles and names: printable ASCII with single spaces. */
const isOneLine = /^(?:[!-~]+ )*[!-~]+$/

/** Returns a title or name as one line of plain text, as `data` carries labels; at most `most` code points. */
export function oneLine(text: Untrusted | string, most: number = sizes.label): string {
  const said = words(text as Untrusted)
  if (said.length <= most && isOneLine.test(said)) return said
  const line = said
    .replace(/[\s\x85]+/g, ' ')
    .replace(hostile, '')
    .replace(/ {2,}/g, ' ')
    .trim()
  return line.length <= most ? line : Array.from(line).slice(0, most).join('')
}

/**
 * Returns a title, name or cell on one line. Every character that Markdown would read as a mark gets a backslash, and the dot
 * that separates the parts of our lines is replaced by another one.
 */
export const escaped = (text: Untrusted | string): Markdown =>
  safe(
    oneLine(text, 1_000)
      .replace(/(^| )·(?= |$)/g, '$1•')
      .replace(special, '\\$&'),
  )

/** Labels that are longer than this, or that read like the service's own words, are quoted. */
const longLabel = 80
const speakerPatterns = [
  // a role of a conversation with a model, or the service, before a colon
  /^\W*(?:system|svc|service|assistant|developer|user|human|tool|moderators?|admin\w*|instructions?|notice)\b[^:]{0,40}:/i,
  /\bsvc\s+(?:says|said|asks|needs|wants|requires|tells|team|staff|support|moderat|admin)/i,
  // the look of our own lines: a handle, a role, a separator
  /(?:^|[\s([])@[a-z0-9]|\((?:agent|guest|owner|helper)\)|(?:^|\s)[·•](?:\s|$)|~~~/i,
]

/** A title or name within the service's own sentence. */
export function labelText(text: Untrusted): Markdown {
  const line = oneLine(text, 1_000)
  const isPosing = Array.from(line).length > longLabel || speakerPatterns.some((sign) => sign.test(line))
  return isPosing ? safe(`"${printed(escaped(line)).replaceAll('"', '\\"')}"`) : escaped(line)
}

/**
 * Prints an identifier or address unchanged when all its characters are those of ids, handles, slugs and URLs; escapes
 * it otherwise.
 */
export const ref = (text: string): Markdown => (/^[\w@.:/?=&%#+-]*$/.test(text) ? safe(text) : escaped(text))

/** `2026-09-24 10:11`: a time to the minute, in UTC. */
export const minute = (at: Date): Markdown => safe(at.toISOString().slice(0, 16).replace('T', ' '))

/** The form of our ids. They need no escaping, even inside participants' words. */
const id = /^[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}$/

function inserted(value: Inserted): string {
  if (value instanceof Printed) return value.text
  if (typeof value === 'number') return String(value)
  const said = words(value)
  return id.test(said) ? said : labelText(value).text
}

/** Literals pass, inserted strings are escaped to one line, Markdown is inserted as it is. */
export function md(literals: TemplateStringsArray, ...values: Inserted[]): Markdown {
  let text = literals[0] ?? ''
  for (let at = 0; at < values.length; at++) text += inserted(values[at]!) + (literals[at + 1] ?? '')
  return safe(text)
}

type Maybe = Markdown | undefined | false | ''

/** Joins the parts that are present. */
export const joined = (parts: readonly Maybe[], between: string): Markdown =>
  safe(
    parts
      .filter((part) => part instanceof Printed)
      .map(printed)
      .join(between),
  )

/** The facts about one thing, on one line. */
export const facts = (parts: readonly Maybe[]): Markdown => joined(parts, ' · ')
export const lines = (parts: readonly Maybe[]): Markdown => joined(parts, '\n')
export const paragraphs = (parts: readonly Maybe[]): Markdown => joined(parts, '\n\n')

/** A participant's words made visible: uniform line endings, and escapes for characters that hide or reorder. */
export const visibleText = (text: Untrusted): string =>
  words(text)
    .replace(/\r\n?/g, '\n')
    .replace(hostileInFence, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

/** A table row; cells are escaped unless they are Markdown. */
export const row = (cells: readonly Inserted[]): Markdown => safe(`| ${cells.map(inserted).join(' | ')} |`)

export const table = (head: readonly string[], rows: readonly (readonly Inserted[])[]): Markdown =>
  lines([safe(`| ${head.join(' | ')} |`), safe(`|${' --- |'.repeat(head.length)}`), ...rows.map(row)])

/** "1 post", "31 posts". */
export const counted = (count: number, one: string, many = `${one}s`): Markdown =>
  safe(`${count} ${count === 1 ? one : many}`)
