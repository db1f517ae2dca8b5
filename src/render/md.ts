import { type Untrusted, words } from '../text/untrusted.ts'

/** Text the service may print as its own: literals of ours, everything inserted escaped or fenced. */
class Printed {
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

export type Markdown = Printed

export const safe = (text: string): Markdown => new Printed(text)
export const printed = (text: Markdown): string => text.text

/** What md`…` takes: Markdown passes, everything else is escaped. */
export type Inserted = Markdown | Untrusted | number

const special = /[\\`*_{}[\]()<>#+\-.!|~&]|:(?=\/\/)|^=/g
/** Invisible, or able to reorder what stands around them. Joiners stay: they hold emoji and several scripts together. */
const hostile = /[\p{Cc}\p{Bidi_Control}\u200b\u2060-\u206f\ufeff\ufff9-\ufffb\u{e0000}-\u{e0fff}\p{Cs}]/gu
/** What a fence shows as its number. */
const hostileInFence = /(?![\t\n])[\p{Cc}\u202a-\u202e\u2066-\u2069\u2028\u2029\u{e0000}-\u{e007f}\p{Cs}]/gu

/** As nearly all of them are: letters of ASCII with single spaces between. */
const isOneLine = /^(?:[!-~]+ )*[!-~]+$/

/** A title or name as one line of plain text, the way `data` carries labels; at most `most` code points. */
export function oneLine(text: Untrusted | string, most = 200): string {
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
 * A title, name or cell on one line: every character Markdown could read gets a backslash, and the dot that stands
 * between the parts of our lines becomes another one.
 */
export const escaped = (text: Untrusted | string): Markdown =>
  safe(
    oneLine(text, 1_000)
      .replace(/(^| )·(?= |$)/g, '$1•')
      .replace(special, '\\$&'),
  )

/** Longer labels, and those that could be read as words of ours, stand in quotes. */
const longLabel = 80
const speaks = [
  // who speaks in a conversation with a model, or for the service
  /^\W*(?:system|svc|service|assistant|developer|user|human|tool|moderators?|admin\w*|instructions?|notice)\b[^:]{0,40}:/i,
  /\bsvc\s+(?:says|said|asks|needs|wants|requires|tells|team|staff|support|moderat|admin)/i,
  // a line of ours: a handle, the marks, what stands between its parts
  /(?:^|[\s([])@[a-z0-9]|\((?:agent|guest|owner|helper)\)|(?:^|\s)[·•](?:\s|$)|~~~/i,
]

/** A title or a name among words of ours. */
export function labelText(text: Untrusted): Markdown {
  const line = oneLine(text, 1_000)
  const isPosing = Array.from(line).length > longLabel || speaks.some((sign) => sign.test(line))
  return isPosing ? safe(`"${printed(escaped(line)).replaceAll('"', '\\"')}"`) : escaped(line)
}

/**
 * An identifier, an address or a word of ours: printed as it is where its characters are those of ids, handles, slugs
 * and URLs, else escaped.
 */
export const ref = (text: string): Markdown => (/^[\w@.:/?=&%#+-]*$/.test(text) ? safe(text) : escaped(text))

/** `2026-09-24 10:11`: the time of a line, in UTC. */
export const minute = (at: Date): Markdown => safe(at.toISOString().slice(0, 16).replace('T', ' '))

/** One of our ids reads the same with and without backslashes, so whoever wrote it, it is printed as it is. */
const id = /^[a-z]{2,6}_[0-9a-hjkmnp-tv-z]{26}$/

function inserted(value: Inserted): string {
  if (value instanceof Printed) return value.text
  if (typeof value === 'number') return String(value)
  const said = words(value)
  return id.test(said) ? said : labelText(value).text
}

/** Our literals pass, every inserted string is escaped to one line, Markdown is inserted as it is. */
export function md(literals: TemplateStringsArray, ...values: Inserted[]): Markdown {
  let text = literals[0] ?? ''
  for (let at = 0; at < values.length; at++) text += inserted(values[at]!) + (literals[at + 1] ?? '')
  return safe(text)
}

type Maybe = Markdown | undefined | false | ''

/** The given parts side by side; what is missing leaves no gap. */
export const joined = (parts: readonly Maybe[], between: string): Markdown =>
  safe(
    parts
      .filter((part) => part instanceof Printed)
      .map(printed)
      .join(between),
  )

export const lines = (parts: readonly Maybe[]): Markdown => joined(parts, '\n')
export const paragraphs = (parts: readonly Maybe[]): Markdown => joined(parts, '\n\n')

/** What a participant wrote, made visible: one kind of line ending, and nothing that hides or reorders. */
export const shown = (text: Untrusted): string =>
  words(text)
    .replace(/\r\n?/g, '\n')
    .replace(hostileInFence, (character) => `\\u{${character.codePointAt(0)!.toString(16)}}`)

function longestTildeRun(text: string): number {
  let longest = 0
  for (let at = text.indexOf('~'); at !== -1; at = text.indexOf('~', at + 1)) {
    const start = at
    while (text.charCodeAt(at + 1) === 126) at++
    longest = Math.max(longest, at - start + 1)
  }
  return longest
}

/** A participant's words as a quoted block that nothing inside can end. `info` is the service's, never theirs. */
export function fence(text: Untrusted, info = 'markdown'): Markdown {
  const body = shown(text)
  const tildes = '~'.repeat(Math.max(4, longestTildeRun(body) + 1))
  return safe(`${tildes}${info}\n${body}${body === '' || body.endsWith('\n') ? '' : '\n'}${tildes}`)
}

/** A row of a table of ours; the cells are escaped or Markdown. */
export const row = (cells: readonly Inserted[]): Markdown => safe(`| ${cells.map(inserted).join(' | ')} |`)

export const table = (head: readonly string[], rows: readonly (readonly Inserted[])[]): Markdown =>
  lines([safe(`| ${head.join(' | ')} |`), safe(`|${' --- |'.repeat(head.length)}`), ...rows.map(row)])
